"""What formulas are written with: money, cents, groups and months.

Every helper takes plain arrays or populations. Those that do more than arithmetic hand over to the
symbolic counterpart of what they are given, if it has one: the same formulas then run on algebraic
terms, for proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.variables import Variable

from openfisca_jobgrant.vocabulary import JurisdictionCode

Array = NDArray[Any]

#: A share such as 2/3 leaves a remainder that is a multiple of 1/3 of a cent: this lies between
#: the noise of binary fractions and the nearest true boundary.
GUARD = 1e-6

CODES: tuple[str, ...] = tuple(JurisdictionCode.__members__)


class Money(Variable):
    """An amount in Canadian dollars, to the cent.

    OpenFisca computes in float32, which is exact to 32 dollars at hundreds of millions; a money
    variable is float64.
    """

    unit = "currency-CAD"

    def __init_subclass__(cls, **options: Any) -> None:
        # OpenFisca reads a variable's own attributes only, never inherited ones.
        super().__init_subclass__(**options)
        cls.value_type = float
        cls.unit = "currency-CAD"

    def __init__(self, baseline_variable: Variable | None = None) -> None:
        super().__init__(baseline_variable)
        self.dtype = numpy.float64


class Received(Money):
    """Government money of the fiscal year's earlier months: worked out from them, or given."""

    #: In a proof the months before are no part of the situation: any amount may have been received.
    is_history = True


class EarlierCount(Variable):
    """How often something happened earlier in the fiscal year: counted, or given."""

    is_history = True

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.value_type = int


class Share(Variable):
    """A fraction of one, in float64: in float32 two thirds of 15,000 dollars is off by cents."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.value_type = float
        cls.unit = "/1"

    def __init__(self, baseline_variable: Variable | None = None) -> None:
        super().__init__(baseline_variable)
        self.dtype = numpy.float64


class Condition(Variable):
    """Something that the law asks for before it grants anything: true when it is met.

    A refusal always comes with at least one condition that is not met.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.value_type = bool
        cls.default_value = True
        cls.definition_period = DateUnit.MONTH


def symbolic_of(*operands: Any) -> Any:
    """The operations on algebraic terms, if any operand is one; None for plain arrays."""
    for operand in operands:
        operations = getattr(operand, "symbolic", None)
        if operations is not None:
            return operations
    return None


# Cents ------------------------------------------------------------------------------------------


def share_of(amount: Array, share: Any) -> Array:
    """A share of an amount, rounded half up to the cent.

    Args:
        amount: Dollars, not negative, at most 1e12.
        share: A fraction of one. It stays apart from the amount so that whole cents are multiplied.
    """
    if (symbolic := symbolic_of(amount, share)) is not None:
        return symbolic.share_of(amount, share)
    return numpy.floor(numpy.rint(amount * 100) * share + 0.5 + GUARD) / 100


def share_of_down(amount: Array, share: Any) -> Array:
    """A share of an amount, rounded down to the cent (see ``share_of``)."""
    if (symbolic := symbolic_of(amount, share)) is not None:
        return symbolic.share_of_down(amount, share)
    return numpy.floor(numpy.rint(amount * 100) * share + GUARD) / 100


def per_head_down(amount: Array, count: Array) -> Array:
    """An amount divided by a count of at least one, rounded down to the cent."""
    if (symbolic := symbolic_of(amount, count)) is not None:
        return symbolic.per_head_down(amount, count)
    return numpy.floor(numpy.rint(amount * 100) / count + GUARD) / 100


def exact(amount: Array) -> Array:
    """The amount on its cent: due after every sum or difference of money.

    Sums of cents carry binary noise (3,333.34 - 2,222.22 is 1,111.1200000000003), and a threshold
    compared with such a sum is a wrong decision.
    """
    if (symbolic := symbolic_of(amount)) is not None:
        return symbolic.exact(amount)
    cents = numpy.multiply(amount, 100.0)
    if not isinstance(cents, numpy.ndarray):
        return numpy.rint(cents) / 100
    # In place: every new array costs as much as the arithmetic.
    numpy.rint(cents, out=cents)
    cents /= 100
    return cents


def portion(part: Any, whole: Any) -> Any:
    """What fraction of the whole the part is; zero of nothing is zero."""
    if (symbolic := symbolic_of(part, whole)) is not None:
        return symbolic.portion(part, whole)
    return numpy.divide(part, whole, out=numpy.zeros_like(part, dtype=float), where=whole != 0)


