"""What comes out of the transfers, what is left, and when a fund for first comers runs out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy
from openfisca_core.indexed_enums import EnumArray
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.population.estimates import DOLLARS, Estimate, Estimator
from openfisca_jobgrant.population.months import first_of_fiscal_year, period_of_month
from openfisca_jobgrant.population.totals import MONTHLY, Totals
from openfisca_jobgrant.rules import CODES, fiscal_year
from openfisca_jobgrant.situations.columnar import simulation_of_homes
from openfisca_jobgrant.vocabulary import JurisdictionCode

TRANSFERS = (
    "labour_market_transfer",
    "job_grant_transfer",
    "labour_market_services_funding",
    "provincial_match",
    "provincial_exposure",
)
_MONTHS = 12
_GRANT_MONEY = "federal_job_grant_money"


@dataclass(frozen=True)
class Fund:
    """One jurisdiction's money in one fiscal year.

    Attributes:
        jurisdiction: The code.
        year: The fiscal year, as ``2014-15``.
        transfers: Transfer → dollars.
        money: Federal money for the grant, from whatever source, in dollars.
        spent: Federal contributions of the file's participants.
        left: What they leave of the money; below zero where it doesn't reach.
        months: Full months and part of one until it runs out; None where it lasts the year, or
            where no money is set aside for the grant.
    """

    jurisdiction: str
    year: str
    transfers: dict[str, float]
    money: float
    spent: Estimate
    left: Estimate | None
    months: Estimate | None


def transfers_of(
    system: TaxBenefitSystem, first_month: int, joins: dict[int, bool]
) -> dict[str, Any]:
    """The transfers to all jurisdictions in a fiscal year, in dollars.

    Args:
        system: The law.
        first_month: The year's April, counted from January of the year 0.
        joins: Places of the jurisdictions that say whether they join the grant.

    Returns:
        Variable → one value for each code.
    """
    count = len(CODES)
    everyone = numpy.arange(count)
    homes = {entity.key: (everyone, count) for entity in system.entities}
    simulation = simulation_of_homes(system, homes)
    eternity = Period((DateUnit.ETERNITY, Instant.eternity(), -1))
    codes = EnumArray(everyone.astype(numpy.uint8), JurisdictionCode)
    simulation.put("jurisdiction_code", eternity, codes)
    year = fiscal_year(period_of_month(first_month))
    joining = numpy.array([joins.get(place, True) for place in range(count)])
    simulation.put("joins_the_grant", year, joining)
    found = {name: simulation.calculate(name, year) for name in TRANSFERS}
    found[_GRANT_MONEY] = simulation.calculate(_GRANT_MONEY, year) * joining
    return found


def funds_of(
    totals: Totals, law: int, system: TaxBenefitSystem, estimator: Estimator
) -> Iterator[Fund]:
    """The funds of a law, by jurisdiction and fiscal year.

    Args:
        totals: The run's totals.
        law: The law's place among the scenarios.
        system: The law.
        estimator: Reads figures off the totals.
    """
    federal = MONTHLY.index("federal")
    for year in sorted({first_of_fiscal_year(month) for month in totals.months}):
        joins = {code: at for (code, of), at in totals.joins.items() if of == year}
        transfers = transfers_of(system, year, joins)
        nothing = numpy.zeros((len(CODES), totals.draws), dtype=numpy.int64)
        months = [
            totals.months[month][law, federal] if month in totals.months else nothing
            for month in range(year, year + _MONTHS)
        ]
        for place, code in enumerate(CODES):
            if place not in joins:
                continue
            spending = numpy.stack([month[place] for month in months])
            money = float(transfers[_GRANT_MONEY][place])
            spent = estimator.total(spending.sum(axis=0), DOLLARS)
            left = lasting = None
            if money > 0:
                left = Estimate(round(money - (spent.value or 0.0), 2), spent.error, spent.margin)
                lasting = _months(spending, money, estimator)
            yield Fund(
                code,
                f"{year // 12}-{(year // 12 + 1) % 100:02}",
                {
                    name: float(values[place])
                    for name, values in transfers.items()
                    if name != _GRANT_MONEY
                },
                money,
                spent,
                left,
                lasting,
            )


def _months(spending: Any, money: float, estimator: Estimator) -> Estimate | None:
    """How long money lasts that goes to who comes first; None if it lasts the year."""
    whole = numpy.array([estimator.whole(month) for month in spending], dtype=float)
    if whole.sum() * DOLLARS <= money:
        return None
    value = _lasting(whole[:, None] * DOLLARS, money)[0]
    again = _lasting(estimator.again(spending) * DOLLARS, money)
    return estimator.around(float(value), again)


def _lasting(spending: Any, money: float) -> Any:
    """Months until money is spent, 12 at most; spending is even within a month."""
    before = numpy.cumsum(spending, axis=0) - spending
    with numpy.errstate(invalid="ignore", divide="ignore"):
        part = numpy.where(spending > 0, (money - before) / spending, 1.0)
    return numpy.clip(part, 0, 1).sum(axis=0)
