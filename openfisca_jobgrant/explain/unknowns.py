"""Unknown is not zero: what a request doesn't say, whether it matters, and between what it lies.

Facts that the rules look at and that the request doesn't state are tried with every value at which
a rule could turn. The answer is the range of what comes out, and which fact would narrow it most.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum, EnumArray
from openfisca_core.periods import Period
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import Message, message
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.scenarios.tracing import start_tracing, steps
from openfisca_jobgrant.situations.answering import simulation_of
from openfisca_jobgrant.situations.faults import Fault, pointer
from openfisca_jobgrant.situations.json_text import TooLargeError
from openfisca_jobgrant.situations.reading import Cell, Situation, SituationReader
from openfisca_jobgrant.situations.values import plain_values

#: Up to this many combinations all are tried; beyond it, this many are drawn.
MOST_COMBINATIONS = 2000
#: Every combination is the whole situation once more, for each result that is asked: so many
#: participants, and so many participants times results, take half a minute and no more.
MOST_PARTICIPANTS = 200
MOST_PLACES = 4000
_MOST_OF_A_PAIR = 60
_FAR = 1e9


@dataclass(frozen=True)
class Unknown:
    """A fact that the request doesn't state.

    Attributes:
        entity: Plural of the member's entity.
        member: The member's id.
        variable: The fact.
        period: For which period, as requests spell it.
        assumed: The value that it has while nobody states it.
        tried: The values with which the rules were tried.
        matters: Whether the result moves with it alone.
        narrows_to: How wide the range of the result is on average once the fact is known.
    """

    entity: str
    member: str
    variable: str
    period: str
    assumed: Any
    tried: tuple[Any, ...]
    matters: bool
    narrows_to: float


@dataclass(frozen=True)
class Range:
    """Between what a result lies while some facts are not known.

    Attributes:
        cell: Which result.
        assumed: The result with every default.
        least: The least result that was found.
        most: The most.
        is_exhaustive: Whether all combinations of the values that were tried were tried together.
        unknowns: The facts that aren't stated and that matter, the one that narrows most first.
        costs_taken_as_nothing: Amounts that aren't stated, and that count as nothing.
    """

    cell: Cell
    assumed: Any
    least: Any
    most: Any
    is_exhaustive: bool
    unknowns: tuple[Unknown, ...]
    costs_taken_as_nothing: tuple[str, ...]


def ranges(situation: Situation, reader: SituationReader) -> list[Range]:
    """The range of every number or condition that a situation asks for.

    Args:
        situation: The situation.
        reader: The reader that read it, with the law.

    Raises:
        TooLargeError: If there are too many participants, or too many of them for what is asked.
    """
    asked = [
        cell
        for cell in situation.asked
        if reader.system.variables[cell.variable].value_type in (int, float, bool)
    ]
    _refuse_crowds(situation, reader, len(asked))
    return [_range(situation, reader, cell) for cell in asked]


def _refuse_crowds(situation: Situation, reader: SituationReader, asked: int) -> None:
    plural = reader.system.person_entity.plural
    count = len(situation.ids[situation.person])
    if count > MOST_PARTICIPANTS:
        raise _too_large(
            plural,
            message(
                "there are {count} {plural}; ranges are given for at most {most}",
                count=count,
                plural=plural,
                most=MOST_PARTICIPANTS,
            ),
            count,
            message(
                "at most {most} {plural}",
                most=MOST_PARTICIPANTS,
                plural=plural,
            ),
        )
    if count * asked > MOST_PLACES:
        most = MOST_PLACES // count
        raise _too_large(
            plural,
            message(
                "{asked} ranges are asked; with {count} {plural} at most {most} are given at once",
                asked=asked,
                count=count,
                plural=plural,
                most=most,
            ),
            asked,
            message("at most {most} values that are asked with null", most=most),
        )


def _too_large(plural: str, wrong: Message, found: int, accepted: Message) -> TooLargeError:
    return TooLargeError([Fault(pointer((plural,)), wrong, str(found), accepted)])


@dataclass(frozen=True)
class _Fact:
    variable: Variable
    place: int
    period: Period
    spelt: str
    values: tuple[Any, ...]


def _range(situation: Situation, reader: SituationReader, cell: Cell) -> Range:
    simulation = simulation_of(situation, reader)
    start_tracing(simulation)
    simulation.calculate(cell.variable, cell.period)
    facts, amounts = _unstated(simulation, situation, reader, cell)
    survey = _survey(situation, reader, cell, facts)
    facts = survey.facts
    rows, exhaustive = _rows(facts)
    results = _results(situation, reader, cell, facts, rows)
    everything = [*results, *survey.results]
    unknowns = [
        _unknown(situation, reader, fact, place, rows, results) for place, fact in enumerate(facts)
    ]
    unknowns.sort(key=lambda unknown: unknown.narrows_to)
    variable = reader.system.variables[cell.variable]
    return Range(
        cell,
        _as(variable, survey.assumed),
        _as(variable, min(everything)),
        _as(variable, max(everything)),
        exhaustive,
        tuple(unknowns),
        tuple(amounts),
    )


def _as(variable: Variable, value: float) -> Any:
    return plain_values(numpy.asarray([value], dtype=variable.dtype), variable)[0]


def _unstated(
    simulation: Any, situation: Situation, reader: SituationReader, cell: Cell
) -> tuple[list[_Fact], list[str]]:
    """The facts that the rules looked at for the cell's member and its groups, and amounts."""
    variables = reader.system.variables
    person = _person_of(simulation, variables[cell.variable], cell.place)
    figures: dict[str, list[float]] = {}
    for node, _ in steps(simulation):
        read = [
            float(parameter.value)
            for parameter in node.parameters
            if isinstance(parameter.value, int | float) and not isinstance(parameter.value, bool)
        ]
        for child in node.children:
            figures.setdefault(child.name, []).extend(read)
    facts: dict[tuple[str, str], _Fact] = {}
    amounts: dict[str, None] = {}
    for node, _ in list(steps(simulation)):
        variable = variables[node.name]
        if variable.formulas and not getattr(variable, "is_history", False):
            continue
        spelt = "ETERNITY" if str(variable.definition_period) == "eternity" else str(node.period)
        key = (node.name, spelt)
        place = person
        if not variable.entity.is_person:
            homes = simulation.populations[variable.entity.key].members_entity_id
            place = int(homes[person])
        if key in facts or place in situation.inputs.get(key, {}):
            continue
        if isinstance(variable, Money) or getattr(variable, "is_history", False):
            if not variable.formulas:
                amounts.setdefault(node.name)
            continue
        values = _values(variable, figures.get(node.name, []))
        facts[key] = _Fact(variable, place, node.period, spelt, values)
    return list(facts.values()), list(amounts)


