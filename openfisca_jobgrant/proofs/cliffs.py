"""Cliffs: where an amount jumps, or falls, as a cost or a count rises.

Along one input, all else staying, an amount is a function of straight pieces. The law's own terms
say where the pieces may meet; the engine then looks closely at each such place.

An amount of money that rises by a cent moves others by a few cents at most, rounding included: more
is a jump. A count has no such limit: any change from one count to the next is a jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from openfisca_core.periods import period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.proofs.algebra import plain
from openfisca_jobgrant.proofs.batches import Batch, column, simulated
from openfisca_jobgrant.proofs.bounds import bounds_of
from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.proofs.pieces import Pieces
from openfisca_jobgrant.proofs.situation import Key, SymbolicSituation, Unknowns
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios.tracing import start_tracing, steps

#: What money may move by when an amount rises by a cent: its slope, and a cent for each rounding.
_CENTS_BY_ROUNDING = 0.05
_WINDOW = 12
AMOUNTS = ("government_contribution", "employer_contribution", "employer_cash_contribution")


@dataclass(frozen=True)
class Cliff:
    """A place where an amount jumps or falls.

    Attributes:
        code: The jurisdiction.
        month: The month.
        amount: The amount.
        moved: The input that rises.
        kind: ``jump up``, ``jump down``, or ``falls`` where it goes down without a jump.
        before: The last value of the input before the jump; the first of a fall.
        after: The first value after it; the last of a fall.
        amount_before: The amount there, in dollars.
        amount_after: The amount here, in dollars.
        rules: The rules that jump though nothing that they use does.
        figures: The figures that those rules read, with their values: those at the place first.
    """

    code: str
    month: str
    amount: str
    moved: str
    kind: str
    before: float
    after: float
    amount_before: float
    amount_after: float
    rules: tuple[str, ...] = ()
    figures: tuple[tuple[str, Any], ...] = ()

    @property
    def size(self) -> float:
        """By how much the amount changes, in dollars."""
        return round(self.amount_after - self.amount_before, 2)


def is_numeric_input(variable: Variable) -> bool:
    """Whether a variable is an input along which cliffs can be looked for."""
    return (
        not variable.formulas
        and variable.value_type in (int, float)
        and variable.definition_period in ("month", "year")
    )


class Surveyor:
    """Finds cliffs under one law.

    Args:
        system: The law.
        base: What is known of the one participant: the value of each variable, as the engine has
            it. What isn't there has its default.
        until: By when, on the monotonic clock, all is to be found; whenever if left out.
    """

    def __init__(
        self, system: TaxBenefitSystem, base: Mapping[str, Any], until: float | None = None
    ) -> None:
        self._system = system
        self._until = until
        self._base = dict(base)

    def inputs(self, amounts: Iterable[str], code: str, month: str) -> list[str]:
        """The numeric inputs that matter for some amounts in a jurisdiction and a month."""
        numeric = [
            name for name, variable in self._system.variables.items() if is_numeric_input(variable)
        ]
        unknowns = Unknowns(self._known(code))
        situation = SymbolicSituation(self._system, 1, unknowns)
        for amount in amounts:
            situation.calculate(amount, period_of(self._system.variables[amount], month))
        asked = {name for name, _, _ in unknowns.terms}
        return [name for name in numeric if name in asked]

    def _known(self, code: str) -> dict[str, Any]:
        return {"jurisdiction_code": plain(CODES.index(code))}

    def is_money(self, name: str) -> bool:
        """Whether a variable is an amount in dollars and cents."""
        return bool(self._system.variables[name].dtype == numpy.float64)

    def is_of_a_year(self, name: str) -> bool:
        """Whether a variable is said once a year."""
        return bool(self._system.variables[name].definition_period == "year")

    def survey(self, amount: str, moved: str, code: str, month: str) -> list[Cliff]:
        """The cliffs of an amount along an input, in order.

        Args:
            amount: The amount.
            moved: The input that rises.
            code: The jurisdiction.
            month: The month, as ``2014-04``.

        Raises:
            NotPiecewiseError: If the amount is no function of straight pieces.
            TakesTooLongError: If there is no more time.
        """
        variable = self._system.variables[moved]
        scale = 100 if variable.dtype == numpy.float64 else 1
        most = round(bounds_of(variable)[1] * scale)
        places = self.places(amount, moved, code, month)
        near = {
            at + step
            for place in (0, *places, most)
            for at in (round(place),)
            for step in range(-_WINDOW, _WINDOW + 1)
            if 0 <= at + step <= most
        }
        at = numpy.array(sorted(near))
        values = self._values(amount, moved, at / scale, code, month)
        found = []
        follow = numpy.diff(at) == 1
        changes = numpy.round(numpy.diff(values), 2)
        limit = _CENTS_BY_ROUNDING if scale > 1 else 0.005
        for place in numpy.flatnonzero(follow & (numpy.abs(changes) > limit)):
            found.append(
                self._cliff(
                    Cliff(
                        code,
                        month,
                        amount,
                        moved,
                        "jump up" if changes[place] > 0 else "jump down",
                        float(at[place] / scale),
                        float(at[place + 1] / scale),
                        float(round(values[place], 2)),
                        float(round(values[place + 1], 2)),
                    )
                )
            )
        for place in numpy.flatnonzero(~follow & (changes < -_CENTS_BY_ROUNDING)):
            first, last = place, place + 1
            # The places on either side belong to the fall as far as they go down, too.
            while first > 0 and follow[first - 1] and -limit <= changes[first - 1] < 0:
                first -= 1
            while last < len(changes) and follow[last] and -limit <= changes[last] < 0:
                last += 1
            ends = (float(at[first] / scale), float(at[last] / scale))
            amounts = (float(round(values[first], 2)), float(round(values[last], 2)))
            found.append(Cliff(code, month, amount, moved, "falls", *ends, *amounts))
        return sorted(found, key=lambda cliff: cliff.before)

    def places(self, amount: str, moved: str, code: str, month: str) -> list[float]:
        """Where the pieces of an amount may meet, in cents or counts, to within a few of them."""
        variable = self._system.variables[moved]
        known = {
            name: plain(value) for name, value in self._base.items() if name != moved
        } | self._known(code)
        unknowns = Unknowns(known, only={moved})
        situation = SymbolicSituation(self._system, 1, unknowns)
        wanted = self._system.variables[amount]
        term = situation.for_member(amount, period_of(wanted, month), 0)
        if not unknowns.terms or not hasattr(term, "get_id"):
            return []
        scale = 100 if variable.dtype == numpy.float64 else 1
        pieces = Pieces(bounds_of(variable)[1] * scale, self._until)
        return [at for at, *_ in pieces.lines(term)]

    def curve(
        self, amount: str, moved: str, at: Sequence[float], code: str, month: str
    ) -> NDArray[numpy.float64]:
        """An amount at values of an input, in dollars."""
        return self._values(amount, moved, numpy.asarray(at, dtype=float), code, month)

    def _batch(self, moved: str, at: Any, code: str, month: str) -> Batch:
        variables = self._system.variables
        values: dict[Key, Any] = {
            (name, period_of(variables[name], month), 0): column(variables[name], [value] * len(at))
            for name, value in self._base.items()
            if name != moved
        }
        values[moved, period_of(variables[moved], month), 0] = column(variables[moved], at)
        return Batch(month, code, 1, len(at), values)

    def _values(self, amount: str, moved: str, at: Any, code: str, month: str) -> Any:
        simulation = simulated(self._system, self._batch(moved, at, code, month))
        when = period_of(self._system.variables[amount], month)
        return numpy.asarray(simulation.calculate(amount, period(when)), dtype=float)

    def _cliff(self, cliff: Cliff) -> Cliff:
        """The cliff with the rules that cause it."""
        batch = self._batch(
            cliff.moved, numpy.array([cliff.before, cliff.after]), cliff.code, cliff.month
        )
        simulation = simulated(self._system, batch)
        start_tracing(simulation)
        when = period_of(self._system.variables[cliff.amount], cliff.month)
        simulation.calculate(cliff.amount, period(when))
        jumped: dict[tuple[str, str], bool] = {}
        nodes: dict[tuple[str, str], Any] = {}
        for node, _ in steps(simulation):
            key = (node.name, str(node.period))
            if key not in jumped:
                jumped[key] = self._jumps(self._system.variables[node.name], node.value)
                nodes[key] = node
            if node.children or node.parameters:
                nodes[key] = node
        rules: list[str] = []
        figures: dict[str, Any] = {}
        for key, node in nodes.items():
            uses = [(child.name, str(child.period)) for child in node.children]
            if not jumped[key] or any(jumped[use] for use in uses):
                continue
            if key[0] == cliff.moved:
                continue
            rules.append(key[0])
            for parameter in node.parameters:
                figures.setdefault(parameter.name, parameter.value)
        near = (cliff.before, cliff.after)
        ordered = sorted(figures.items(), key=lambda item: item[1] not in near)
        return Cliff(**{**vars(cliff), "rules": tuple(rules), "figures": tuple(ordered)})

    def _jumps(self, variable: Variable, values: Any) -> bool:
        before, after = numpy.asarray(values)[[0, -1]]
        if variable.dtype == numpy.float64:
            return bool(abs(float(after) - float(before)) > _CENTS_BY_ROUNDING)
        return bool(before != after) and bool(variable.formulas)
