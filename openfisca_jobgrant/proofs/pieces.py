"""Where a term of one unknown may bend or jump: as a function made of straight pieces.

Rounding is left out, so that a place is right to within a few cents: it is looked at closely
afterwards, on the engine.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import z3

from openfisca_jobgrant.languages.messages import Message, message

#: A straight piece from a place on: (place, slope, value at zero); a condition: (place, holds).
Line = tuple[float, float, float]
Answer = tuple[float, bool]

_SAME = 1e-9
#: Well above the noise of floats at a billion, well below one, by which the unknown moves.
_NEAR = 1e-3
_COMPARISONS: dict[int, Callable[[float], bool]] = {
    z3.Z3_OP_LT: lambda apart: apart < 0,
    z3.Z3_OP_LE: lambda apart: apart <= 0,
    z3.Z3_OP_GT: lambda apart: apart > 0,
    z3.Z3_OP_GE: lambda apart: apart >= 0,
    z3.Z3_OP_EQ: lambda apart: abs(apart) <= _NEAR / 10,
}


class NotPiecewiseError(Exception):
    """A term that is no function of straight pieces."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)


class TakesTooLongError(Exception):
    """There was no more time."""


class Pieces:
    """Terms of one unknown as functions of it, from zero to a most.

    Args:
        most: The largest value of the unknown.
        until: By when, on the monotonic clock, it is to be known; whenever if None.
    """

    def __init__(self, most: float, until: float | None = None) -> None:
        self._most = most
        self._until = until
        self._known: dict[int, tuple[z3.ExprRef, Any]] = {}

    def lines(self, term: z3.ExprRef) -> list[Line]:
        """A number as straight pieces.

        Raises:
            NotPiecewiseError: If it is none.
            TakesTooLongError: If there is no more time.
        """
        return self._kept(term, self._lines)

    def answers(self, term: z3.BoolRef) -> list[Answer]:
        """Where a condition holds."""
        return self._kept(term, self._answers)

    def _kept(self, term: z3.ExprRef, work: Callable[[Any], Any]) -> Any:
        known = self._known.get(term.get_id())
        if known is None:
            if self._until is not None and time.monotonic() > self._until:
                raise TakesTooLongError
            known = self._known[term.get_id()] = (term, work(term))
        return known[1]

    def _lines(self, term: z3.ExprRef) -> list[Line]:
        if z3.is_int_value(term):
            return [(0.0, 0.0, float(term.as_long()))]
        if z3.is_rational_value(term):
            return [(0.0, 0.0, term.numerator_as_long() / term.denominator_as_long())]
        kind = term.decl().kind()
        children = term.children()
        if kind == z3.Z3_OP_UNINTERPRETED and not children:
            return [(0.0, 1.0, 0.0)]
        if kind in (z3.Z3_OP_TO_REAL, z3.Z3_OP_TO_INT):
            return self.lines(children[0])
        if kind == z3.Z3_OP_ITE:
            return self._chosen(children)
        if kind == z3.Z3_OP_ADD:
            total = self.lines(children[0])
            for child in children[1:]:
                total = _together(total, self.lines(child), lambda a, b: (a[0] + b[0], a[1] + b[1]))
            return total
        if kind == z3.Z3_OP_SUB:
            one, other = map(self.lines, children)
            return _together(one, other, lambda a, b: (a[0] - b[0], a[1] - b[1]))
        if kind == z3.Z3_OP_UMINUS:
            return [(at, -slope, -value) for at, slope, value in self.lines(children[0])]
        if kind == z3.Z3_OP_MUL and len(children) == 2:
            return _together(self.lines(children[0]), self.lines(children[1]), _product)
        if kind == z3.Z3_OP_DIV:
            return _together(self.lines(children[0]), self.lines(children[1]), _quotient)
        raise NotPiecewiseError(message("{term} is not followed", term=term.decl()))

    def _chosen(self, children: Sequence[Any]) -> list[Line]:
        case, yes, no = children
        holds = self.answers(case)
        both = (self.lines(yes), self.lines(no))
        places = sorted({at for pieces in (holds, *both) for at, *_ in pieces})
        return _merged(
            [(at, *_piece(both[0] if _piece(holds, at)[0] else both[1], at)) for at in places]
        )

    def _answers(self, term: z3.BoolRef) -> list[Answer]:
        if z3.is_true(term) or z3.is_false(term):
            return [(0.0, bool(z3.is_true(term)))]
        kind = term.decl().kind()
        children = term.children()
        if kind in _COMPARISONS and z3.is_arith(children[0]):
            return self._compared(_COMPARISONS[kind], *children)
        if kind == z3.Z3_OP_UNINTERPRETED and not children:
            raise NotPiecewiseError(message("a condition is unknown"))
        rules: dict[int, Callable[[list[bool]], bool]] = {
            z3.Z3_OP_NOT: lambda held: not held[0],
            z3.Z3_OP_AND: all,
            z3.Z3_OP_OR: any,
            z3.Z3_OP_EQ: lambda held: held[0] == held[1],
            z3.Z3_OP_ITE: lambda held: held[1] if held[0] else held[2],
        }
        if kind not in rules:
            raise NotPiecewiseError(message("{term} is not followed", term=term.decl()))
        parts = [self.answers(child) for child in children]
        places = sorted({at for part in parts for at, _ in part})
        found = [(at, rules[kind]([_piece(part, at)[0] for part in parts])) for at in places]
        return _without_repeats(found)

    def _compared(
        self, rule: Callable[[float], bool], one: z3.ExprRef, other: z3.ExprRef
    ) -> list[Answer]:
        apart = _together(
            self.lines(one), self.lines(other), lambda a, b: (a[0] - b[0], a[1] - b[1])
        )
        found: list[Answer] = []
        ends = [*(at for at, *_ in apart[1:]), self._most + 1]
        for (at, slope, value), end in zip(apart, ends, strict=True):
            places = [at]
            if slope:
                root = -value / slope
                # Just before, at and just after the root: the unknown is whole.
                places += [near for near in (root, root + _NEAR) if at < near < end]
            for place in places:
                found.append((place, rule(slope * place + value)))
        return _without_repeats(found)