def _person_of(simulation: Any, variable: Variable, place: int) -> int:
    if variable.entity.is_person:
        return place
    homes = simulation.populations[variable.entity.key].members_entity_id
    return int((homes == place).argmax())


def _values(variable: Variable, figures: Sequence[float]) -> tuple[Any, ...]:
    """The values at which a rule could turn: all words, both truths, and around each figure."""
    if variable.value_type is bool:
        return (False, True)
    if variable.value_type is Enum:
        return tuple(range(len(variable.possible_values)))
    found = {float(variable.default_value)}
    for figure in figures:
        if 0 <= figure < _FAR:
            found |= {max(figure - 1, 0.0), figure, figure + 1}
    if variable.value_type is int:
        return tuple(sorted({int(value) for value in found}))
    return tuple(sorted(found))


#: Facts by their places, with the values to which they are turned.
_Turn = tuple[tuple[int, Any], ...]


@dataclass(frozen=True)
class _Survey:
    """What was found by turning facts from their defaults: one, two, and some three.

    Attributes:
        facts: Those that move the result, alone or beside others.
        assumed: The result with every default.
        results: All results.
    """

    facts: list[_Fact]
    assumed: float
    results: list[float]


def _survey(
    situation: Situation, reader: SituationReader, cell: Cell, facts: list[_Fact]
) -> _Survey:
    defaults = tuple(_assumed(fact, reader) for fact in facts)
    others = [
        [value for value in fact.values if value != default]
        for fact, default in zip(facts, defaults, strict=True)
    ]
    turns: list[_Turn] = [()]
    turns += [((at, value),) for at, values in enumerate(others) for value in values]
    for first, second in combinations(range(len(facts)), 2):
        pairs = [
            ((first, one), (second, other)) for one in others[first] for other in others[second]
        ]
        turns += pairs[:_MOST_OF_A_PAIR]
    found = _turned(situation, reader, cell, facts, turns)
    # A third fact beside two: from one pair of turns for each result that pairs lead to.
    leading = {found[turn]: turn for turn in turns if len(turn) > 1}
    thirds = [
        tuple(sorted((*turn, (at, value)), key=lambda moved: moved[0]))
        for turn in leading.values()
        for at, values in enumerate(others)
        if at not in {place for place, _ in turn}
        for value in values
    ]
    found |= _turned(situation, reader, cell, facts, thirds)
    moving = set()
    for turn, result in found.items():
        # A fact matters if the result is another one without its turn.
        for at in range(len(turn)):
            without = found.get(turn[:at] + turn[at + 1 :])
            if without is not None and without != result:
                moving.add(turn[at][0])
    return _Survey([facts[at] for at in sorted(moving)], found[()], list(found.values()))


