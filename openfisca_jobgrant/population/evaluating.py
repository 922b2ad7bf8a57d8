"""A chunk under one body of law: month after month, what came before being told to each.

A month is computed for its own rows alone. What its law asks of earlier months (what the employer
has received, how many applications it has made) is carried over from them: the same figures as the
law works out itself when all months are in one simulation, for a twelfth of the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from openfisca_core.indexed_enums import EnumArray
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.ceilings import earlier_applications, first_admitted
from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.population.chunk import Chunk, Month
from openfisca_jobgrant.population.compiled import evaluate_compiled
from openfisca_jobgrant.population.months import (
    counts_applications,
    first_of_fiscal_year,
    period_of_month,
)
from openfisca_jobgrant.rules import Money, exact, fiscal_year, total
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
    found = evaluate_compiled(chunk, system, outputs)
    return evaluate_by_month(chunk, system, outputs) if found is None else found


def evaluate_by_month(
    chunk: Chunk, system: TaxBenefitSystem, outputs: Sequence[str] = AMOUNTS
) -> dict[str, Any]:
    """The same in the ordinary way: every formula on all rows of a month."""
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
        received = self._chunk.or_stated(
            "employer_received_to_date", month, self._received[month.employers]
        )
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


def _period_for(variable: Variable, month: Period) -> Period:
    unit = variable.definition_period
    if unit == DateUnit.ETERNITY:
        return _ETERNITY
    if unit == DateUnit.YEAR:
        if JOB_GRANT.first_month(variable.name) == 1:
            return Period((DateUnit.YEAR, Instant((month.start.year, 1, 1)), 1))
        return fiscal_year(month)
    return month
