"""A calculation as a graph: what can't matter is left out, and equal parts are one.

A node stands for one value for each row. Money is in whole cents, so that sums need no rounding.
Nothing here knows of the law: see ``tracing.py``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy

from openfisca_jobgrant.population import arrays
from openfisca_jobgrant.population.nodes import (
    CENTS,
    CONDITION,
    KIND,
    MOST_ROWS,
    NUMBER,
    Node,
    Nodes,
    NotCompilableError,
)
from openfisca_jobgrant.rules import GUARD

#: Beyond so many cents adding a half is no longer exact.
_EXACT = 2.0**51


class Graph(Nodes):
    """What formulas do, step by step."""

    # Conditions ----------------------------------------------------------------------------------

    def both(self, one: Node, other: Node) -> Node:
        """Whether both hold."""
        _conditions(one, other)
        for at, rest in ((one, other), (other, one)):
            if at.is_known:
                return rest if at.value else at
        return one if one is other else self.step(numpy.logical_and, one, other, kind=CONDITION)

    def either(self, one: Node, other: Node) -> Node:
        """Whether one of them holds."""
        _conditions(one, other)
        for at, rest in ((one, other), (other, one)):
            if at.is_known:
                return at if at.value else rest
        return one if one is other else self.step(numpy.logical_or, one, other, kind=CONDITION)

    def opposite(self, at: Node) -> Node:
        """Whether it doesn't hold."""
        _conditions(at)
        if at.function is numpy.logical_not:
            return at.arguments[0]
        return self.step(numpy.logical_not, at, kind=CONDITION)

    def compared(self, function: Any, one: Node, other: Node) -> Node:
        """What one of NumPy's comparisons says of two numbers or amounts."""
        one, other = self._alike(one, other)
        for holds, opposite, first, second in (
            (numpy.less_equal, numpy.greater, one, other),
            (numpy.greater_equal, numpy.less, other, one),
        ):
            if function in (holds, opposite):
                if first.high <= second.low:
                    return self.known(function is holds)
                if first.low > second.high:
                    return self.known(function is opposite)
        return self.step(function, one, other, kind=CONDITION)

    def is_kind(self, at: Node, place: int) -> Node:
        """Whether a kind is the one at a place of its vocabulary."""
        return self.step(numpy.equal, at, self.known(place), kind=CONDITION)

    # Numbers and amounts -------------------------------------------------------------------------

    def cents(self, at: Node) -> Node:
        """Dollars as cents.

        Raises:
            NotCompilableError: If they may be off their cent.
        """
        if at.kind == CENTS:
            return at
        if at.is_known:
            return self.known(_cents_of(numpy.float64(at.value)), CENTS)
        if at.function is arrays.chosen:
            case, yes, no = at.arguments
            return self.chosen(case, self.cents(yes), self.cents(no))
        if at.function is arrays.kept:
            return self.kept(self.cents(at.arguments[0]), at.arguments[1])
        if at.function is numpy.take:
            table, kinds = at.arguments
            return self.looked_up(_cents_of(table.value), kinds, CENTS)
        raise NotCompilableError("a number that may be off its cent is used as an amount")

    def dollars_given(self, name: Any, *, low: float, high: float) -> Node:
        """An amount that a caller provides in dollars, on its cent."""
        dollars = self.given(name, NUMBER)
        return self.step(
            arrays.to_cents, dollars, kind=CENTS, is_whole=True, low=low * 100, high=high * 100
        )

    def _alike(self, one: Node, other: Node) -> tuple[Node, Node]:
        if CENTS in (one.kind, other.kind):
            return self.cents(one), self.cents(other)
        if KIND in (one.kind, other.kind):
            raise NotCompilableError("a kind is used as a number")
        return one, other

    def added(self, one: Node, other: Node) -> Node:
        """The sum."""
        one, other = self._alike(one, other)
        for at, rest in ((one, other), (other, one)):
            if at.is_known and at.value == 0 and rest.kind == CENTS:
                return rest
        return self.step(
            numpy.add,
            one,
            other,
            kind=_sum_kind(one, other),
            is_whole=one.is_whole and other.is_whole,
            low=one.low + other.low,
            high=one.high + other.high,
        )

    def less(self, one: Node, other: Node) -> Node:
        """One without the other."""
        one, other = self._alike(one, other)
        if other.is_known and other.value == 0 and one.kind == CENTS:
            return one
        if one is other and one.kind == CENTS:
            return self.known(numpy.float64(0), CENTS)
        return self.step(
            numpy.subtract,
            one,
            other,
            kind=_sum_kind(one, other),
            is_whole=one.is_whole and other.is_whole,
            low=max(one.low - other.high, 0.0 if other.under is one else -math.inf),
            high=one.high - other.low,
            under=one if other.low >= 0 else None,
        )

    def product(self, one: Node, other: Node) -> Node:
        """The product: of an amount or number and a condition, or of numbers."""
        for case, amount in ((one, other), (other, one)):
            if case.kind == CONDITION and amount.kind in (CENTS, NUMBER):
                return self.kept(amount, case)
        if KIND in (one.kind, other.kind) or one.kind == other.kind == CENTS:
            raise NotCompilableError("a product that isn't an amount")
        for factor, rest in ((one, other), (other, one)):
            if factor.is_known and factor.value == 1 and rest.kind == CENTS:
                return rest
        return self.step(
            numpy.multiply,
            one,
            other,
            kind=CENTS if CENTS in (one.kind, other.kind) else _sum_kind(one, other),
            is_whole=one.is_whole and other.is_whole,
            low=0.0 if one.low >= 0 and other.low >= 0 else -math.inf,
        )

    def kept(self, amount: Node, case: Node) -> Node:
        """An amount where a condition holds, else nothing."""
        if case.is_known:
            return amount if case.value else self.known(numpy.float64(0), amount.kind)
        if amount.is_known and amount.value == 0:
            return amount
        if amount.function is arrays.kept:
            amount, before = amount.arguments
            case = self.both(before, case)
        return self.step(
            arrays.kept,
            amount,
            case,
            kind=amount.kind,
            is_whole=amount.is_whole,
            low=min(amount.low, 0.0),
            high=max(amount.high, 0.0),
            under=(amount.under or amount) if amount.low >= 0 else None,
        )

    def chosen(self, case: Node, yes: Node, no: Node) -> Node:
        """One or the other."""
        _conditions(case)
        if KIND in (yes.kind, no.kind):
            raise NotCompilableError("a choice between kinds")
        if CENTS in (yes.kind, no.kind):
            yes, no = self.cents(yes), self.cents(no)
        if yes.is_known and no.is_known and yes.value == no.value and yes.kind == no.kind:
            return yes
        if case.is_known or yes is no:
            return yes if yes is no or case.value else no
        if yes.kind == no.kind == CONDITION:
            return self.either(self.both(case, yes), self.both(self.opposite(case), no))
        if CONDITION in (yes.kind, no.kind):
            raise NotCompilableError("a choice between a condition and a number")
        if no.is_known and no.value == 0:
            return self.kept(yes, case)
        if yes.is_known and yes.value == 0:
            return self.kept(no, self.opposite(case))
        return self.step(
            arrays.chosen,
            case,
            yes,
            no,
            kind=yes.kind,
            is_whole=yes.is_whole and no.is_whole,
            low=min(yes.low, no.low),
            high=max(yes.high, no.high),
        )

    def smaller(self, one: Node, other: Node) -> Node:
        """The lesser of two."""
        one, other = self._alike(one, other)
        if CENTS in (one.kind, other.kind):
            for at, rest in ((one, other), (other, one)):
                if at.high <= rest.low:
                    return at
                if (cut := self._cut_in_order(at, rest)) is not None:
                    return cut
        if one.is_known:
            one, other = other, one
        return self.step(
            arrays.smaller,
            one,
            other,
            kind=_sum_kind(one, other),
            is_whole=one.is_whole and other.is_whole,
            low=min(one.low, other.low),
            high=min(one.high, other.high),
        )

    def larger(self, one: Node, other: Node) -> Node:
        """The greater of two."""
        one, other = self._alike(one, other)
        if CENTS in (one.kind, other.kind):
            for at, rest in ((one, other), (other, one)):
                if at.low >= rest.high:
                    return at
        if one.is_known:
            one, other = other, one
        return self.step(
            arrays.larger,
            one,
            other,
            kind=_sum_kind(one, other),
            is_whole=one.is_whole and other.is_whole,
            low=max(one.low, other.low),
            high=max(one.high, other.high),
        )

    def looked_up(self, table: Any, kinds: Node, kind: str = NUMBER) -> Node:
        """The figure of each kind, from an array of them by place."""
        if table.dtype == bool:
            kind = CONDITION
        if kinds.is_known:
            return self.known(table[int(kinds.value)], kind)
        if (table == table[0]).all():
            return self.known(table[0], kind)
        held = self.table(table)
        key = (numpy.take, id(held), id(kinds), kind)
        whole = bool((numpy.rint(table) == table).all())
        low, high = float(table.min()), float(table.max())
        return self.kept_once(
            key, Node(numpy.take, (held, kinds), None, kind, is_whole=whole, low=low, high=high)
        )

    def portion(self, part: Node, whole: Node) -> Node:
        """What fraction of the whole the part is, of two shares."""
        if (part.kind, whole.kind) != (NUMBER, NUMBER):
            raise NotCompilableError("a portion of what isn't shares")
        return self.step(arrays.portion_of, part, whole, kind=NUMBER)

    # Cents ---------------------------------------------------------------------------------------

    def rounded(self, at: Node) -> Node:
        """On its cent; what is a whole number of cents stays as it is."""
        if at.is_whole or at.kind == CONDITION:
            return at
        if at.kind != CENTS:
            raise NotCompilableError("a number that isn't an amount is put on its cent")
        return self.step(numpy.rint, at, kind=CENTS, is_whole=True)

    def share_of(self, amount: Node, share: Node, *, half_up: bool) -> Node:
        """A share of whole cents, rounded half up or down, by the steps of ``rules.py``."""
        amount = self.rounded(self.cents(amount))
        if share.kind == CENTS:
            raise NotCompilableError("a share that is an amount")
        if share.is_known and share.value == 0:
            return self.known(numpy.float64(0), CENTS)
        if share.is_known and share.value == 1 and max(-amount.low, amount.high) < _EXACT:
            return amount
        part = self.step(numpy.multiply, amount, share, kind=NUMBER)
        if half_up:
            part = self.step(numpy.add, part, self.known(0.5), kind=NUMBER)
        # A whole number's share of one at most, rounded, isn't more than the number.
        is_part = amount.low >= 0 and share.low >= 0
        is_less = is_part and share.high <= 1 and amount.high < _EXACT
        return self._floored(part, is_positive=is_part, under=amount if is_less else None)

    def per_head_down(self, amount: Node, count: Node) -> Node:
        """Whole cents divided by a count, rounded down."""
        amount = self.rounded(self.cents(amount))
        if count.kind != NUMBER:
            raise NotCompilableError("a count that isn't a number")
        if amount.is_known and amount.value == 0:
            return amount
        part = self.step(numpy.divide, amount, count, kind=NUMBER)
        return self._floored(part, is_positive=amount.low >= 0)

    def _floored(self, part: Node, *, is_positive: bool, under: Node | None = None) -> Node:
        guarded = self.step(numpy.add, part, self.known(GUARD), kind=NUMBER)
        low = 0.0 if is_positive else -math.inf
        high = math.inf if under is None else under.high
        return self.step(
            numpy.floor, guarded, kind=CENTS, is_whole=True, low=low, high=high, under=under
        )

    def share_equally(self, whole: Node, count: Node, position: Node) -> Node:
        """A member's part of what ``count`` members share; odd cents to the first."""
        whole = self.rounded(self.cents(whole))
        if whole.is_known and whole.value == 0:
            return whole
        base = self.per_head_down(whole, count)
        if not (count.is_whole and position.is_whole):
            raise NotCompilableError("a count or place that isn't a whole number")
        odd = self.less(whole, self.product(base, count))
        gets_one = self.step(numpy.greater, odd, position, kind=CONDITION)
        return self._with_odd_cent(base, gets_one)

    def _with_odd_cent(self, base: Node, gets_one: Node) -> Node:
        return self.step(
            numpy.add, base, gets_one, kind=CENTS, is_whole=True, low=base.low, high=base.high + 1
        )

    def portion_down(self, amount: Node, part: Node, whole: Node) -> Node:
        """An amount times a part of a whole, rounded down."""
        amounts = [self.rounded(self.cents(at)) for at in (amount, part, whole)]
        low = 0.0 if min(at.low for at in amounts) >= 0 else -math.inf
        return self.step(arrays.portion_down_of_cents, *amounts, kind=CENTS, is_whole=True, low=low)

    def share_in_proportion(self, group: Node, amount: Node, parts: Node, whole: Node) -> Node:
        """Parts of a group's amount in proportion; odd cents to the first."""
        base = self.portion_down(amount, parts, whole)
        odd = self.less(self.rounded(self.cents(amount)), self.among(group, base))
        weighed = self.compared(numpy.greater, parts, self.known(0))
        place = self.running(group, weighed)
        gets_one = self.step(numpy.greater, odd, place, kind=CONDITION)
        return self._with_odd_cent(base, self.both(gets_one, weighed))

    # Groups --------------------------------------------------------------------------------------

    def among(self, group: Node, at: Node) -> Node:
        """For each row the sum over its group."""
        kind, at = self._summed(at)
        if at.is_known:
            if at.value == 0:
                return self.known(numpy.float64(0), kind)
            at = self.product(self.heads(group), at)
            return at
        low = 0.0 if at.low >= 0 else -math.inf
        return self.step(arrays.among, group, at, kind=kind, is_whole=True, low=low)

    def running(self, group: Node, at: Node) -> Node:
        """For each row the sum over the rows of its group before it."""
        kind, at = self._summed(at)
        if at.is_known:
            if at.value == 0:
                return self.known(numpy.float64(0), kind)
            return self.product(self.positions(group), at)
        low = 0.0 if at.low >= 0 else -math.inf
        return self.step(arrays.running, group, at, kind=kind, is_whole=True, low=low)

    def _summed(self, at: Node) -> tuple[str, Node]:
        if at.kind == KIND:
            raise NotCompilableError("kinds are summed")
        at = self.rounded(at)
        return CENTS if at.kind == CENTS else NUMBER, at

    def heads(self, group: Node) -> Node:
        """For each row how many rows its group has."""
        return self.step(arrays.heads, group, kind=NUMBER, is_whole=True, low=1.0, high=MOST_ROWS)

    def positions(self, group: Node) -> Node:
        """For each row its place in its group, from zero."""
        return self.step(arrays.positions, group, kind=NUMBER, is_whole=True, low=0.0)

    def first(self, group: Node, at: Node) -> Node:
        """For each row what its group's first row has."""
        if at.is_known:
            return at
        return self.step(
            arrays.first, group, at, kind=at.kind, is_whole=at.is_whole, low=at.low, high=at.high
        )

    def fits_in_order(self, employer: Node, application: Node, asked: Node, left: Node) -> Node:
        """For each row whether its whole application fits into what is left."""
        amounts = [self.rounded(self.cents(at)) for at in (asked, left)]
        return self.step(arrays.fits, employer, application, *amounts, kind=CONDITION)

    def _cut_in_order(self, asked: Node, room: Node) -> Node | None:
        """The lesser of an amount and the room that those before it leave, as one step.

        Where all that a group asks for fits into the least that is left to any of it, everybody
        gets what is asked: that is seen sooner than the rooms are worked out.
        """
        if room.function is not arrays.larger or asked.low < 0 or not asked.is_whole:
            return None
        rest, nothing = room.arguments
        if rest.function is not numpy.subtract or not (nothing.is_known and nothing.value == 0):
            return None
        left, before = rest.arguments
        if before.function is not arrays.running or before.arguments[1] is not asked:
            return None
        return self.step(
            arrays.cut_in_order,
            before.arguments[0],
            asked,
            left,
            kind=CENTS,
            is_whole=left.is_whole,
            low=0.0,
            high=asked.high,
        )


def _cents_of(dollars: Any) -> Any:
    cents = numpy.rint(dollars * 100)
    if not numpy.array_equal(cents / 100, dollars):
        raise NotCompilableError(f"{dollars} dollars aren't on their cent")
    return cents


def _conditions(*nodes: Node) -> None:
    for at in nodes:
        if at.kind != CONDITION:
            raise NotCompilableError("&, | and ~ are for conditions")


def _sum_kind(one: Node, other: Node) -> str:
    if one.kind == other.kind == CONDITION:
        raise NotCompilableError("conditions are counted by count_members")
    return CENTS if CENTS in (one.kind, other.kind) else NUMBER
