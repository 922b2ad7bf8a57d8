"""Arithmetic on what is known and what isn't.

An item is a plain ``Fraction`` or ``bool``, or a Z3 term where it depends on an unknown. Nothing
here rounds but by the rules of the cents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, TypeAlias

import numpy
import z3

#: A ``Fraction``, a ``bool`` or a Z3 term; Z3 has no types to tell.
Item: TypeAlias = Any

_LARGEST_DENOMINATOR = 1000
_NOISE = Fraction(1, 10**12)
_HALF = Fraction(1, 2)
#: So many figures that depend on conditions are multiplied case by case.
_MOST_LEAVES = 32
_MOST_SUMMED_BY_CASE = 2


class NotAlgebraError(TypeError):
    """A formula does something that has no meaning for terms."""


def fraction(value: Any) -> Fraction:
    """The fraction that a figure means: 0.333333333333333 is one third."""
    if isinstance(value, int | Fraction):
        return Fraction(value)
    stored = Fraction(float(value))
    meant = stored.limit_denominator(_LARGEST_DENOMINATOR)
    return meant if abs(stored - meant) <= _NOISE else Fraction(repr(float(value)))


def plain(value: Any) -> Item:
    """A value as an item: conditions are ``bool``, figures ``Fraction``."""
    if isinstance(value, z3.ExprRef | Fraction):
        return value
    if isinstance(value, bool | numpy.bool_):
        return bool(value)
    return fraction(value)


def term(item: Item) -> z3.ExprRef:
    """An item as a Z3 term."""
    if isinstance(item, bool):
        return z3.BoolVal(item)
    if isinstance(item, Fraction):
        return z3.Q(item.numerator, item.denominator)
    return item


def number(item: Item) -> Item:
    """An item as a number: a condition that holds counts one."""
    if isinstance(item, bool):
        return Fraction(int(item))
    if isinstance(item, Fraction):
        return item
    if z3.is_bool(item):
        return z3.If(item, z3.RealVal(1), z3.RealVal(0))
    return z3.ToReal(item) if z3.is_int(item) else item


def condition(item: Item) -> Item:
    """An item that is a condition.

    Raises:
        NotAlgebraError: If it is a number.
    """
    if isinstance(item, bool) or (isinstance(item, z3.ExprRef) and z3.is_bool(item)):
        return item
    raise NotAlgebraError(f"{item} is a number, and &, | and ~ are for conditions")


# Conditions -------------------------------------------------------------------------------------


def negation(item: Item) -> Item:
    """Whether a condition doesn't hold."""
    item = condition(item)
    if isinstance(item, bool):
        return not item
    return item.arg(0) if z3.is_not(item) else z3.Not(item)


def all_of(items: Sequence[Item]) -> Item:
    """Whether all conditions hold."""
    return _joined(items, True, z3.And)


def any_of(items: Sequence[Item]) -> Item:
    """Whether one of the conditions holds."""
    return _joined(items, False, z3.Or)


def _joined(items: Sequence[Item], neutral: bool, join: Callable[..., Item]) -> Item:
    """Conditions joined: what is neutral is left out, and its opposite decides."""
    unknown: list[Any] = []
    for item in map(condition, items):
        if isinstance(item, bool):
            if item is not neutral:
                return item
        elif not any(item.eq(other) for other in unknown):
            unknown.append(item)
    if not unknown:
        return neutral
    return unknown[0] if len(unknown) == 1 else join(*unknown)


def where(case: Item, yes: Item, no: Item) -> Item:
    """One item or the other."""
    case = condition(case)
    if isinstance(case, bool):
        return yes if case else no
    if _is_condition(yes) and _is_condition(no):
        if isinstance(yes, bool):
            return any_of([case, no]) if yes else all_of([negation(case), no])
        if isinstance(no, bool):
            return any_of([negation(case), yes]) if no else all_of([case, yes])
        return yes if yes.eq(no) else z3.If(case, yes, no)
    yes, no = number(yes), number(no)
    if _same(yes, no):
        return yes
    return z3.If(case, term(yes), term(no))


def _is_condition(item: Item) -> bool:
    return isinstance(item, bool) or (isinstance(item, z3.ExprRef) and z3.is_bool(item))


def _same(one: Item, other: Item) -> bool:
    if isinstance(one, z3.ExprRef) and isinstance(other, z3.ExprRef):
        return bool(one.eq(other))
    return isinstance(one, Fraction) and isinstance(other, Fraction) and one == other


# Numbers ----------------------------------------------------------------------------------------


