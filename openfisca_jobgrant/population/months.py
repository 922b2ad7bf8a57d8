"""Months of a population: as numbers, as periods, and what a fiscal year's law asks of them."""

from __future__ import annotations

from functools import cache

from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.rules import CODES


@cache
def period_of_month(month: int) -> Period:
    """A month, counted from January of the year 0, as a period."""
    return Period((DateUnit.MONTH, Instant((month // 12, month % 12 + 1, 1)), 1))


def first_of_fiscal_year(month: int) -> int:
    """The April in whose fiscal year a month lies, counted likewise."""
    return (month - 3) // 12 * 12 + 3


def counts_applications(system: TaxBenefitSystem, first_month: int) -> bool:
    """Whether any programme of a fiscal year asks how many applications came before.

    Args:
        system: The law.
        first_month: The year's April, counted from January of the year 0.
    """
    for month in range(first_month, first_month + 12):
        law = system.law_at(str(period_of_month(month).start))
        if not law.regime.own_programmes:
            continue
        for code in CODES:
            terms = law.programmes._children.get(code)
            first_slice = None if terms is None else terms._children.get("first_slice")
            if first_slice is not None and first_slice._children.get("on_first_application_only"):
                return True
    return False