def share_equally(total: Array, count: Array, position: Array) -> Array:
    """A member's part of a total that ``count`` members share equally, odd cents to the first.

    Args:
        total: The group's amount, for each member, in dollars.
        count: How many share it, for each member: at least one.
        position: The member's place among them, from zero.
    """
    if (symbolic := symbolic_of(total, count, position)) is not None:
        return symbolic.share_equally(total, count, position)
    base = per_head_down(total, count)
    odd_cents = numpy.rint((total - base * count) * 100)
    return exact(base + numpy.where(odd_cents > position + 0.5, 0.01, 0.0))


def portion_down(amount: Array, part: Array, whole: Array) -> Array:
    """An amount times a part of a whole, rounded down to the cent; zero of nothing is zero.

    Args:
        amount: Dollars, not more than the whole.
        part: Dollars, not more than the whole.
        whole: Dollars, at most 1e12.
    """
    if (symbolic := symbolic_of(amount, part, whole)) is not None:
        return symbolic.portion_down(amount, part, whole)
    cents = (
        numpy.rint(numpy.asarray(dollars) * 100).astype(numpy.int64)
        for dollars in (amount, part, whole)
    )
    return portion_down_of_cents(*cents) / 100


def portion_down_of_cents(amounts: Array, parts: Array, wholes: Array) -> Array:
    """The same of whole cents, in integers."""
    divisors = numpy.maximum(wholes, 1)
    estimates = numpy.floor(amounts / divisors * parts).astype(numpy.int64)
    # Float division is off by a cent at most. The products may overflow; their difference doesn't,
    # and integers of 64 bits that wrap around give it exactly.
    remainders = amounts * parts - estimates * divisors
    return estimates + remainders // divisors


def share_in_proportion(group: Any, total_amount: Array, parts: Array, whole: Array) -> Array:
    """Each member's part of a group's amount in proportion, odd cents to the first.

    Args:
        group: The members' view of their group (``participant.application``).
        total_amount: The group's amount, for each member, in dollars.
        parts: What each member is weighed by, in dollars.
        whole: The sum of the parts, for each member, in dollars.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.share_in_proportion(group, total_amount, parts, whole)
    base = portion_down(total_amount, parts, whole)
    odd_cents = exact(total_amount - sum_among(group, base))
    weighed = parts > 0
    place = running_before(group, weighed)
    gets_one = (odd_cents * 100 > place + 0.5) & weighed
    return exact(base + numpy.where(gets_one, 0.01, 0.0))


def given_amount(population: Any, name: str, period: Period) -> Array:
    """An amount that was given, on its cent; a negative one counts as nothing.

    Args:
        population: Participants, applications or employers.
        name: A money input of theirs.
        period: The period for which it is asked.
    """
    return exact(numpy.maximum(population(name, period), 0))


# Groups -----------------------------------------------------------------------------------------


def total(group: Any, amounts: Array) -> Array:
    """The sum over each group's members, on its cent.

    OpenFisca's own sum is too short when the last groups have no members.

    Args:
        group: A group population.
        amounts: One amount for each member.

    Returns:
        One amount for each group.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.total(group, amounts)
    sums = numpy.bincount(group.members_entity_id, weights=amounts, minlength=group.count)
    return exact(sums)


def count_members(group: Any, members: Array) -> Array:
    """How many of each group's members satisfy a condition.

    Args:
        group: A group population.
        members: True or false for each member.

    Returns:
        A count for each group; zero for a group without members.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.count_members(group, members)
    return numpy.bincount(group.members_entity_id, weights=members, minlength=group.count)


def head_count(group: Any) -> Array:
    """How many members each group has, zero for a group without any."""
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.head_count(group)
    return numpy.bincount(group.members_entity_id, minlength=group.count)


def position_in(group: Any) -> Array:
    """Each member's place in its group, from zero, in the order in which members are given.

    Args:
        group: A group population, or the members' view of it (``participant.application``).
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.position_in(group)
    population = getattr(group, "reference_entity", group)
    if not len(population.members_entity_id):
        # OpenFisca looks for the last group, and fails where nobody is in any.
        return numpy.zeros(0, dtype=int)
    return population.members_position


def sum_among(group: Any, amounts: Array) -> Array:
    """For each member the sum over the group that the member belongs to, on its cent.

    Args:
        group: The members' view of their group (``participant.application``).
        amounts: One amount or condition for each member.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.sum_among(group, amounts)
    population = getattr(group, "reference_entity", group)
    return total(population, amounts)[population.members_entity_id]


def running_before(group: Any, amounts: Array) -> Array:
    """For each member the sum over the members of its group that come before it, on its cent.

    Args:
        group: A group population, or the members' view of it (``participant.employer``).
        amounts: One amount or condition for each member, at most 1e13 in all.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.running_before(group, amounts)
    homes = getattr(group, "reference_entity", group).members_entity_id
    cents = numpy.rint(numpy.asarray(amounts, dtype=float) * 100)
    if not len(homes):
        return cents
    if (homes[1:] >= homes[:-1]).all():
        return _running_in_order(homes, cents) / 100
    order = numpy.argsort(homes, kind="stable")
    before = _running_in_order(homes[order], cents[order])
    running = numpy.empty_like(before)
    running[order] = before
    return running / 100


