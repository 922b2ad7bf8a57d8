"""Conditions about amounts as conditions about whole numbers of cents.

Z3 decides whole numbers with division far better than reals that are rounded: every amount of the
law is a whole number of cents, so that a share rounded down is a division of integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import z3

_COMPARISONS = {
    z3.Z3_OP_LT: lambda a, b: a < b,
    z3.Z3_OP_LE: lambda a, b: a <= b,
    z3.Z3_OP_GT: lambda a, b: a > b,
    z3.Z3_OP_GE: lambda a, b: a >= b,
    z3.Z3_OP_EQ: lambda a, b: a == b,
}


class NotLinearError(Exception):
    """A number that is no sum of multiples of whole numbers."""


#: A sum of multiples of integer terms, by the id of the term, and a constant.
_Sum = tuple[dict[int, tuple[z3.ArithRef, Fraction]], Fraction]


class Integers:
    """Puts terms into whole numbers; what it can't put stays as it is."""

    def __init__(self) -> None:
        self._done: dict[int, tuple[z3.ExprRef, Any]] = {}

    def condition(self, term: z3.BoolRef) -> z3.BoolRef:
        """The same condition about whole numbers of cents."""
        known = self._done.get(term.get_id())
        if known is None:
            known = self._done[term.get_id()] = (term, self._condition(term))
        return known[1]

    def cents(self, amount: z3.ArithRef) -> z3.ArithRef:
        """An amount that is a whole number of cents, as that number.

        Raises:
            NotLinearError: If it is no sum of multiples of whole numbers.
        """
        multiples, constant = self._sum(amount)
        scaled = [(at, c * 100) for at, c in multiples.values()]
        if constant * 100 % 1 or any(c.denominator != 1 for _, c in scaled):
            raise NotLinearError
        return _linear([(at, int(c)) for at, c in scaled], int(constant * 100))

    def _condition(self, term: z3.BoolRef) -> z3.BoolRef:
        kind = term.decl().kind()
        rule = _COMPARISONS.get(kind)
        if rule is not None and z3.is_arith(term.arg(0)):
            try:
                return self._comparison(rule, term.arg(0), term.arg(1))
            except NotLinearError:
                return term
        if term.num_args() and all(z3.is_bool(child) for child in term.children()):
            return term.decl()(*map(self.condition, term.children()))
        return term

    def _comparison(self, rule: Any, one: z3.ArithRef, other: z3.ArithRef) -> z3.BoolRef:
        multiples, constant = _added(self._sum(one), self._sum(other), -1)
        scale = lcm(constant.denominator, *(c.denominator for _, c in multiples.values()))
        left = [(at, int(c * scale)) for at, c in multiples.values() if c > 0]
        right = [(at, int(-c * scale)) for at, c in multiples.values() if c < 0]
        known = int(constant * scale)
        return rule(
            _linear(left, max(known, 0)),
            _linear(right, max(-known, 0)),
        )

    def _sum(self, term: z3.ArithRef) -> _Sum:
        """A number as a sum of multiples of integer terms."""
        known = self._done.get(term.get_id())
        if known is None:
            known = self._done[term.get_id()] = (term, self._new_sum(term))
        return known[1]

    def _new_sum(self, term: z3.ArithRef) -> _Sum:
        if z3.is_int_value(term):
            return {}, Fraction(term.as_long())
        if z3.is_rational_value(term):
            return {}, Fraction(term.numerator_as_long(), term.denominator_as_long())
        kind = term.decl().kind()
        children = term.children()
        if kind == z3.Z3_OP_TO_REAL:
            return self._sum(children[0])
        if kind == z3.Z3_OP_ADD:
            total: _Sum = ({}, Fraction(0))
            for child in children:
                total = _added(total, self._sum(child), 1)
            return total
        if kind == z3.Z3_OP_SUB:
            return _added(self._sum(children[0]), self._sum(children[1]), -1)
        if kind == z3.Z3_OP_UMINUS:
            return _added(({}, Fraction(0)), self._sum(children[0]), -1)
        if kind == z3.Z3_OP_MUL and len(children) == 2:
            one, other = map(self._sum, children)
            if not one[0]:
                return _added(({}, Fraction(0)), other, one[1])
            if not other[0]:
                return _added(({}, Fraction(0)), one, other[1])
            raise NotLinearError
        if kind == z3.Z3_OP_DIV:
            divisor = self._sum(children[1])
            if divisor[0] or not divisor[1]:
                raise NotLinearError
            return _added(({}, Fraction(0)), self._sum(children[0]), 1 / divisor[1])
        if kind == z3.Z3_OP_TO_INT:
            return self._floor(self._sum(children[0]))
        if kind == z3.Z3_OP_ITE:
            return self._case(children)
        if z3.is_int(term) and kind == z3.Z3_OP_UNINTERPRETED and not children:
            return {term.get_id(): (term, Fraction(1))}, Fraction(0)
        raise NotLinearError

    def _floor(self, inner: _Sum) -> _Sum:
        multiples, constant = inner
        if not multiples:
            return {}, Fraction(constant.numerator // constant.denominator)
        scale = lcm(constant.denominator, *(c.denominator for _, c in multiples.values()))
        whole = _linear(
            [(at, int(c * scale)) for at, c in multiples.values()], int(constant * scale)
        )
        floor = whole if scale == 1 else whole / scale
        return {floor.get_id(): (floor, Fraction(1))}, Fraction(0)

    def _case(self, children: list[Any]) -> _Sum:
        """A number that depends on a condition, as a multiple of a whole number that does."""
        case, yes, no = self.condition(children[0]), self._sum(children[1]), self._sum(children[2])
        scale = lcm(
            *(
                part.denominator
                for multiples, constant in (yes, no)
                for part in (constant, *(c for _, c in multiples.values()))
            )
        )
        branches = [
            _linear([(at, int(c * scale)) for at, c in multiples.values()], int(constant * scale))
            for multiples, constant in (yes, no)
        ]
        chosen = z3.If(case, *branches)
        return {chosen.get_id(): (chosen, Fraction(1, scale))}, Fraction(0)


def _added(one: _Sum, other: _Sum, times: int | Fraction) -> _Sum:
    multiples = dict(one[0])
    for key, (at, coefficient) in other[0].items():
        _, already = multiples.get(key, (at, Fraction(0)))
        total = already + coefficient * times
        if total:
            multiples[key] = (at, total)
        else:
            multiples.pop(key, None)
    return multiples, one[1] + other[1] * times


def _linear(multiples: list[tuple[z3.ArithRef, int]], constant: int) -> z3.ArithRef:
    parts = [at if times == 1 else at * times for at, times in multiples]
    if constant or not parts:
        parts.append(z3.IntVal(constant))
    return parts[0] if len(parts) == 1 else z3.Sum(*parts)


def names_in(*terms: z3.ExprRef) -> set[str]:
    """The names of the unknowns in some terms."""
    seen: set[int] = set()
    names: set[str] = set()
    left = list(terms)
    while left:
        term = left.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if term.num_args():
            left.extend(term.children())
        elif term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            names.add(term.decl().name())
    return names
