"""What formulas are written with: money, cents, groups, months, and the terms of a programme.

Every helper takes plain arrays or populations. Those that do more than arithmetic hand over to the
symbolic counterpart of what they are given, if it has one: the same formulas then run on algebraic
terms, for proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from openfisca_core.parameters import ParameterNodeAtInstant
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.tracers import TracingParameterNodeAtInstant
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


class Condition(Variable):
    """Something that the law asks for before it grants anything: true when it is met.

    A refusal always comes with at least one condition that is not met.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.value_type = bool
        cls.default_value = True
        cls.definition_period = DateUnit.MONTH


def _symbolic(*operands: Any) -> Any:
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
    if (symbolic := _symbolic(amount, share)) is not None:
        return symbolic.share_of(amount, share)
    return numpy.floor(numpy.rint(amount * 100) * share + 0.5 + GUARD) / 100


def share_of_down(amount: Array, share: Any) -> Array:
    """A share of an amount, rounded down to the cent (see ``share_of``)."""
    if (symbolic := _symbolic(amount, share)) is not None:
        return symbolic.share_of_down(amount, share)
    return numpy.floor(numpy.rint(amount * 100) * share + GUARD) / 100


def per_head_down(amount: Array, count: Array) -> Array:
    """An amount divided by a count of at least one, rounded down to the cent."""
    if (symbolic := _symbolic(amount, count)) is not None:
        return symbolic.per_head_down(amount, count)
    return numpy.floor(numpy.rint(amount * 100) / count + GUARD) / 100


def exact(amount: Array) -> Array:
    """The amount on its cent: due after every sum or difference of money.

    Sums of cents carry binary noise (3,333.34 - 2,222.22 is 1,111.1200000000003), and a threshold
    compared with such a sum is a wrong decision.
    """
    if (symbolic := _symbolic(amount)) is not None:
        return symbolic.exact(amount)
    return numpy.rint(amount * 100) / 100


def portion(part: Any, whole: Any) -> Any:
    """What fraction of the whole the part is; zero of nothing is zero."""
    if (symbolic := _symbolic(part, whole)) is not None:
        return symbolic.portion(part, whole)
    return numpy.divide(part, whole, out=numpy.zeros_like(part, dtype=float), where=whole != 0)


def share_equally(total: Array, count: Array, position: Array) -> Array:
    """A member's part of a total that ``count`` members share equally, odd cents to the first.

    Args:
        total: The group's amount, for each member, in dollars.
        count: How many share it, for each member: at least one.
        position: The member's place among them, from zero.
    """
    if (symbolic := _symbolic(total, count, position)) is not None:
        return symbolic.share_equally(total, count, position)
    base = per_head_down(total, count)
    odd_cents = numpy.rint((total - base * count) * 100)
    return exact(base + numpy.where(odd_cents > position + 0.5, 0.01, 0.0))


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
    if (symbolic := _symbolic(group)) is not None:
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
    if (symbolic := _symbolic(group)) is not None:
        return symbolic.count_members(group, members)
    return numpy.bincount(group.members_entity_id, weights=members, minlength=group.count)


def head_count(group: Any) -> Array:
    """How many members each group has, zero for a group without any."""
    if (symbolic := _symbolic(group)) is not None:
        return symbolic.head_count(group)
    return numpy.bincount(group.members_entity_id, minlength=group.count)


def position_in(group: Any) -> Array:
    """Each member's place in its group, from zero, in the order in which members are given.

    Args:
        group: A group population, or the members' view of it (``participant.application``).
    """
    if (symbolic := _symbolic(group)) is not None:
        return symbolic.position_in(group)
    population = getattr(group, "reference_entity", group)
    if not len(population.members_entity_id):
        # OpenFisca looks for the last group, and fails where nobody is in any.
        return numpy.zeros(0, dtype=int)
    return population.members_position


def first_of(group: Any, values: Array) -> Array:
    """The value of each group's first member: for what all its members have in common.

    Args:
        group: A group population.
        values: One value for each member.

    Returns:
        One value for each group; zero for a group without members.
    """
    if (symbolic := _symbolic(group)) is not None:
        return symbolic.first_of(group, values)
    members = numpy.asarray(values)
    firsts = numpy.zeros(group.count, dtype=members.dtype)
    # Written from the last member to the first, so that the first one's value stays.
    firsts[group.members_entity_id[::-1]] = members[::-1]
    return firsts


# Periods ----------------------------------------------------------------------------------------

_FIRST_MONTH_OF_FISCAL_YEAR = 4


def fiscal_year(period: Period) -> Period:
    """The fiscal year, 1 April to 31 March, in which a period begins."""
    year, month, _ = period.start
    first = year if month >= _FIRST_MONTH_OF_FISCAL_YEAR else year - 1
    return Period((DateUnit.YEAR, Instant((first, _FIRST_MONTH_OF_FISCAL_YEAR, 1)), 1))


# The terms of a programme -----------------------------------------------------------------------


