"""Computing what a situation asks for, and answering in its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from openfisca_core.periods import Period
from openfisca_core.simulations import Simulation

from openfisca_jobgrant.languages.messages import message_of
from openfisca_jobgrant.situations.engine import QuickSimulation, populations_of
from openfisca_jobgrant.situations.faults import Fault, SituationError, pointer
from openfisca_jobgrant.situations.reading import (
    Situation,
    SituationReader,
    columns,
    memberships,
)
from openfisca_jobgrant.situations.values import plain_values
from openfisca_jobgrant.spirals import refuse_spirals


@dataclass(frozen=True)
class Answer:
    """A situation with what it asked for.

    Attributes:
        document: The request with every null filled.
        simulation: What it was worked out in.
    """

    document: dict[str, Any]
    simulation: Simulation


def simulation_of(situation: Situation, reader: SituationReader) -> QuickSimulation:
    """The situation, ready to be computed. A variable that meets itself in it raises.

    Args:
        situation: Who there is and what is known of them.
        reader: The reader that read it, with the law.
    """
    system = reader.system
    populations = populations_of(system)
    for entity in system.entities:
        population = populations[entity.key]
        population.ids = list(situation.ids[entity.key])
        population.count = len(population.ids)
        if not entity.is_person:
            population.members_entity_id = memberships(situation, entity)
            if len(entity.flattened_roles) > 1:
                population.members_role = _roles(situation, entity)
    simulation = QuickSimulation(system, populations)
    refuse_spirals(simulation)
    for name, at, values in columns(situation, reader):
        simulation.put(name, at, values)
    return simulation


def _roles(situation: Situation, entity: Any) -> list[Any]:
    """The role of each person in a kind of group that knows several."""
    role_of = {}
    for group in situation.document.get(entity.plural, {}).values():
        for role in entity.roles:
            members = group.get(role.plural or role.key, [])
            for place, member in enumerate([members] if isinstance(members, str) else members):
                role_of[member] = role.subroles[place] if role.subroles else role
    persons = situation.ids[situation.person]
    return [role_of.get(person, entity.flattened_roles[0]) for person in persons]


def calculate(situation: Situation, reader: SituationReader) -> Answer:
    """What a situation asks for, filled into the request.

    Args:
        situation: What was read.
        reader: The reader that read it, with the law.

    Raises:
        SituationError: If a value that is asked for can't be worked out; it names each.
    """
    simulation = simulation_of(situation, reader)
    document = _copied(situation.document, {cell.plural for cell in situation.asked})
    results: dict[tuple[str, str], list[Any]] = {}
    faults = []
    for cell in situation.asked:
        key = (cell.variable, cell.period)
        try:
            if key not in results:
                results[key] = values_of(simulation, cell.variable, cell.at)
            found = results[key][cell.place]
        except ArithmeticError as error:
            place = (cell.plural, cell.member, cell.variable, cell.period)
            faults.append(Fault(pointer(place), message_of(error)))
            continue
        document[cell.plural][cell.member][cell.variable][cell.period] = found
    if faults:
        raise SituationError(faults)
    return Answer(document, simulation)


def _copied(document: dict[str, Any], filled: set[str]) -> dict[str, Any]:
    """The request, to be filled: the members of which nothing is asked are shared."""
    return document | {
        plural: {
            member: {
                name: dict(dated) if isinstance(dated, dict) else dated
                for name, dated in content.items()
            }
            for member, content in members.items()
        }
        for plural, members in document.items()
        if plural in filled
    }


def values_of(simulation: Simulation, name: str, period: Period | str) -> list[Any]:
    """A variable's values as JSON has them, one for each member.

    Args:
        simulation: The simulation.
        name: The variable.
        period: Its period.

    Raises:
        ArithmeticError: If one of them is a number that JSON can't hold.
    """
    variable = simulation.tax_benefit_system.variables[name]
    values = simulation.calculate(name, period)
    return plain_values(values, variable)
