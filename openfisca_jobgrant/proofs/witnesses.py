"""Situations that break a claim: looked for among corner cases, and made as plain as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from openfisca_core.indexed_enums import Enum
from openfisca_core.parameters import ParameterNodeAtInstant
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.batches import Batch, column
from openfisca_jobgrant.proofs.bounds import bounds_of
from openfisca_jobgrant.proofs.situation import MORE, Key

#: Whether a claim fails for some participant of each situation of a batch.
Fails = Callable[[Batch], NDArray[numpy.bool_]]

_OTHER_COSTS = (
    "mandatory_student_fees",
    "textbook_and_material_costs",
    "examination_fees",
    "group_training_costs",
)
_USUAL = 0.6
_AT_ONCE = 20_000


def figures_of(node: Any) -> set[float]:
    """Every number that a law holds at a date."""
    if isinstance(node, ParameterNodeAtInstant):
        return set().union(*(figures_of(child) for child in node._children.values()), set())
    if isinstance(node, bool) or not isinstance(node, int | float):
        return set()
    return {float(node)}


def corners(figures: Iterable[float]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Amounts and counts at which rules change: figures, what reaches them by a share, and beside.

    Returns:
        Amounts in dollars, and counts.
    """
    known = set(figures)
    amounts = {one for one in known if 1 < one <= 1e6}
    shares = {one for one in known if 0 < one < 1}
    reached = {one / share for one in amounts for share in shares} | amounts
    reached |= {one / (1 - share) for one in amounts for share in shares}
    cents = numpy.unique(numpy.rint(numpy.array([0.0, *reached]) * 100))
    beside = numpy.concatenate([cents + step for step in (-2, -1, 0, 1, 2)])
    counts = numpy.array([0.0, *(one for one in known if one >= 1 and one <= 1e5)])
    around = numpy.concatenate([counts + step for step in (-1, 0, 1)])
    return numpy.unique(beside[beside >= 0]) / 100, numpy.unique(around[around >= 0])


class Drawer:
    """Draws situations near the corners of a law.

    Args:
        variables: The variables, by name.
        keys: The (variable, period, member) that matter.
        figures: Every number of the law.
        seed: What the draws depend on.
    """

    def __init__(
        self, variables: Any, keys: Sequence[Key], figures: Iterable[float], seed: int = 0
    ) -> None:
        self._variables = variables
        self._keys = list(keys)
        self._amounts, self._counts = corners(figures)
        self._random = numpy.random.default_rng(seed)

    def draw(self, month: str, code: str, participants: int, count: int) -> Batch:
        """Situations drawn at random, most of their facts being the usual ones."""
        values = {}
        for key in self._keys:
            variable = self._variables[key[0]]
            drawn = self._drawn(variable, count, key[2] == MORE)
            values[key] = column(variable, drawn)
        return Batch(month, code, participants, count, values)

    def _drawn(self, variable: Variable, count: int, is_more: bool) -> Any:
        random = self._random
        usual = random.random(count) < _USUAL
        if variable.value_type is bool:
            other = random.random(count) < 1 / 2
            return numpy.where(usual, variable.default_value, other)
        if variable.value_type is Enum:
            places = list(variable.possible_values)
            return numpy.where(
                usual,
                places.index(variable.default_value),
                random.integers(len(places), size=count),
            )
        most = bounds_of(variable)[1]
        if variable.dtype == numpy.float64:
            corner = random.choice(self._amounts, count)
            anywhere = numpy.floor(numpy.exp(random.uniform(0, numpy.log(2e6), count))) / 100
            drawn = numpy.where(random.random(count) < 1 / 2, corner, anywhere)
            default: float = 0.0
        else:
            drawn = random.choice(self._counts, count)
            default = float(variable.default_value)
        drawn = numpy.minimum(drawn, most)
        return drawn if is_more else numpy.where(usual, default, drawn)


def searched(drawer: Drawer, fails: Fails, shape: tuple[str, str, int], count: int) -> Batch | None:
    """The first situation found for which a claim fails, among so many drawn; None for none."""
    for start in range(0, count, _AT_ONCE):
        batch = drawer.draw(*shape, min(_AT_ONCE, count - start))
        found = numpy.flatnonzero(fails(batch))
        if len(found):
            return batch.only(int(found[0]))
    return None


