"""A simulation that does what OpenFisca's does, with less work for each variable.

OpenFisca checks the period, the entity and the recursion anew at every call, and looks everything
up again: for one participant that is most of the time. Here a variable is looked up once, and its
value kept in one dictionary. With tracing on, OpenFisca's own way is taken.
"""

from __future__ import annotations

from typing import Any

import numpy
from openfisca_core.errors import CycleError
from openfisca_core.indexed_enums import Enum, EnumArray
from openfisca_core.periods import DateUnit, Period
from openfisca_core.populations import GroupPopulation, Population
from openfisca_core.simulations import Simulation
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.spirals import SpiralFoundError

#: A formula takes the population and the period; the law, if it reads any figure.
_WITHOUT_LAW = 2
#: From when on OpenFisca has a formula hold whose name bears no date.
_ALWAYS = "0001-01-01"


class _Quick:
    """What both kinds of populations do the short way; mixed in before OpenFisca's own class."""

    def __call__(self, variable_name: str, period: Any = None, options: Any = None) -> Any:
        simulation: Any = self.simulation
        if simulation.trace or options is not None or type(period) is not Period:
            return super().__call__(variable_name, period, options)  # type: ignore[misc]
        return simulation.value_of(variable_name, period)

    def __getattr__(self, attribute: str) -> Any:
        # The way to another entity, such as ``participant.application``, stays the same.
        found = self.__dict__[attribute] = super().__getattr__(attribute)  # type: ignore[misc]
        return found


class _Persons(_Quick, Population):
    """Persons whose variables are worked out the short way."""


class _Groups(_Quick, GroupPopulation):
    """Groups whose variables are worked out the short way."""


def populations_of(system: TaxBenefitSystem) -> dict[str, Any]:
    """Populations of every entity, without members yet."""
    persons = _Persons(system.person_entity)
    found: dict[str, Any] = {system.person_entity.key: persons}
    for entity in system.group_entities:
        found[entity.key] = _Groups(entity, persons)
    return found


class QuickSimulation(Simulation):
    """OpenFisca's simulation, by a shorter way.

    A variable that meets itself at another period raises ``SpiralFoundError``.
    """

    def __init__(self, system: TaxBenefitSystem, populations: dict[str, Any]) -> None:
        super().__init__(system, populations)
        self._variables = system.variables
        self._figures: dict[Any, Any] = {}
        self._values: dict[tuple[str, Period | None], Any] = {}
        self._under_way: dict[str, Period | None] = {}

    def put(self, name: str, period: Period, values: Any) -> None:
        """Set what is known of a variable: one value for each member, as the engine has them."""
        self.get_holder(name)._memory_storage.put(values, period)
        variable = self._variables[name]
        key = (name, None if variable.definition_period == DateUnit.ETERNITY else period)
        self._values[key] = values

    def calculate(self, variable_name: str, period: Any) -> Any:
        """A variable's values in a period: see OpenFisca's ``Simulation.calculate``."""
        if self.trace or type(period) is not Period:
            return super().calculate(variable_name, period)
        return self.value_of(variable_name, period)

    def value_of(self, name: str, period: Period) -> Any:
        """The same, for a period whose unit is that of the variable."""
        variable = self._variables[name]
        at = None if variable.definition_period == DateUnit.ETERNITY else period
        key = (name, at)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._worked_out(variable, name, period, at)
        return found

    def _worked_out(self, variable: Variable, name: str, period: Period, at: Period | None) -> Any:
        population: Any = self.populations[variable.entity.key]
        holder = population._holders.get(name)
        if holder is not None:
            known = holder.get_array(period)
            if known is not None:
                return known
        if variable.is_neutralized or not variable.formulas:
            return variable.default_array(population.count)
        formula = _formula_of(variable, period)
        if formula is None:
            return variable.default_array(population.count)
        if name in self._under_way:
            self._refuse(name, at)
        self._under_way[name] = at
        try:
            if formula.__code__.co_argcount > _WITHOUT_LAW:
                result = formula(population, period, self._law_at)
            else:
                result = formula(population, period)
        finally:
            del self._under_way[name]
        return _cast(result, variable, population.count)

    def _law_at(self, at: Any) -> Any:
        """The figures in force: looked up once for each date that a formula names."""
        found = self._figures.get(at)
        if found is None:
            found = self._figures[at] = self.tax_benefit_system.get_parameters_at_instant(at)
        return found

    def _refuse(self, name: str, at: Period | None) -> None:
        chain = " > ".join(f"{key}@{value}" for key, value in self._under_way.items())
        if self._under_way[name] == at:
            raise CycleError(
                message(
                    "{name} depends on itself: {chain} > {name}@{at}", name=name, chain=chain, at=at
                )
            )
        raise SpiralFoundError(
            message(
                "{name} depends on itself at another period: {chain} > {name}@{at}",
                name=name,
                chain=chain,
                at=at,
            )
        )


def _formula_of(variable: Variable, period: Period) -> Any:
    """The formula in force; one that has always held is not looked for by date."""
    always = formula_at_all_times(variable)
    return variable.get_formula(period) if always is None else always


def formula_at_all_times(variable: Variable) -> Any:
    """The formula that holds whatever the date; None if there is no such formula."""
    if len(variable.formulas) == 1 and variable.end is None:
        return variable.formulas.get(_ALWAYS)
    return None


def _cast(result: Any, variable: Variable, count: int) -> Any:
    """A formula's result as an array of the variable's own kind."""
    if variable.value_type is Enum:
        if isinstance(result, EnumArray):
            return result
        return variable.possible_values.encode(numpy.asarray(result))
    values = numpy.asarray(result)
    if values.shape != (count,):
        raise ValueError(
            f"{variable.name} gives {values.shape} values for {count} members of its entity"
        )
    return values if values.dtype == variable.dtype else values.astype(variable.dtype)