def less(one: Item, other: Item) -> Item:
    """Whether one is less than the other."""
    return _compared(one, other, lambda a, b: a < b)


def at_least(one: Item, other: Item) -> Item:
    """Whether one is the other or more."""
    return _compared(one, other, lambda a, b: a >= b)


def equal(one: Item, other: Item) -> Item:
    """Whether two items are the same."""
    if _is_condition(one) and _is_condition(other):
        if isinstance(one, bool) or isinstance(other, bool):
            return where(one, other, negation(other))
        return True if one.eq(other) else one == other
    if isinstance(one, z3.ExprRef) and z3.is_int(one) and isinstance(other, Fraction):
        # An unknown that is an integer is compared as such: kinds, above all.
        return one == int(other) if other.denominator == 1 else False
    return _compared(one, other, lambda a, b: a == b)


def _compared(one: Item, other: Item, rule: Callable[[Any, Any], Any]) -> Item:
    one, other = number(one), number(other)
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return bool(rule(one, other))
    if _same(one, other):
        return bool(rule(0, 0))
    if isinstance(other, Fraction) and (leaves := _leaves(one)) is not None:
        return _by_case(leaves, lambda leaf: bool(rule(leaf, other)))
    if isinstance(one, Fraction) and (leaves := _leaves(other)) is not None:
        return _by_case(leaves, lambda leaf: bool(rule(one, leaf)))
    return rule(term(one), term(other))


def sum_of(items: Sequence[Item]) -> Item:
    """The sum."""
    known = Fraction(0)
    unknown: list[Any] = []
    for item in map(number, items):
        if isinstance(item, Fraction):
            known += item
        else:
            unknown.append(item)
    if not unknown:
        return known
    cases = _sum_by_case(unknown)
    if cases is not None:
        return _by_case(cases, lambda leaf: leaf + known)
    if known:
        unknown.append(term(known))
    return unknown[0] if len(unknown) == 1 else z3.Sum(*unknown)


def _added_by_case(leaves: _Leaves, one: Fraction) -> Item:
    return _by_case(leaves, lambda other: one + other)


def _sum_by_case(parts: Sequence[z3.ExprRef]) -> _Leaves | None:
    """The sum of a few figures that depend on conditions only; None if they are more."""
    if len(parts) > _MOST_SUMMED_BY_CASE:
        return None
    total: _Leaves | None = Fraction(0)
    for part in parts:
        leaves = _leaves(part)
        if leaves is None or total is None:
            return None
        summed = _by_case(total, partial(_added_by_case, leaves))
        total = _leaves(summed)
    return total


def difference(one: Item, other: Item) -> Item:
    """One less the other."""
    one, other = number(one), number(other)
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one - other
    if _same(one, other):
        return Fraction(0)
    if isinstance(other, Fraction):
        return sum_of([one, -other])
    leaves = _leaves(other)
    if leaves is not None and _leaves(one) is not None:
        return sum_of([one, _by_case(leaves, lambda leaf: -leaf)])
    return term(one) - term(other)


def product(one: Item, other: Item) -> Item:
    """The product. A condition times an amount is a case, which is decided and not multiplied."""
    one, other = plain(one), plain(other)
    for case, amount in ((one, other), (other, one)):
        if _is_condition(case):
            return where(case, number(amount), Fraction(0))
    return _multiplied(one, other, lambda a, b: a * b)


def quotient(one: Item, other: Item) -> Item:
    """One divided by the other."""
    one, other = number(plain(one)), number(plain(other))
    if isinstance(other, Fraction):
        return product(one, 1 / other) if other else Fraction(0)
    leaves = _leaves(other)
    if leaves is not None:
        return _by_case(leaves, lambda leaf: quotient(one, leaf))
    return term(one) / term(other)


def _multiplied(one: Item, other: Item, rule: Callable[[Any, Any], Any]) -> Item:
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return rule(one, other)
    for figure, amount in ((one, other), (other, one)):
        if isinstance(figure, Fraction):
            if figure in (0, 1):
                return amount if figure else Fraction(0)
            leaves = _leaves(amount)
            if leaves is not None:
                return _by_case(leaves, partial(rule, figure))
            if amount.decl().kind() == z3.Z3_OP_DIV and z3.is_rational_value(amount.arg(1)):
                # An amount is cents divided by a hundred: the cents are multiplied.
                return _multiplied(figure / _known(amount.arg(1)), amount.arg(0), rule)
            return term(figure) * amount
    for figure, amount in ((one, other), (other, one)):
        leaves = _leaves(figure)
        if leaves is not None:
            return _by_case(leaves, partial(_multiplied, other=amount, rule=rule))
    return term(one) * term(other)