def plainest(witness: Batch, fails: Fails, variables: Any) -> Batch:
    """The same failure with as few, as round and as small facts as can be found.

    Args:
        witness: One situation for which a claim fails.
        fails: Whether it fails for each situation of a batch.
        variables: The variables, by name.
    """
    for _ in range(3):
        before = {key: values[0] for key, values in witness.values.items()}
        for key in list(witness.values):
            rest = {at: values for at, values in witness.values.items() if at != key}
            without = Batch(witness.month, witness.code, witness.participants, 1, rest)
            if fails(without)[0]:
                witness = without
        witness = _as_tuition(witness, fails)
        for key in list(witness.values):
            witness = _rounder(witness, key, fails, variables[key[0]])
        if {key: values[0] for key, values in witness.values.items()} == before:
            break
    return witness


def _as_tuition(witness: Batch, fails: Fails) -> Batch:
    """The same with costs stated as tuition fees, where that makes no difference."""
    for name, when, member in list(witness.values):
        tuition = ("tuition_fees", when, member)
        if name not in _OTHER_COSTS or tuition in witness.values:
            continue
        values = dict(witness.values)
        values[tuition] = values.pop((name, when, member))
        moved = Batch(witness.month, witness.code, witness.participants, 1, values)
        if fails(moved)[0]:
            witness = moved
    return witness


def extent(
    witness: Batch, key: Key, fails: Fails, variable: Variable
) -> tuple[float | None, float | None]:
    """From which value of a number on, and up to which, a claim fails, all else staying.

    Args:
        witness: A situation for which it fails.
        key: The number's (variable, period, member).
        fails: Whether it fails for each situation of a batch.
        variable: The number's variable.

    Returns:
        The least and the most such value, in dollars or counts; None where there is no end within
        the bounds. Just beyond each of them the claim holds.
    """
    scale = 100 if variable.dtype == numpy.float64 else 1
    now = round(float(witness.values[key][0]) * scale)
    ends: list[float | None] = []
    for end in (round(bound * scale) for bound in bounds_of(variable)):
        fails_at, holds_at = now, end
        if now == end or _fails_with(witness, key, fails, variable, end / scale):
            ends.append(None)
            continue
        while abs(holds_at - fails_at) > 1:
            middle = (holds_at + fails_at) // 2
            if _fails_with(witness, key, fails, variable, middle / scale):
                fails_at = middle
            else:
                holds_at = middle
        ends.append(fails_at / scale)
    return ends[0], ends[1]


def _fails_with(witness: Batch, key: Key, fails: Fails, variable: Variable, value: float) -> bool:
    values = {**witness.values, key: column(variable, [value])}
    changed = Batch(witness.month, witness.code, witness.participants, 1, values)
    return bool(fails(changed)[0])


def _rounder(witness: Batch, key: Key, fails: Fails, variable: Variable) -> Batch:
    if variable.value_type in (bool, Enum):
        return witness
    scale = 100 if variable.dtype == numpy.float64 else 1
    most = round(bounds_of(variable)[1] * scale)
    now = round(float(witness.values[key][0]) * scale)
    for candidates in _by_roundness(most, prefer_from=100_000 if scale > 1 else 1):
        is_there = now in candidates
        if is_there:
            candidates = candidates[: int(numpy.flatnonzero(candidates == now)[0])]
        count = len(candidates)
        values = {at: numpy.repeat(known, count) for at, known in witness.values.items()}
        values[key] = column(variable, candidates / scale)
        batch = Batch(witness.month, witness.code, witness.participants, count, values)
        found: Sequence[Any] = numpy.flatnonzero(fails(batch)).tolist() if count else []
        if len(found):
            return batch.only(int(found[0]))
        if is_there:
            break
    return witness


def _by_roundness(most: int, prefer_from: int) -> Iterator[NDArray[Any]]:
    """Whole numbers by how round they are: one digit before zeros, two, three; then by size.

    Args:
        most: The largest.
        prefer_from: Numbers from here on come before smaller ones as round.
    """
    seen = numpy.zeros(0, dtype=int)
    for digits in (1, 2, 3):
        ones = numpy.arange(1, 10**digits)
        tens = 10 ** numpy.arange(len(str(most)))
        numbers = numpy.unique(numpy.outer(ones, tens))
        new = numpy.setdiff1d(numbers[numbers <= most], seen)[:_AT_ONCE]
        seen = numpy.union1d(seen, new)
        yield numpy.concatenate([new[new >= prefer_from], new[new < prefer_from]])