def _turned(
    situation: Situation,
    reader: SituationReader,
    cell: Cell,
    facts: list[_Fact],
    turns: Sequence[_Turn],
) -> dict[_Turn, float]:
    """The result after each turn of some facts from their defaults."""
    defaults = [_assumed(fact, reader) for fact in facts]
    rows = []
    for turn in turns:
        row = list(defaults)
        for at, value in turn:
            row[at] = value
        rows.append(tuple(row))
    return dict(zip(turns, _results(situation, reader, cell, facts, rows), strict=True))


def _assumed(fact: _Fact, reader: SituationReader) -> Any:
    return reader.kind(fact.variable).default()


def _rows(facts: Sequence[_Fact]) -> tuple[list[tuple[Any, ...]], bool]:
    count = 1
    for fact in facts:
        count *= len(fact.values)
    if count <= MOST_COMBINATIONS:
        return list(product(*(fact.values for fact in facts))), True
    draw = random.Random(0)
    return [
        tuple(draw.choice(fact.values) for fact in facts) for _ in range(MOST_COMBINATIONS)
    ], False


def _results(
    situation: Situation,
    reader: SituationReader,
    cell: Cell,
    facts: Sequence[_Fact],
    rows: Sequence[tuple[Any, ...]],
) -> list[float]:
    """The result for each combination: the situation side by side with itself, all at once."""
    copies = len(rows)
    if not copies:
        return []
    wide = copy.copy(situation)
    counts = {key: len(ids) for key, ids in situation.ids.items()}
    wide.document = {}
    wide.ids = {key: tuple(map(str, range(n * copies))) for key, n in counts.items()}
    wide.members_of = {
        key: numpy.concatenate(
            [numpy.asarray(homes) + turn * counts[key] for turn in range(copies)]
        )
        for key, homes in situation.members_of.items()
    }
    wide.inputs = {}
    wide.periods = dict(situation.periods)
    simulation = simulation_of(wide, reader)
    for (name, spelt), known in situation.inputs.items():
        variable = reader.system.variables[name]
        count = counts[variable.entity.key]
        kind = reader.kind(variable)
        stated = [kind.default()] * count
        for place, value in known.items():
            stated[place] = value
        _put(simulation, variable, situation.periods[name, spelt], kind.array(stated), copies)
    for column, fact in enumerate(facts):
        holder = simulation.get_holder(fact.variable.name)
        count = counts[fact.variable.entity.key]
        kind = reader.kind(fact.variable)
        known_values = holder.get_array(fact.period)
        values: Any = (
            numpy.asarray(kind.array([kind.default()] * (count * copies)))
            if known_values is None
            else numpy.asarray(known_values).copy()
        )
        values[fact.place :: count] = numpy.asarray([row[column] for row in rows])
        if fact.variable.value_type is Enum:
            values = EnumArray(values.astype(numpy.uint8), fact.variable.possible_values)
        simulation.put(fact.variable.name, fact.period, values)
    found = simulation.calculate(cell.variable, cell.period)
    count = counts[reader.system.variables[cell.variable].entity.key]
    return [float(value) for value in found[cell.place :: count]]


def _put(simulation: Any, variable: Variable, at: Period, values: Any, copies: int) -> None:
    wide = numpy.tile(numpy.asarray(values), copies)
    if variable.value_type is Enum:
        wide = EnumArray(wide.astype(numpy.uint8), variable.possible_values)
    simulation.put(variable.name, at, wide)


def _unknown(
    situation: Situation,
    reader: SituationReader,
    fact: _Fact,
    place: int,
    rows: Sequence[tuple[Any, ...]],
    results: Sequence[float],
) -> Unknown:
    widths = []
    for value in fact.values:
        of_value = [
            result for row, result in zip(rows, results, strict=True) if row[place] == value
        ]
        if of_value:
            widths.append(max(of_value) - min(of_value))
    entity = fact.variable.entity
    return Unknown(
        entity.plural,
        situation.ids[entity.key][fact.place],
        fact.variable.name,
        fact.spelt,
        _word(fact.variable, _assumed(fact, reader)),
        tuple(_word(fact.variable, value) for value in fact.values),
        True,
        round(sum(widths) / len(widths), 2) if widths else 0.0,
    )


def _word(variable: Variable, value: Any) -> Any:
    if variable.value_type is Enum:
        return list(variable.possible_values)[int(value)].name
    return value


def as_data(found: Sequence[Range]) -> list[dict[str, Any]]:
    """As JSON has it."""
    return [
        {
            "entity": at.cell.plural,
            "member": at.cell.member,
            "variable": at.cell.variable,
            "period": at.cell.period,
            "assumed": at.assumed,
            "least": at.least,
            "most": at.most,
            "is_exhaustive": at.is_exhaustive,
            "unknowns": [vars(unknown) for unknown in at.unknowns],
            "costs_taken_as_nothing": list(at.costs_taken_as_nothing),
        }
        for at in found
    ]


__all__ = ["Range", "Unknown", "as_data", "ranges"]