def smaller(one: Item, other: Item) -> Item:
    """The lesser of two amounts."""
    return where(less(other, one), number(other), number(one))


# Cases ------------------------------------------------------------------------------------------

_Leaves: TypeAlias = Fraction | tuple[Any, Any, Any]


def _leaves(item: Item) -> _Leaves | None:
    """A figure that depends on conditions only, as (condition, yes, no); None if it is more."""
    if isinstance(item, Fraction):
        return item
    budget = [_MOST_LEAVES]
    return _tree(item, budget)


def _tree(item: z3.ExprRef, budget: list[int]) -> _Leaves | None:
    if z3.is_rational_value(item):
        budget[0] -= 1
        return _known(item)
    if budget[0] <= 0 or item.decl().kind() != z3.Z3_OP_ITE:
        return None
    yes = _tree(item.arg(1), budget)
    no = None if yes is None else _tree(item.arg(2), budget)
    return None if yes is None or no is None else (item.arg(0), yes, no)


def _known(item: z3.ExprRef) -> Fraction:
    return Fraction(item.numerator_as_long(), item.denominator_as_long())


def _by_case(leaves: _Leaves, rule: Callable[[Fraction], Item]) -> Item:
    if isinstance(leaves, Fraction):
        return rule(leaves)
    case, yes, no = leaves
    return where(case, _by_case(yes, rule), _by_case(no, rule))


# Cents ------------------------------------------------------------------------------------------


def down_to_cents(amount: Item, share: Item, more: Fraction = Fraction(0)) -> Item:
    """A share of an amount in whole cents, rounded down after ``more`` cents are added."""
    leaves = _leaves(share)
    if leaves is not None:
        return _by_case(leaves, lambda leaf: _floored(product(amount, leaf * 100), more))
    return _floored(product(product(amount, share), Fraction(100)), more)


def _floored(cents: Item, more: Fraction) -> Item:
    whole = sum_of([cents, more])
    if isinstance(whole, Fraction):
        return Fraction(floor(whole), 100)
    if isinstance(cents, z3.ExprRef) and 0 <= more < 1 and _is_whole(cents):
        return cents / 100
    return z3.ToReal(z3.ToInt(whole)) / 100


def _is_whole(cents: z3.ExprRef) -> bool:
    return z3.is_to_real(cents)


def to_nearest_cent(amount: Item) -> Item:
    """The amount on its cent, half to even, as ``rint`` rounds."""
    amount = number(amount)
    if isinstance(amount, Fraction):
        return Fraction(round(amount * 100), 100)
    if is_cents(amount):
        return amount
    cents = product(amount, Fraction(100))
    up = z3.ToInt(term(sum_of([cents, _HALF])))
    tie = z3.ToReal(up) == term(sum_of([cents, _HALF]))
    return z3.ToReal(z3.If(z3.And(tie, up % 2 == 1), up - 1, up)) / 100


#: What terms were found to be, by id. The term is kept: its id is given to another when it goes.
_SEEN: dict[int, tuple[z3.ExprRef, bool]] = {}
_MOST_SEEN = 100_000


def is_cents(amount: z3.ExprRef) -> bool:
    """Whether a term is a whole number of cents by the way it is built."""
    if len(_SEEN) > _MOST_SEEN:
        _SEEN.clear()

    def whole(at: z3.ExprRef) -> bool:
        known = _SEEN.get(at.get_id())
        if known is None:
            known = _SEEN[at.get_id()] = (at, look(at))
        return known[1]

    def look(at: z3.ExprRef) -> bool:
        if z3.is_rational_value(at):
            return 100 % at.denominator_as_long() == 0
        kind = at.decl().kind()
        if kind == z3.Z3_OP_ITE:
            return whole(at.arg(1)) and whole(at.arg(2))
        if kind in (z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS):
            return all(whole(child) for child in at.children())
        if kind == z3.Z3_OP_DIV:
            return z3.is_to_real(at.arg(0)) and at.arg(1).eq(z3.RealVal(100))
        if kind == z3.Z3_OP_MUL and at.num_args() == 2:
            factor, rest = at.children()
            return (
                z3.is_rational_value(factor) and factor.denominator_as_long() == 1 and whole(rest)
            )
        return kind == z3.Z3_OP_TO_REAL

    return whole(amount)