def _piece(pieces: Sequence[Any], place: float) -> Any:
    """What a function's piece is at a place, without where it begins."""
    at = bisect_right([start for start, *_ in pieces], place) - 1
    return pieces[max(at, 0)][1:]


def _together(
    one: Sequence[Line], other: Sequence[Line], rule: Callable[[Any, Any], tuple[float, float]]
) -> list[Line]:
    places = sorted({at for pieces in (one, other) for at, *_ in pieces})
    return _merged([(at, *rule(_piece(one, at), _piece(other, at))) for at in places])


def _merged(pieces: Sequence[Line]) -> list[Line]:
    found = [pieces[0]]
    for piece in pieces[1:]:
        before = found[-1]
        if abs(before[1] - piece[1]) > _SAME or abs(before[2] - piece[2]) > _SAME:
            found.append(piece)
    return found


def _without_repeats(found: Sequence[Answer]) -> list[Answer]:
    kept = [found[0]]
    kept += [now for before, now in pairwise(found) if now[1] != before[1]]
    return kept


def _product(one: Any, other: Any) -> tuple[float, float]:
    if one[0] and other[0]:
        raise NotPiecewiseError(message("a product of the unknown with itself"))
    return one[0] * other[1] + other[0] * one[1], one[1] * other[1]


def _quotient(one: Any, other: Any) -> tuple[float, float]:
    if other[0]:
        raise NotPiecewiseError(message("a division by the unknown"))
    if not other[1]:
        return 0.0, 0.0
    return one[0] / other[1], one[1] / other[1]
