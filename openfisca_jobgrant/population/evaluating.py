"""A chunk under one body of law: month after month, what came before being told to each.

A month is computed for its own rows alone. What its law asks of earlier months (what the employer
has received, how many applications it has made) is carried over from them: the same figures as the
law works out itself when all months are in one simulation, for a twelfth of the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy
from openfisca_core.indexed_enums import EnumArray
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.ceilings import earlier_applications, first_admitted
from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.population.chunk import Chunk, Month
from openfisca_jobgrant.rules import CODES, Money, exact, fiscal_year, total
from openfisca_jobgrant.situations.columnar import let_go, put_column, simulation_of_homes
from openfisca_jobgrant.situations.engine import QuickSimulation
from openfisca_jobgrant.vocabulary import JurisdictionCode

#: What the totals are made of, in whole cents.
AMOUNTS = (
    "eligible_costs",
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
)
_ETERNITY = Period((DateUnit.ETERNITY, Instant.eternity(), -1))


@cache
def period_of_month(month: int) -> Period:
    """A month, counted from January of the year 0, as a period."""
    return Period((DateUnit.MONTH, Instant((month // 12, month % 12 + 1, 1)), 1))


def first_of_fiscal_year(month: int) -> int:
    """The April in whose fiscal year a month lies, counted likewise."""
    return (month - 3) // 12 * 12 + 3


def evaluate(
    chunk: Chunk, system: TaxBenefitSystem, outputs: Sequence[str] = AMOUNTS
) -> dict[str, Any]:
    """What a law gives every row of a chunk.

    Args:
        chunk: The rows.
        system: The law.
        outputs: Variables of participants, by month.

    Returns:
        By output one value for each row, in the chunk's order: money as whole cents in int64,
        enums as numbers, others as the law has them.
    """
    variables = system.variables
    found: dict[str, Any] = {
        name: numpy.zeros(
            chunk.count,
            dtype=numpy.int64 if isinstance(variables[name], Money) else variables[name].dtype,
        )
        for name in outputs
    }
    story = _Story(chunk, system)
    for month in chunk.months:
        simulation = story.simulation(month)
        period = period_of_month(month.month)
        for name in outputs:
            values = simulation.value_of(name, period)
            if isinstance(variables[name], Money):
                values = numpy.rint(values * 100)
            found[name][month.rows] = values
        let_go(simulation)
    return found


class _Story:
    """What employers received and how often they applied, as the months go by.

    Args:
        chunk: The rows.
        system: The law.
    """

    def __init__(self, chunk: Chunk, system: TaxBenefitSystem) -> None:
        self._chunk, self._system = chunk, system
        self._year: int | None = None
        self._received = numpy.zeros(chunk.employers)
        self._applications = numpy.zeros(chunk.employers)
        self._counts_applications = False

    def simulation(self, month: Month) -> QuickSimulation:
        """A month's simulation, with all inputs set. Months are asked for in their order."""
        year = first_of_fiscal_year(month.month)
        if year != self._year:
            self._year = year
            self._received[:] = 0
            self._applications[:] = 0
            self._counts_applications = counts_applications(self._system, year)
        chunk, system = self._chunk, self._system
        simulation = simulation_of_homes(system, month.homes)
        period = period_of_month(month.month)
        simulation.put(
            "jurisdiction_code",
            _ETERNITY,
            EnumArray(month.jurisdictions.astype(numpy.uint8), JurisdictionCode),
        )
        for name, variable in chunk.variables.items():
            if name in ("employer_received_to_date", "earlier_applications_in_fiscal_year"):
                continue
            put_column(
                simulation,
                variable,
                _period_for(variable, period),
                chunk.inputs[name][month.rows],
                month.homes,
            )
        self._tell(simulation, month, period)
        return simulation

    def _tell(self, simulation: QuickSimulation, month: Month, period: Period) -> None:
        """Set what earlier months amount to, and add this one to it."""
        employers = simulation.populations["employer"]
        received = self._or_given("employer_received_to_date", month, self._received)
        simulation.put("employer_received_to_date", period, received)
        if self._counts_applications:
            applications = simulation.populations["application"]
            members = applications.members_entity_id
            owners = numpy.zeros(applications.count, dtype=numpy.intp)
            owners[members] = month.homes["employer"][0]
            before = self._applications[month.employers][owners]
            before = before + earlier_applications(applications, period)
            name = "earlier_applications_in_fiscal_year"
            variable = self._system.variables[name]
            told = before.astype(variable.dtype)
            if name in self._chunk.inputs:
                own = self._chunk.inputs[name][month.rows]
                unstated = self._chunk.unstated.get(name)
                stated = numpy.ones(len(own), dtype=bool)
                if unstated is not None:
                    stated = ~unstated[month.rows]
                told[members[stated]] = own[stated]
            simulation.put(name, period, told)
            participants = simulation.populations["participant"]
            self._applications[month.employers] += total(
                employers, first_admitted(participants, period)
            )
        paid = simulation.value_of("government_contribution", period)
        self._received[month.employers] = exact(received + total(employers, paid))

    def _or_given(self, name: str, month: Month, worked_out: Any) -> Any:
        """What is known of each employer, by what rows state or else by earlier months."""
        known = worked_out[month.employers]
        if name not in self._chunk.inputs:
            return known
        given = self._chunk.inputs[name][month.rows]
        unstated = self._chunk.unstated.get(name)
        members = month.homes["employer"][0]
        if unstated is not None:
            stated = ~unstated[month.rows]
            members, given = members[stated], given[stated]
        known[members] = given
        return known


def _period_for(variable: Variable, month: Period) -> Period:
    unit = variable.definition_period
    if unit == DateUnit.ETERNITY:
        return _ETERNITY
    if unit == DateUnit.YEAR:
        if JOB_GRANT.first_month(variable.name) == 1:
            return Period((DateUnit.YEAR, Instant((month.start.year, 1, 1)), 1))
        return fiscal_year(month)
    return month


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
