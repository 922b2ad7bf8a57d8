"""Simulations of many participants from columns: groups and values are set all at once.

What ``POST /batch`` and the costing of populations have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum, EnumArray
from openfisca_core.periods import Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.situations.engine import QuickSimulation, populations_of
from openfisca_jobgrant.situations.values import LARGEST_AMOUNT

Homes = Mapping[str, tuple[Any, int]]


def simulation_of_homes(system: TaxBenefitSystem, homes: Homes) -> QuickSimulation:
    """A simulation of persons in groups, with no inputs yet.

    Args:
        system: The law.
        homes: Key of every entity → the group's place for each person, and how many groups there
            are; for persons themselves, anything and their count.
    """
    populations = populations_of(system)
    for entity in system.entities:
        population = populations[entity.key]
        members, count = homes[entity.key]
        population.count = count
        population.ids = range(count)
        if not entity.is_person:
            population.members_entity_id = members
    return QuickSimulation(system, populations)


def let_go(simulation: QuickSimulation) -> None:
    """Free a simulation's arrays now: it stands in circles, which Python frees when it likes."""
    simulation._values.clear()
    for population in simulation.populations.values():
        population._holders.clear()
        population.simulation = None
        for name in ("_members_position", "_ordered_members_map"):
            if hasattr(population, name):
                setattr(population, name, None)


def of_first_members(values: Any, members: Any, count: int) -> Any:
    """The value of each group's first member.

    Args:
        values: One value for each person.
        members: The group's place for each person.
        count: How many groups there are.
    """
    found = numpy.zeros(count, dtype=values.dtype)
    # Written from the last person to the first, so that the first one's value stays.
    found[members[::-1]] = values[::-1]
    return found


def put_column(
    simulation: QuickSimulation, variable: Variable, period: Period, values: Any, homes: Homes
) -> None:
    """Set what is known of a variable from one value for each person.

    Args:
        simulation: The simulation.
        variable: The variable, of persons or of a group.
        period: The period.
        values: One value for each person, as the engine holds them; persons of one group agree.
        homes: As for ``simulation_of_homes``.
    """
    if not variable.entity.is_person:
        values = of_first_members(values, *homes[variable.entity.key])
    if variable.value_type is Enum and not isinstance(values, EnumArray):
        values = EnumArray(values.astype(numpy.uint8), variable.possible_values)
    simulation.put(variable.name, period, values)


def wrong_numbers(numbers: Any, variable: Variable, *, refuses_negative: bool) -> Any:
    """Which numbers a variable doesn't take: too large, too small, parts of cents or of units.

    Args:
        numbers: float64.
        variable: A variable of numbers.
        refuses_negative: Whether no quantity can be negative.

    Returns:
        True or false for each number.
    """
    money = isinstance(variable, Money)
    most = LARGEST_AMOUNT if money else largest(variable)
    least = 0.0 if refuses_negative else -most
    with numpy.errstate(invalid="ignore"):
        wrong = ~((numbers >= least) & (numbers <= most))
        if money:
            wrong |= numpy.rint(numbers * 100) / 100 != numbers
        if variable.value_type is int:
            wrong |= numbers != numpy.rint(numbers)
    return wrong


def largest(variable: Variable) -> float:
    """The largest number that a variable's array can hold."""
    if variable.value_type is int:
        return float(numpy.iinfo(variable.dtype).max)
    return float(numpy.finfo(variable.dtype).max)