def _running_in_order(homes: Array, cents: Array) -> Array:
    """The sum before each member, where the members of a group stand together."""
    before = numpy.cumsum(cents)
    before -= cents
    firsts = numpy.concatenate(([0], numpy.flatnonzero(homes[1:] != homes[:-1]) + 1))
    # What all groups before a group have together, from the place of its first member.
    before -= numpy.repeat(before[firsts], numpy.diff(numpy.append(firsts, len(homes))))
    return before


def first_of(group: Any, values: Array) -> Array:
    """The value of each group's first member: for what all its members have in common.

    Args:
        group: A group population.
        values: One value for each member.

    Returns:
        One value for each group; zero for a group without members.
    """
    if (symbolic := symbolic_of(group)) is not None:
        return symbolic.first_of(group, values)
    members = numpy.asarray(values)
    firsts = numpy.zeros(group.count, dtype=members.dtype)
    # Written from the last member to the first, so that the first one's value stays.
    firsts[group.members_entity_id[::-1]] = members[::-1]
    return firsts


# Conditions -------------------------------------------------------------------------------------


def meets_all(population: Any, conditions: Sequence[str], period: Period) -> Array:
    """Who meets every one of some conditions.

    Args:
        population: Participants.
        conditions: Names of variables that are true or false.
        period: The month.
    """
    met = population(conditions[0], period)
    for name in conditions[1:]:
        met = met & population(name, period)
    return met


def names_of_failed(population: Any, conditions: Sequence[str], period: Period) -> Array:
    """The names of the conditions that each member fails, separated by commas.

    Args:
        population: Participants.
        conditions: Names of variables that are true or false.
        period: The month.
    """
    if (symbolic := symbolic_of(population)) is not None:
        return symbolic.names_of_failed(population, conditions, period)
    failed: list[list[str]] = [[] for _ in range(population.count)]
    for name in conditions:
        for member in numpy.flatnonzero(~population(name, period)):
            failed[member].append(name)
    return numpy.array([", ".join(names) for names in failed], dtype=object)


# Periods ----------------------------------------------------------------------------------------

_FIRST_MONTH_OF_FISCAL_YEAR = 4


def fiscal_year(period: Period) -> Period:
    """The fiscal year, 1 April to 31 March, in which a period begins."""
    if (symbolic := symbolic_of(period)) is not None:
        return symbolic.fiscal_year(period)
    year, month, _ = period.start
    first = year if month >= _FIRST_MONTH_OF_FISCAL_YEAR else year - 1
    return Period((DateUnit.YEAR, Instant((first, _FIRST_MONTH_OF_FISCAL_YEAR, 1)), 1))


# Tables -----------------------------------------------------------------------------------------


def take(table: Array, codes: Array) -> Array:
    """The value of a small table for each code, by index."""
    if (symbolic := symbolic_of(codes)) is not None:
        return symbolic.take(table, codes)
    return numpy.take(table, numpy.asarray(codes))


def for_each(figures: Any, codes: Array) -> Array:
    """The figure of each jurisdiction, from a folder that has one for every code.

    Args:
        figures: The folder at a date.
        codes: Each member's jurisdiction.

    Returns:
        An array with one value for each code, of booleans or of float64.
    """
    node = getattr(figures, "parameter_node_at_instant", figures)
    if node is not figures:
        # A trace shows the figures of those jurisdictions only that there are.
        for place in numpy.unique(numpy.asarray(codes)):
            getattr(figures, CODES[place])
    values = [node._children[code] for code in CODES]
    dtype = bool if isinstance(values[0], bool) else numpy.float64
    return take(numpy.array(values, dtype=dtype), codes)


# Allocation -------------------------------------------------------------------------------------


def allocate(amount: float, population: Any, codes: Array) -> Array:
    """Each jurisdiction's part of a national amount, by population, in cents that add up to it.

    The running total is rounded half up in the order of the codes (ruling 6), so that the parts
    add up to the amount to the cent.

    Args:
        amount: Dollars a year.
        population: The folder ``population`` at a date: persons by jurisdiction.
        codes: Each member's jurisdiction.

    Returns:
        Dollars a year, one value for each code.
    """
    persons = [round(getattr(population, code)) for code in CODES]
    cents = round(amount * 100)
    everyone = sum(persons)
    parts = []
    reached = counted = 0
    for count in persons:
        counted += count
        running = (2 * cents * counted + everyone) // (2 * everyone)
        parts.append((running - reached) / 100)
        reached = running
    return take(numpy.array(parts), codes)
