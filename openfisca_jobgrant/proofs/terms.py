"""Vectors of algebraic terms that NumPy takes for arrays.

A formula is written in arithmetic, comparisons, ``where``, ``minimum``, ``maximum``, ``&``, ``|``,
``~`` and the helpers of ``rules.py``. NumPy hands all of these to the vectors here, which build the
same expression in Z3. What a formula may not do (branch on data, change an array, round by itself)
has no counterpart and raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy
import z3

_LARGEST_DENOMINATOR = 1000
_NOISE = Fraction(1, 10**12)


class NotAlgebraError(TypeError):
    """A formula does something that has no meaning for terms."""


def number(value: Any) -> Fraction:
    """The fraction that a figure means: 0.333333333333333 is one third."""
    stored = Fraction(float(value))
    meant = stored.limit_denominator(_LARGEST_DENOMINATOR)
    return meant if abs(stored - meant) <= _NOISE else Fraction(repr(float(value)))


def term(value: Any) -> z3.ExprRef:
    """A plain value as a term."""
    if isinstance(value, z3.ExprRef):
        return value
    if isinstance(value, bool | numpy.bool_):
        return z3.BoolVal(bool(value))
    exact = number(value)
    return z3.Q(exact.numerator, exact.denominator)


def _real(expression: z3.ExprRef) -> z3.ArithRef:
    """Any term as a number: a condition that holds counts one."""
    if z3.is_bool(expression):
        return z3.If(expression, z3.RealVal(1), z3.RealVal(0))
    return z3.ToReal(expression) if z3.is_int(expression) else expression


def _bool(expression: z3.ExprRef) -> z3.BoolRef:
    if not z3.is_bool(expression):
        raise NotAlgebraError(f"{expression} is a number, and &, | and ~ are for conditions")
    return expression


def _where(condition: z3.ExprRef, yes: z3.ExprRef, no: z3.ExprRef) -> z3.ExprRef:
    if z3.is_bool(yes) and z3.is_bool(no):
        return z3.If(_bool(condition), yes, no)
    return z3.If(_bool(condition), _real(yes), _real(no))


def _product(left: z3.ExprRef, right: z3.ExprRef) -> z3.ExprRef:
    # A condition times an amount is a case, which Z3 decides where it can't multiply.
    if z3.is_bool(left):
        return z3.If(left, _real(right), z3.RealVal(0))
    if z3.is_bool(right):
        return z3.If(right, _real(left), z3.RealVal(0))
    return _real(left) * _real(right)


def _less(left: z3.ExprRef, right: z3.ExprRef) -> z3.ExprRef:
    return _real(left) < _real(right)


_UFUNCS: dict[Any, Callable[..., z3.ExprRef]] = {
    numpy.add: lambda a, b: _real(a) + _real(b),
    numpy.subtract: lambda a, b: _real(a) - _real(b),
    numpy.multiply: _product,
    numpy.negative: lambda a: -_real(a),
    numpy.minimum: lambda a, b: z3.If(_less(b, a), _real(b), _real(a)),
    numpy.maximum: lambda a, b: z3.If(_less(a, b), _real(b), _real(a)),
    numpy.less: _less,
    numpy.less_equal: lambda a, b: _real(a) <= _real(b),
    numpy.greater: lambda a, b: _real(a) > _real(b),
    numpy.greater_equal: lambda a, b: _real(a) >= _real(b),
    numpy.equal: lambda a, b: _real(a) == _real(b),
    numpy.bitwise_and: lambda a, b: z3.And(_bool(a), _bool(b)),
    numpy.bitwise_or: lambda a, b: z3.Or(_bool(a), _bool(b)),
    numpy.invert: lambda a: z3.Not(_bool(a)),
}


class Terms(numpy.lib.mixins.NDArrayOperatorsMixin):
    """One term for each member.

    Attributes:
        items: The terms.
        symbolic: The counterparts of the helpers in ``rules.py``.
    """

    symbolic: ClassVar[type[Operations]]

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = [term(item) for item in items]

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        raise NotAlgebraError("a formula may not branch on data: write where(condition, a, b)")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Terms:
        rule = _UFUNCS.get(ufunc)
        if rule is None or method != "__call__" or options:
            raise NotAlgebraError(f"numpy.{ufunc.__name__} has no meaning for terms")
        return apply(rule, *inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Terms:
        if function is not numpy.where or options:
            raise NotAlgebraError(f"numpy.{function.__name__} has no meaning for terms")
        return apply(_where, *args)


def apply(rule: Callable[..., z3.ExprRef], *operands: Any) -> Terms:
    """A rule applied member by member; a single value serves every member.

    Raises:
        NotAlgebraError: If the operands have different numbers of members.
    """
    lengths = {len(operand) for operand in operands if _is_vector(operand)}
    if len(lengths) != 1:
        raise NotAlgebraError(f"operands of different lengths: {sorted(lengths)}")
    (length,) = lengths
    columns = [terms(operand, length) for operand in operands]
    return Terms(rule(*row) for row in zip(*columns, strict=True))


def terms(operand: Any, length: int) -> Sequence[z3.ExprRef]:
    """An operand as terms, one for each of ``length`` members."""
    if isinstance(operand, Terms):
        return operand.items
    if _is_vector(operand):
        return [term(value) for value in operand]
    return [term(operand)] * length


def _is_vector(operand: Any) -> bool:
    return isinstance(operand, Terms) or (isinstance(operand, numpy.ndarray) and operand.ndim > 0)


class Kinds(Terms):
    """Terms that stand for members of an enum, by their place in it."""

    def __init__(self, items: Iterable[Any], vocabulary: Any) -> None:
        self.items = list(items)
        self.vocabulary = vocabulary

    def __eq__(self, member: object) -> Terms:  # type: ignore[override]
        if not isinstance(member, self.vocabulary):
            raise NotAlgebraError(f"{member!r} is no member of {self.vocabulary.__name__}")
        place = list(self.vocabulary).index(member)
        return Terms(item == place for item in self.items)

    __hash__ = None  # type: ignore[assignment]


class Operations:
    """The helpers of ``rules.py``, for terms. Cents are exact here, so nothing guards them."""

    @staticmethod
    def exact(amount: Terms) -> Terms:
        """An amount of terms is on its cent already."""
        return amount

    @staticmethod
    def share_of(amount: Any, share: Any) -> Terms:
        """Rounded half up to the cent."""
        return apply(lambda a, s: _cents(a * 100 * s + z3.Q(1, 2)), amount, share)

    @staticmethod
    def share_of_down(amount: Any, share: Any) -> Terms:
        """Rounded down to the cent."""
        return apply(lambda a, s: _cents(_real(a) * 100 * s), amount, share)

    @staticmethod
    def per_head_down(amount: Any, count: Any) -> Terms:
        """Divided, and rounded down to the cent."""
        return apply(lambda a, c: _cents(_real(a) * 100 / _real(c)), amount, count)

    @staticmethod
    def portion(part: Any, whole: Any) -> Terms:
        """A fraction of the whole; nothing of nothing."""
        return apply(
            lambda p, w: z3.If(_real(w) == 0, z3.RealVal(0), _real(p) / _real(w)), part, whole
        )

    @staticmethod
    def portion_down(amount: Any, part: Any, whole: Any) -> Terms:
        """An amount times a part of a whole, rounded down to the cent."""
        return apply(
            lambda a, p, w: z3.If(
                _real(w) == 0, z3.RealVal(0), _cents(_real(a) * 100 * _real(p) / _real(w))
            ),
            amount,
            part,
            whole,
        )

    @classmethod
    def share_equally(cls, total: Any, count: Any, position: Any) -> Terms:
        """Equal parts, odd cents to the first."""
        base = cls.per_head_down(total, count)
        return apply(
            lambda t, b, c, p: (
                b + z3.If((_real(t) - b * _real(c)) * 100 > _real(p), z3.Q(1, 100), z3.RealVal(0))
            ),
            total,
            base,
            count,
            position,
        )

    @staticmethod
    def total(group: Any, amounts: Any) -> Terms:
        """The sum over each group's members."""
        values = terms(amounts, len(group.members))
        return Terms(
            z3.Sum([z3.RealVal(0), *(_real(values[place]) for place in places)])
            for places in group.places
        )

    @classmethod
    def count_members(cls, group: Any, members: Any) -> Terms:
        """How many of each group's members satisfy a condition."""
        return cls.total(group, members)

    @staticmethod
    def head_count(group: Any) -> Terms:
        """How many members each group has."""
        return Terms(len(places) for places in group.places)

    @staticmethod
    def position_in(group: Any) -> Terms:
        """Each member's place in its group."""
        found = {member: at for places in group.places for at, member in enumerate(places)}
        return Terms(found[member] for member in sorted(found))

    @classmethod
    def sum_among(cls, group: Any, amounts: Any) -> Terms:
        """For each member the sum over its group."""
        sums = cls.total(group, amounts).items
        homes = {member: at for at, places in enumerate(group.places) for member in places}
        return Terms(sums[homes[member]] for member in sorted(homes))

    @staticmethod
    def running_before(group: Any, amounts: Any) -> Terms:
        """For each member the sum over the members of its group that come before it."""
        values = terms(amounts, len(group.members))
        running: dict[int, z3.ExprRef] = {}
        for places in group.places:
            reached: z3.ExprRef = z3.RealVal(0)
            for member in places:
                running[member] = reached
                reached = reached + _real(values[member])
        return Terms(running[member] for member in sorted(running))

    @staticmethod
    def fits_in_order(employer: Any, application: Any, amounts: Any, left: Any) -> Terms:
        """Whether each member's application fits into what is left, in their order."""
        values = terms(amounts, len(employer.members))
        rooms = terms(left, len(employer.members))
        fits: dict[int, z3.ExprRef] = {}
        for places in employer.places:
            reached: z3.ExprRef = z3.RealVal(0)
            asking = [members for members in application.places if members]
            for members in sorted(asking, key=min):
                if members[0] not in places:
                    continue
                whole = z3.Sum([_real(values[member]) for member in members])
                fit = reached + whole <= _real(rooms[members[0]])
                reached = reached + z3.If(fit, whole, z3.RealVal(0))
                fits.update(dict.fromkeys(members, fit))
        return Terms(fits[member] for member in sorted(fits))

    @staticmethod
    def first_of(group: Any, values: Any) -> Terms:
        """The value of each group's first member."""
        items = terms(values, len(group.members))
        return Terms(items[places[0]] if places else 0 for places in group.places)

    @staticmethod
    def take(table: Any, codes: Kinds) -> Terms:
        """The value of a small table for each code."""
        choices = [term(value) for value in table]
        return Terms(_choice(choices, code) for code in codes.items)


Terms.symbolic = Operations


def _cents(amount: z3.ExprRef) -> z3.ExprRef:
    return z3.ToReal(z3.ToInt(amount)) / 100


def _choice(choices: Sequence[z3.ExprRef], code: z3.ExprRef) -> z3.ExprRef:
    *others, last = enumerate(choices)
    chosen = last[1]
    for place, value in reversed(others):
        chosen = z3.If(code == place, value, chosen)
    return chosen
