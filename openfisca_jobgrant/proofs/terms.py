"""Vectors of algebraic terms that NumPy takes for arrays.

A formula is written in arithmetic, comparisons, ``where``, ``minimum``, ``maximum``, ``&``, ``|``,
``~`` and the helpers of ``rules.py``. NumPy hands all of these to the vectors here, which build the
same expression in Z3. What a formula may not do (branch on data, change an array, round by itself)
has no counterpart and raises.

What is known stays a plain ``Fraction`` or ``bool`` and is worked out on the spot, so that terms
hold only what depends on an unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy
import z3

from openfisca_jobgrant.proofs.algebra import (
    Item,
    NotAlgebraError,
    all_of,
    any_of,
    at_least,
    difference,
    down_to_cents,
    equal,
    less,
    negation,
    number,
    plain,
    product,
    quotient,
    smaller,
    sum_of,
    to_nearest_cent,
    where,
)


def divided(amount: Item, divisor: Item) -> Item:
    """An amount divided by what is known and not zero.

    Raises:
        NotAlgebraError: If the divisor is unknown, or zero: rules divide by ``portion``.
    """
    if not isinstance(divisor, Fraction) or not divisor:
        raise NotAlgebraError(f"{divisor} may be zero: divide by portion or per_head_down")
    return quotient(amount, divisor)


_UFUNCS: dict[Any, Callable[..., Item]] = {
    numpy.add: lambda a, b: sum_of([a, b]),
    numpy.subtract: difference,
    numpy.multiply: product,
    numpy.divide: divided,
    numpy.negative: lambda a: difference(Fraction(0), a),
    numpy.minimum: smaller,
    numpy.maximum: lambda a, b: where(less(a, b), number(b), number(a)),
    numpy.less: less,
    numpy.less_equal: lambda a, b: at_least(b, a),
    numpy.greater: lambda a, b: less(b, a),
    numpy.greater_equal: at_least,
    numpy.equal: equal,
    numpy.not_equal: lambda a, b: negation(equal(a, b)),
    numpy.bitwise_and: lambda a, b: all_of([a, b]),
    numpy.bitwise_or: lambda a, b: any_of([a, b]),
    numpy.invert: negation,
}


class Terms(numpy.lib.mixins.NDArrayOperatorsMixin):
    """One term for each member.

    Attributes:
        items: The terms; plain fractions and conditions where nothing is unknown.
        symbolic: The counterparts of the helpers in ``rules.py``.
    """

    symbolic: ClassVar[type[Operations]]

    def __init__(self, items: Iterable[Any]) -> None:
        self.items: list[Item] = [plain(item) for item in items]

    def __len__(self) -> int:
        return len(self.items)

    def of_member(self, place: int) -> Terms:
        """The vector of one member alone."""
        return Terms([self.items[place]])

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
        return apply(where, *args)


def apply(rule: Callable[..., Item], *operands: Any) -> Terms:
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


def terms(operand: Any, length: int) -> Sequence[Item]:
    """An operand as terms, one for each of ``length`` members."""
    if isinstance(operand, Terms):
        return operand.items
    if _is_vector(operand):
        return [plain(value) for value in operand]
    return [plain(operand)] * length


def _is_vector(operand: Any) -> bool:
    return isinstance(operand, Terms) or (isinstance(operand, numpy.ndarray) and operand.ndim > 0)


class Kinds(Terms):
    """Terms that stand for members of an enum, by their place in it."""

    def __init__(self, items: Iterable[Any], vocabulary: Any) -> None:
        super().__init__(items)
        self.vocabulary = vocabulary

    def of_member(self, place: int) -> Kinds:
        """The vector of one member alone."""
        return Kinds([self.items[place]], self.vocabulary)

    def __eq__(self, member: object) -> Terms:  # type: ignore[override]
        if not isinstance(member, self.vocabulary):
            raise NotAlgebraError(f"{member!r} is no member of {self.vocabulary.__name__}")
        place = Fraction(list(self.vocabulary).index(member))
        return Terms(equal(item, place) for item in self.items)

    def __ne__(self, member: object) -> Terms:  # type: ignore[override]
        return ~(self == member)

    __hash__ = None  # type: ignore[assignment]


class Names(Terms):
    """For each member a list of names, each of which is on it under a condition.

    Attributes:
        conditions: For each name, when it is on each member's list.
        items: For each member whether the list is empty.
    """

    def __init__(self, conditions: dict[str, Sequence[Item]]) -> None:
        self.conditions = conditions
        rows = zip(*conditions.values(), strict=True)
        super().__init__(all_of([negation(at) for at in row]) for row in rows)

    def of_member(self, place: int) -> Names:
        """The vector of one member alone."""
        return Names({name: [row[place]] for name, row in self.conditions.items()})

    def is_empty(self) -> Terms:
        """For each member whether no name is on the list."""
        return Terms(self.items)

    def has(self, name: str) -> Terms:
        """For each member whether a name is on the list."""
        return Terms(self.conditions.get(name, [False] * len(self)))


class Operations:
    """The helpers of ``rules.py``, for terms. Cents are exact here, so nothing guards them."""

    @staticmethod
    def exact(amount: Any) -> Terms:
        """The amount on its cent; a term that is on its cent already stays as it is."""
        return apply(to_nearest_cent, amount)

    @staticmethod
    def share_of(amount: Any, share: Any) -> Terms:
        """Rounded half up to the cent."""
        return apply(lambda a, s: down_to_cents(a, s, Fraction(1, 2)), amount, share)

    @staticmethod
    def share_of_down(amount: Any, share: Any) -> Terms:
        """Rounded down to the cent."""
        return apply(lambda a, s: down_to_cents(a, s), amount, share)

    @staticmethod
    def per_head_down(amount: Any, count: Any) -> Terms:
        """Divided, and rounded down to the cent."""
        return apply(lambda a, c: down_to_cents(a, quotient(Fraction(1), c)), amount, count)

    @staticmethod
    def portion(part: Any, whole: Any) -> Terms:
        """A fraction of the whole; nothing of nothing."""
        return apply(
            lambda p, w: where(equal(w, Fraction(0)), Fraction(0), quotient(p, w)), part, whole
        )

    @staticmethod
    def portion_down(amount: Any, part: Any, whole: Any) -> Terms:
        """An amount times a part of a whole, rounded down to the cent."""
        return apply(
            lambda a, p, w: where(
                equal(w, Fraction(0)), Fraction(0), down_to_cents(product(a, p), quotient(1, w))
            ),
            amount,
            part,
            whole,
        )

    @classmethod
    def share_equally(cls, total: Any, count: Any, position: Any) -> Terms:
        """Equal parts, odd cents to the first."""
        base = cls.per_head_down(total, count)

        def part(t: Item, b: Item, c: Item, p: Item) -> Item:
            odd_cents = product(difference(t, product(b, c)), Fraction(100))
            return sum_of([b, where(less(p, odd_cents), Fraction(1, 100), Fraction(0))])

        return apply(part, total, base, count, position)

    @classmethod
    def share_in_proportion(cls, group: Any, total_amount: Any, parts: Any, whole: Any) -> Terms:
        """Parts in proportion. What one member gets of its own whole is all of it.

        Among several members the parts are products of unknowns: each is taken for any amount
        that the rule could give. A proof stands; a model is a candidate only.
        """
        weighed = terms(parts, len(group.members))
        amounts = terms(total_amount, len(group.members))
        shared: dict[int, Item] = {}
        for places in group.places:
            if len(places) == 1:
                (only,) = places
                shared[only] = where(less(Fraction(0), weighed[only]), amounts[only], Fraction(0))
            elif places:
                shared.update(
                    group.any_parts(
                        {at: amounts[at] for at in places}, {at: weighed[at] for at in places}
                    )
                )
        return Terms(shared[member] for member in sorted(shared))

    @staticmethod
    def total(group: Any, amounts: Any) -> Terms:
        """The sum over each group's members."""
        values = terms(amounts, len(group.members))
        return Terms(sum_of([values[place] for place in places]) for places in group.places)

    @classmethod
    def count_members(cls, group: Any, members: Any) -> Terms:
        """How many of each group's members satisfy a condition, as a figure case by case.

        What is shared among them is then divided by a figure that is known in each case.
        """
        return Terms(
            _counted(count, len(places))
            for count, places in zip(cls.total(group, members).items, group.places, strict=True)
        )

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
        running: dict[int, Item] = {}
        for places in group.places:
            reached: Item = Fraction(0)
            for member in places:
                running[member] = reached
                reached = sum_of([reached, values[member]])
        return Terms(running[member] for member in sorted(running))

    @staticmethod
    def fits_in_order(employer: Any, application: Any, amounts: Any, left: Any) -> Terms:
        """Whether each member's application fits into what is left, in their order."""
        values = terms(amounts, len(employer.members))
        rooms = terms(left, len(employer.members))
        fits: dict[int, Item] = {}
        for places in employer.places:
            reached: Item = Fraction(0)
            asking = [members for members in application.places if members]
            for members in sorted(asking, key=min):
                if members[0] not in places:
                    continue
                whole = sum_of([values[member] for member in members])
                fit = at_least(rooms[members[0]], sum_of([reached, whole]))
                reached = sum_of([reached, where(fit, whole, Fraction(0))])
                fits.update(dict.fromkeys(members, fit))
        return Terms(fits[member] for member in sorted(fits))

    @staticmethod
    def first_of(group: Any, values: Any) -> Terms:
        """The value of each group's first member."""
        items = terms(values, len(group.members))
        return Terms(items[places[0]] if places else 0 for places in group.places)

    @staticmethod
    def names_of_failed(population: Any, conditions: Sequence[str], period: Any) -> Names:
        """The names of the conditions that each member fails."""
        return Names(
            {name: [negation(at) for at in population(name, period).items] for name in conditions}
        )

    @staticmethod
    def take(table: Any, codes: Kinds) -> Terms:
        """The value of a small table for each code."""
        choices = [plain(value) for value in table]
        return Terms(_choice(choices, code) for code in codes.items)

    @staticmethod
    def choose(figures: Sequence[Any], kinds: Kinds) -> Terms:
        """For each member the figure of the member's kind: one for each, or one for everybody."""
        rows = zip(*(terms(figure, len(kinds)) for figure in figures), strict=True)
        return Terms(_choice(row, kind) for row, kind in zip(rows, kinds.items, strict=True))


Terms.symbolic = Operations


def _choice(choices: Sequence[Item], code: Item) -> Item:
    if isinstance(code, Fraction):
        return choices[int(code)]
    known = [choice for choice in choices if not isinstance(choice, z3.ExprRef)]
    # The commonest value is what holds else: the fewer cases, the sooner a claim is decided.
    usual = max(known, key=known.count) if known else choices[0]
    chosen: Item = usual
    for place, value in enumerate(choices):
        if value is not usual and not (not isinstance(value, z3.ExprRef) and value == usual):
            chosen = where(equal(code, Fraction(place)), value, chosen)
    return chosen


def _counted(count: Item, most: int) -> Item:
    """A count as the figure that it is, from zero to the most."""
    if isinstance(count, Fraction):
        return count
    figure: Item = Fraction(most)
    for fewer in reversed(range(most)):
        figure = where(equal(count, Fraction(fewer)), Fraction(fewer), figure)
    return figure