class _Terms:
    """The figures of each jurisdiction's programme, ready to be used on arrays.

    Attributes of it are the parts of the parameter tree: a folder gives terms again, a figure gives
    an array with one value for each code. What a jurisdiction doesn't say, or says no longer, has
    the neutral value.
    """

    def __init__(
        self,
        nodes: Sequence[ParameterNodeAtInstant | None],
        neutral: ParameterNodeAtInstant,
        codes: Array,
        tracer: Any = None,
    ) -> None:
        self._nodes = nodes
        self._neutral = neutral
        self._codes = codes
        self._tracer = tracer

    def __getattr__(self, name: str) -> Any:
        neutral = _child(self._neutral, name)
        if neutral is None:
            raise AttributeError(
                f"no programme has a figure {self._neutral._name}.{name}; there are "
                f"{', '.join(sorted(self._neutral._children))}"
            )
        children = [_child(node, name) for node in self._nodes]
        if isinstance(neutral, ParameterNodeAtInstant):
            return _Terms(children, neutral, self._codes, self._tracer)
        values = [neutral if child is None else child for child in children]
        if self._tracer is not None:
            self._record(name, values)
        dtype = bool if isinstance(neutral, bool) else numpy.float64
        return take(numpy.array(values, dtype=dtype), self._codes)

    def _record(self, name: str, values: list[Any]) -> None:
        for index in numpy.unique(numpy.asarray(self._codes)):
            node = self._nodes[index]
            said = _child(node, name) is not None
            source = node if said and node is not None else self._neutral
            self._tracer.record_parameter_access(
                f"{source._name}.{name}", source._instant_str, values[index]
            )


def _child(node: ParameterNodeAtInstant | None, name: str) -> Any:
    return None if node is None else node._children.get(name)


def take(table: Array, codes: Array) -> Array:
    """The value of a small table for each code, by index."""
    if (symbolic := _symbolic(codes)) is not None:
        return symbolic.take(table, codes)
    return numpy.take(table, numpy.asarray(codes))


def by_jurisdiction(programmes: Any, codes: Array) -> Any:
    """The terms of each jurisdiction's own programme.

    OpenFisca's own look-up by array loops in Python (160 times slower on a million rows) and
    refuses jurisdictions that don't all say the same things.

    Args:
        programmes: The folder ``programmes`` at a date: a folder for each jurisdiction, and
            ``neutral``, which holds every figure once.
        codes: Each member's jurisdiction.

    Returns:
        Terms: ``terms.ceiling.participant`` is an array with one value for each code.
    """
    tracer = None
    if isinstance(programmes, TracingParameterNodeAtInstant):
        tracer = programmes.tracer
        programmes = programmes.parameter_node_at_instant
    nodes = [_child(programmes, code) for code in CODES]
    return _Terms(nodes, programmes.neutral, codes, tracer)


class _NationalTerms:
    """The terms of one national programme: a single value for everybody."""

    def __init__(self, node: Any, neutral: Any, tracer: Any) -> None:
        self._node = node
        self._neutral = neutral
        self._tracer = tracer

    def __getattr__(self, name: str) -> Any:
        neutral = _child(self._neutral, name)
        if neutral is None:
            raise AttributeError(f"no programme has a figure {self._neutral._name}.{name}")
        own = _child(self._node, name)
        if isinstance(neutral, ParameterNodeAtInstant):
            return _NationalTerms(own, neutral, self._tracer)
        source = self._neutral if own is None else self._node
        value = neutral if own is None else own
        if self._tracer is not None:
            self._tracer.record_parameter_access(
                f"{source._name}.{name}", source._instant_str, value
            )
        return value


def terms_in_force(law: Any, codes: Array) -> Any:
    """The terms under which participants are trained: the national grant's, or each programme's.

    Args:
        law: The parameters at a date.
        codes: Each member's jurisdiction.

    Returns:
        Terms with the same names in either case (ruling 18): single values under the national
        grant, arrays under the jurisdictions' own programmes.
    """
    if law.regime.own_programmes:
        return by_jurisdiction(law.programmes, codes)
    tracer = None
    if isinstance(law, TracingParameterNodeAtInstant):
        tracer = law.tracer
        law = law.parameter_node_at_instant
    return _NationalTerms(law.grant, law.programmes.neutral, tracer)


def by_kind(terms: Any, kinds: Array, vocabulary: Any) -> Array:
    """For each member the figure that bears the name of the member's kind.

    Args:
        terms: Terms with one figure for each member of the vocabulary, true or false.
        kinds: Each member's kind.
        vocabulary: The enum that lists the kinds.
    """
    first, *others = vocabulary
    allowed = (kinds == first) & getattr(terms, first.name)
    for kind in others:
        allowed = allowed | ((kinds == kind) & getattr(terms, kind.name))
    return allowed


def for_each(figures: Any, codes: Array) -> Array:
    """The figure of each jurisdiction, from a folder that has one for every code.

    Args:
        figures: The folder at a date.
        codes: Each member's jurisdiction.

    Returns:
        An array with one value for each code, of booleans or of float64.
    """
    values = [getattr(figures, code) for code in CODES]
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
