"""The steps of a compiled law on arrays: whole cents in float64, groups that stand together.

Each gives what the helper of ``rules.py`` gives that it stands for; where a look at the whole block
shows that a step changes nothing, it isn't taken.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy

from openfisca_jobgrant import ceilings, rules


class Groups:
    """The groups of a block of rows, each of which stands together.

    Args:
        members: The group of each row: whole numbers that go up by one at most.
    """

    def __init__(self, members: Any) -> None:
        self._members = members

    @cached_property
    def members_entity_id(self) -> Any:
        """The group of each row, from zero."""
        return self._members - self._members[0]

    @cached_property
    def count(self) -> int:
        """How many groups there are."""
        return int(self._members[-1] - self._members[0]) + 1

    @cached_property
    def firsts(self) -> Any:
        """The place of each group's first row."""
        steps = self._members[1:] != self._members[:-1]
        return numpy.concatenate(([0], numpy.flatnonzero(steps) + 1))

    @cached_property
    def sizes(self) -> Any:
        """How many rows each group has."""
        return numpy.diff(self.firsts, append=len(self._members))

    @cached_property
    def largest(self) -> int:
        """How many rows the largest group has."""
        return int(self.sizes.max())

    @property
    def are_single(self) -> bool:
        """Whether each row is a group of its own."""
        return self.count == len(self._members)

    def for_rows(self, values: Any) -> Any:
        """Values of groups, for each of their rows."""
        return numpy.repeat(values, self.sizes)

    def sums(self, values: Any) -> Any:
        """The sum of each group: exact, for whole numbers."""
        return numpy.bincount(self.members_entity_id, weights=values, minlength=self.count)


def to_cents(dollars: Any) -> Any:
    """Dollars on their cent as whole cents."""
    found = numpy.multiply(dollars, 100.0)
    return numpy.rint(found, out=found)


def kept(amount: Any, case: Any) -> Any:
    """An amount where a condition holds, else nothing."""
    if isinstance(amount, numpy.ndarray) and case.all():
        return amount
    return numpy.multiply(amount, case)


def chosen(case: Any, yes: Any, no: Any) -> Any:
    """One or the other."""
    if isinstance(yes, numpy.ndarray) and case.all():
        return yes
    return numpy.where(case, yes, no)


def smaller(one: Any, other: Any) -> Any:
    """The lesser of two."""
    return numpy.minimum(one, _as_long(one, other))


def larger(one: Any, other: Any) -> Any:
    """The greater of two."""
    return numpy.maximum(one, _as_long(one, other))


def _as_long(one: Any, other: Any) -> Any:
    """NumPy compares two arrays four times as fast as an array and a figure."""
    if isinstance(other, numpy.float64) and isinstance(one, numpy.ndarray):
        return numpy.full(len(one), other)
    return other


def portion_of(part: Any, whole: Any) -> Any:
    """See ``rules.portion``."""
    part, whole = numpy.broadcast_arrays(part, whole)
    return rules.portion(part, whole)


def portion_down_of_cents(amount: Any, part: Any, whole: Any) -> Any:
    """See ``rules.portion_down``, of cents."""
    integers = (numpy.asarray(at).astype(numpy.int64) for at in (amount, part, whole))
    return rules.portion_down_of_cents(*integers).astype(numpy.float64)


def among(group: Groups, values: Any) -> Any:
    """For each row the sum over its group."""
    if group.are_single:
        return values.astype(numpy.float64) if values.dtype == bool else values
    if values.dtype == bool and values.all():
        return heads(group)
    return group.for_rows(group.sums(values))


def running(group: Groups, values: Any) -> Any:
    """For each row the sum over the rows of its group before it."""
    if group.are_single:
        return numpy.zeros(len(values))
    if values.dtype == bool and values.all():
        return positions(group)
    # Whole numbers are added up eight times as fast as fractions.
    whole = values.astype(numpy.int64)
    before = numpy.cumsum(whole)
    before -= whole
    before -= group.for_rows(before[group.firsts])
    return before.astype(numpy.float64)


def heads(group: Groups) -> Any:
    """For each row how many rows its group has."""
    return group.for_rows(group.sizes.astype(numpy.float64))


def positions(group: Groups) -> Any:
    """For each row its place in its group."""
    places = numpy.arange(len(group.members_entity_id), dtype=numpy.float64)
    places -= group.for_rows(group.firsts)
    return places


def first(group: Groups, values: Any) -> Any:
    """For each row what its group's first row has."""
    return group.for_rows(values[group.firsts])


def fits(employer: Groups, application: Groups, asked: Any, left: Any) -> Any:
    """See ``ceilings.fits_in_order``."""
    count = len(employer.members_entity_id)
    dollars = (numpy.broadcast_to(at / 100, count) for at in (asked, left))
    return ceilings.fits_in_order(employer, application, *dollars)


def cut_in_order(group: Groups, asked: Any, left: Any) -> Any:
    """What is left of an amount for each row, in the order of the group's rows."""
    least = left.min() if isinstance(left, numpy.ndarray) else left
    if asked.max() * group.largest <= least or group.sums(asked).max() <= least:
        return asked
    room = numpy.subtract(left, running(group, asked))
    numpy.maximum(room, numpy.zeros(len(room)), out=room)
    return numpy.minimum(asked, room)
