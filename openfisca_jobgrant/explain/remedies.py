"""What least change would turn a refusal.

Changes are tried on the engine: one fact, then one for each failed condition together, and the
month of the application. What is named does turn the refusal.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import period as period_from
from openfisca_core.variables import Variable

from openfisca_jobgrant.rules import Money, fiscal_year
from openfisca_jobgrant.scenarios.tracing import start_tracing, steps
from openfisca_jobgrant.situations.answering import simulation_of
from openfisca_jobgrant.situations.reading import Situation, SituationReader

_ELIGIBLE, _IN_FORCE = "job_grant_eligible", "has_grant_in_force"
_MOST_PAIRS = 200
_CENT = 0.01
_FURTHEST_MONTHS = 36


@dataclass(frozen=True)
class Change:
    """One fact that would have to be another.

    Attributes:
        variable: The fact; empty if it is the month of the application.
        before: What it is.
        after: What it would have to be.
    """

    variable: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Remedy:
    """Changes that together turn a refusal.

    Attributes:
        changes: The facts, as few as were found to be enough.
    """

    changes: tuple[Change, ...]


def remedies(
    reader: SituationReader,
    situation: Situation,
    period: str,
    place: int,
    failed: Sequence[str],
) -> list[Remedy]:
    """The least changes after which a participant is eligible, if any were found.

    Args:
        reader: The reader with the law.
        situation: The situation.
        period: The month.
        place: The participant's place.
        failed: The conditions that the participant fails.
    """
    if _IN_FORCE in failed:
        return list(_other_months(reader, situation, period, place))
    trial = _Trial(reader, situation, period, place)
    by_condition = [list(trial.single_changes(name)) for name in failed]
    single = [
        Remedy((change,))
        for changes in by_condition
        for change in changes
        if trial.is_eligible((change,))
    ]
    if single or len(failed) == 1:
        return single
    together = []
    for place_in_all, changes in enumerate(product(*by_condition)):
        if place_in_all >= _MOST_PAIRS:
            break
        if len({change.variable for change in changes}) == len(changes) and trial.is_eligible(
            changes
        ):
            together.append(Remedy(tuple(changes)))
            break
    return together


class _Trial:
    """A situation in which facts are changed, and the engine asked again."""

    def __init__(
        self, reader: SituationReader, situation: Situation, period: str, place: int
    ) -> None:
        self._reader = reader
        self._situation = situation
        self._period = period
        self._place = place

    def single_changes(self, condition: str) -> Iterator[Change]:
        """Changes of one fact that a condition looks at after which it is met."""
        simulation = simulation_of(self._situation, self._reader)
        start_tracing(simulation)
        simulation.calculate(condition, self._period)
        figures = [
            parameter.value
            for node, _ in steps(simulation)
            for parameter in node.parameters
            if isinstance(parameter.value, int | float) and not isinstance(parameter.value, bool)
        ]
        seen = set()
        for node, _ in list(steps(simulation)):
            variable = self._reader.system.variables[node.name]
            key = (node.name, str(node.period))
            if variable.formulas or key in seen or str(variable.definition_period) == "eternity":
                continue
            seen.add(key)
            at = self._place_of(simulation, variable)
            now = node.value[at]
            for value in _alternatives(variable, now, figures):
                change = Change(node.name, _shown(variable, now), _shown(variable, value))
                if self._holds(condition, {key: (variable, at, value)}):
                    yield change
                    break

    def is_eligible(self, changes: Sequence[Change]) -> bool:
        """Whether the participant is eligible after some changes."""
        simulation = simulation_of(self._situation, self._reader)
        changed: dict[tuple[str, str], tuple[Variable, int, Any]] = {}
        for change in changes:
            variable = self._reader.system.variables[change.variable]
            at = self._place_of(simulation, variable)
            changed[change.variable, self._spelt(variable)] = (
                variable,
                at,
                self._reader.kind(variable).read(change.after),
            )
        return self._holds(_ELIGIBLE, changed)

    def _spelt(self, variable: Variable) -> str:
        at = period_from(self._period)
        return str(fiscal_year(at)) if str(variable.definition_period) == "year" else self._period

    def _place_of(self, simulation: Any, variable: Variable) -> int:
        if variable.entity.is_person:
            return self._place
        return int(simulation.populations[variable.entity.key].members_entity_id[self._place])

    def _holds(self, name: str, changed: dict[tuple[str, str], tuple[Variable, int, Any]]) -> bool:
        situation = copy.copy(self._situation)
        situation.inputs = {key: dict(known) for key, known in self._situation.inputs.items()}
        situation.periods = dict(self._situation.periods)
        for key, (_variable, at, value) in changed.items():
            situation.inputs.setdefault(key, {})[at] = value
            situation.periods[key] = period_from(key[1])
        simulation = simulation_of(situation, self._reader)
        return bool(simulation.calculate(name, self._period)[self._place])


def _alternatives(variable: Variable, now: Any, figures: Sequence[float]) -> Iterator[Any]:
    """Other values of a fact, the nearest first, as the reader gives them."""
    if variable.value_type is bool:
        yield not bool(now)
    elif variable.value_type is Enum:
        yield from (place for place in range(len(variable.possible_values)) if place != int(now))
    elif variable.value_type in (int, float):
        step = _CENT if isinstance(variable, Money) else 1
        # Just at a figure of the law, and just beyond it on either side.
        tried = {at + move for at in figures for move in (0, step, -step) if 0 <= at < _FAR}
        nearest_first = sorted(tried, key=lambda value: abs(value - float(now)))
        for value in nearest_first:
            if value >= 0 and value != now:
                yield int(value) if variable.value_type is int else round(float(value), 2)


#: A figure as large as this means that there is no limit.
_FAR = 1e9


def _shown(variable: Variable, value: Any) -> Any:
    if variable.value_type is Enum:
        return list(variable.possible_values)[int(value)].name
    if variable.value_type is bool:
        return bool(value)
    return int(value) if variable.value_type is int else round(float(value), 2)


def _other_months(
    reader: SituationReader, situation: Situation, period: str, place: int
) -> Iterator[Remedy]:
    """The nearest months before and after in which the participant is eligible."""
    month = period_from(period)
    for direction in (1, -1):
        for distance in range(1, _FURTHEST_MONTHS + 1):
            other = month.offset(direction * distance)
            moved = _moved(situation, period, str(other))
            simulation = simulation_of(moved, reader)
            if bool(simulation.calculate(_ELIGIBLE, str(other))[place]):
                yield Remedy((Change("", period, str(other)),))
                break


def _moved(situation: Situation, period: str, other: str) -> Situation:
    """The situation with everything that is known of one month said of another."""
    years = {str(fiscal_year(period_from(at))): at for at in (period,)}
    moved = copy.copy(situation)
    moved.inputs, moved.periods = {}, {}
    for (name, text), known in situation.inputs.items():
        at = text
        if text == period:
            at = other
        elif text in years:
            at = str(fiscal_year(period_from(other)))
        moved.inputs[name, at] = known
        moved.periods[name, at] = (
            period_from(at) if at != "ETERNITY" else situation.periods[name, text]
        )
    return moved
