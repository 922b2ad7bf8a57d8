"""The law's own formulas run on columns that aren't there yet, which leaves the calculation.

A column stands for one value for each row, also for what groups have: the rows of a group then
share it. What formulas do to columns, and the helpers of ``rules.py``, is written down in a graph.
Whatever isn't known to give the same cents raises ``NotCompilableError``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NoReturn

import numpy
from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import DateUnit
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant import ceilings
from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.population.graph import Graph
from openfisca_jobgrant.population.nodes import (
    CENTS,
    CONDITION,
    KIND,
    NUMBER,
    Node,
    NotCompilableError,
)
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.situations.engine import formula_at_all_times
from openfisca_jobgrant.situations.values import LARGEST_AMOUNT
from openfisca_jobgrant.vocabulary import JurisdictionCode

#: What a caller gives besides inputs: by employer, in cents and as a count.
RECEIVED, APPLICATIONS = "employer_received_to_date", "earlier_applications_in_fiscal_year"
#: What a caller carries over to later months, besides what it asks for.
PAID, FIRSTS = "government_contribution", "stands for an application"


class Column(numpy.lib.mixins.NDArrayOperatorsMixin):
    """One value for each row, to be worked out later."""

    symbolic: Any

    def __init__(self, graph: Graph, node: Node, vocabulary: Any = None) -> None:
        self.graph, self.node, self.vocabulary = graph, node, vocabulary

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Column:
        rule = _UFUNCS.get(ufunc)
        if rule is None or method != "__call__" or options:
            raise NotCompilableError(f"numpy.{ufunc.__name__} isn't compiled")
        return Column(self.graph, rule(self.graph, *(_node(self.graph, at) for at in inputs)))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Column:
        if function is not numpy.where or options:
            raise NotCompilableError(f"numpy.{function.__name__} isn't compiled")
        return Column(self.graph, self.graph.chosen(*(_node(self.graph, at) for at in args)))

    def __eq__(self, other: object) -> Column:  # type: ignore[override]
        if self.vocabulary is None:
            return super().__eq__(other)
        if not isinstance(other, self.vocabulary):
            raise NotCompilableError(f"{other!r} is no member of {self.vocabulary.__name__}")
        place = list(self.vocabulary).index(other)
        return Column(self.graph, self.graph.is_kind(self.node, place))

    def __ne__(self, other: object) -> Column:  # type: ignore[override]
        if self.vocabulary is None:
            return super().__ne__(other)
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]

    def _refused(self, *_: Any, **__: Any) -> NoReturn:
        raise NotCompilableError("a formula looks at the values of a column")

    __bool__ = __array__ = __len__ = __iter__ = __getitem__ = __float__ = __int__ = _refused


def _either_way(plain: Callable[..., Node], conditions: Callable[..., Node]) -> Any:
    """A rule that has another name for conditions."""

    def rule(graph: Graph, *nodes: Node) -> Node:
        if all(at.kind == CONDITION for at in nodes):
            return conditions(graph, *nodes)
        return plain(graph, *nodes)

    return rule


def _comparison(ufunc: Any) -> Any:
    return lambda graph, one, other: graph.compared(ufunc, one, other)


_UFUNCS: dict[Any, Callable[..., Node]] = {
    numpy.add: Graph.added,
    numpy.subtract: Graph.less,
    numpy.multiply: _either_way(Graph.product, Graph.both),
    numpy.minimum: _either_way(Graph.smaller, Graph.both),
    numpy.maximum: _either_way(Graph.larger, Graph.either),
    numpy.bitwise_and: Graph.both,
    numpy.bitwise_or: Graph.either,
    numpy.invert: Graph.opposite,
    **{
        ufunc: _comparison(ufunc)
        for ufunc in (
            numpy.less,
            numpy.less_equal,
            numpy.greater,
            numpy.greater_equal,
            numpy.equal,
            numpy.not_equal,
        )
    },
}


def _node(graph: Graph, operand: Any) -> Node:
    if isinstance(operand, Column):
        return operand.node
    if isinstance(operand, numpy.ndarray) and operand.ndim == 0:
        operand = operand[()]
    if isinstance(operand, bool | int | float | numpy.bool_ | numpy.number):
        return graph.known(operand)
    raise NotCompilableError(f"a {type(operand).__name__} meets a column")


class _Operations:
    """The helpers of ``rules.py`` and ``ceilings.py``, for columns."""

    @staticmethod
    def _done(rule: Callable[..., Node], *operands: Any, **options: Any) -> Column:
        graph = next(at.graph for at in operands if isinstance(at, Column | _Group))
        nodes = (at.node if isinstance(at, _Group) else _node(graph, at) for at in operands)
        return Column(graph, rule(graph, *nodes, **options))

    @classmethod
    def exact(cls, amount: Any) -> Column:
        return cls._done(Graph.rounded, amount)

    @classmethod
    def share_of(cls, amount: Any, share: Any) -> Column:
        return cls._done(Graph.share_of, amount, share, half_up=True)

    @classmethod
    def share_of_down(cls, amount: Any, share: Any) -> Column:
        return cls._done(Graph.share_of, amount, share, half_up=False)

    @classmethod
    def per_head_down(cls, amount: Any, count: Any) -> Column:
        return cls._done(Graph.per_head_down, amount, count)

    @classmethod
    def portion(cls, part: Any, whole: Any) -> Column:
        return cls._done(Graph.portion, part, whole)

    @classmethod
    def portion_down(cls, amount: Any, part: Any, whole: Any) -> Column:
        return cls._done(Graph.portion_down, amount, part, whole)

    @classmethod
    def share_equally(cls, total: Any, count: Any, position: Any) -> Column:
        return cls._done(Graph.share_equally, total, count, position)

    @classmethod
    def share_in_proportion(cls, group: Any, amount: Any, parts: Any, whole: Any) -> Column:
        return cls._done(Graph.share_in_proportion, group, amount, parts, whole)

    @classmethod
    def total(cls, group: Any, amounts: Any) -> Column:
        return cls._done(Graph.among, group, amounts)

    count_members = sum_among = total

    @classmethod
    def head_count(cls, group: Any) -> Column:
        return cls._done(Graph.heads, group)

    @classmethod
    def position_in(cls, group: Any) -> Column:
        return cls._done(Graph.positions, group)

    @classmethod
    def running_before(cls, group: Any, amounts: Any) -> Column:
        return cls._done(Graph.running, group, amounts)

    @classmethod
    def first_of(cls, group: Any, values: Column) -> Column:
        first = cls._done(Graph.first, group, values)
        return Column(first.graph, first.node, values.vocabulary)

    @classmethod
    def fits_in_order(cls, employer: Any, application: Any, asked: Any, left: Any) -> Column:
        return cls._done(Graph.fits_in_order, employer, application, asked, left)

    @staticmethod
    def take(table: Any, codes: Column) -> Column:
        return Column(codes.graph, codes.graph.looked_up(numpy.asarray(table), codes.node))

    @staticmethod
    def choose(figures: Sequence[Any], kinds: Column) -> Column:
        graph = kinds.graph
        known = [_node(graph, figure) for figure in figures]
        if not all(figure.is_known for figure in known):
            raise NotCompilableError("figures of kinds that aren't known")
        values = [figure.value for figure in known]
        is_bool = any(isinstance(value, bool | numpy.bool_) for value in values)
        table = numpy.array(values, dtype=bool if is_bool else numpy.float64)
        return Column(graph, graph.looked_up(table, kinds.node))

    @staticmethod
    def names_of_failed(*_: Any) -> NoReturn:
        raise NotCompilableError("names of conditions are texts")


Column.symbolic = _Operations


class _Month:
    """The month, of which a formula may know nothing but the fiscal year that it lies in.

    A law that is compiled for one month then holds for every month with the same figures.
    """

    @property
    def symbolic(self) -> _Month:
        """What ``fiscal_year`` hands over to."""
        return self

    def fiscal_year(self, month: _Month) -> _FiscalYear:
        """The fiscal year that it lies in."""
        return _FiscalYear(month)

    def __getattr__(self, name: str) -> NoReturn:
        raise NotCompilableError(f"a formula looks at the month's {name}")


class _FiscalYear:
    """The fiscal year of a month."""

    def __init__(self, month: _Month) -> None:
        self.month = month


class Tracing:
    """A month of one jurisdiction under one version of the law.

    Args:
        system: The law.
        figures: Its figures in the month.
        code: The jurisdiction's place among the codes.
        given: The inputs that a caller gives, by name.
        nothing_received: Whether no employer has received anything in the fiscal year.
    """

    def __init__(
        self,
        system: TaxBenefitSystem,
        figures: Any,
        code: int,
        given: Collection[str],
        *,
        nothing_received: bool,
    ) -> None:
        self.graph = Graph()
        self.system = system
        self._figures, self._code, self._given = figures, code, given
        self._nothing_received = nothing_received
        self._month = _Month()
        self._known: dict[str, Column] = {}
        self._under_way: set[str] = set()
        self.populations = {entity.key: _Population(self, entity.key) for entity in system.entities}

    def column(self, name: str) -> Column:
        """The column of a variable.

        Raises:
            NotCompilableError: If its formula can't be compiled.
        """
        found = self._known.get(name)
        if name == FIRSTS:
            participant: Any = self.populations["participant"]
            firsts: Any = ceilings.first_admitted(participant, self._month)
            return firsts
        if found is None:
            if name in self._under_way:
                raise NotCompilableError(f"{name} depends on itself")
            self._under_way.add(name)
            found = self._known[name] = self._worked_out(self.system.variables[name])
        return found

    def asked(self, name: str, key: str, month: Any) -> Column:
        """The column of a variable that a formula asks for.

        Args:
            name: The variable.
            key: The entity whose variable it should be.
            month: For when it is asked.
        """
        variable = self.system.variables[name]
        if variable.entity.key != key:
            raise NotCompilableError(f"{name} isn't of the {key}")
        if variable.definition_period == DateUnit.MONTH:
            is_now = month is self._month
        elif variable.definition_period == DateUnit.YEAR:
            # An input of the fiscal year: one of the calendar year may be another one's.
            is_now = isinstance(month, _FiscalYear) and not variable.formulas
            is_now = is_now and JOB_GRANT.first_month(name) == JOB_GRANT.year_begins
        else:
            is_now = name == "jurisdiction_code"
        if not is_now:
            raise NotCompilableError(f"{name} is asked for in another period")
        return self.column(name)

    def _worked_out(self, variable: Variable) -> Column:
        name = variable.name
        if name == "jurisdiction_code":
            return Column(self.graph, self.graph.known(self._code, KIND), JurisdictionCode)
        if name == RECEIVED:
            return self._received()
        if name == APPLICATIONS:
            return self._applications_before()
        if name in self._given:
            return self._input(variable)
        if variable.is_neutralized or not variable.formulas:
            return self._usual(variable)
        if getattr(variable, "is_history", False):
            # A month is worked out alone: but for what is carried over, nothing came before.
            return self._usual(variable)
        formula = formula_at_all_times(variable)
        if formula is None:
            raise NotCompilableError(f"{name} has a formula that depends on the date")
        population = self.populations[variable.entity.key]
        arguments: list[Any] = [population, self._month]
        if formula.__code__.co_argcount > len(arguments):
            arguments.append(self._law)
        return self._cast(variable, formula(*arguments))

    def _law(self, month: Any) -> Any:
        if month is not self._month:
            raise NotCompilableError("a formula reads the figures of another month")
        return self._figures

    def _received(self) -> Column:
        if self._nothing_received:
            return Column(self.graph, self.graph.known(numpy.float64(0), CENTS))
        low = 0.0 if JOB_GRANT.refuses_negative else -numpy.inf
        received = self.graph.given(RECEIVED, CENTS, is_whole=True, low=low)
        return Column(self.graph, received)

    def _applications_before(self) -> Column:
        participant, application = (self.populations[key] for key in ("participant", "application"))
        earlier = Column(self.graph, self.graph.given(APPLICATIONS, NUMBER, is_whole=True))
        firsts = ceilings.first_admitted(participant, self._month)
        none: Any = Column(self.graph, self.graph.known(0))
        return earlier + ceilings.applications_before(application, firsts, none)

    def _input(self, variable: Variable) -> Column:
        low = 0.0 if JOB_GRANT.refuses_negative else -numpy.inf
        if isinstance(variable, Money):
            return Column(
                self.graph,
                self.graph.dollars_given(variable.name, low=low, high=LARGEST_AMOUNT),
            )
        if variable.value_type is Enum:
            node = self.graph.given(variable.name, KIND)
            return Column(self.graph, node, variable.possible_values)
        if variable.value_type is bool:
            return Column(self.graph, self.graph.given(variable.name, CONDITION))
        if variable.value_type not in (int, float):
            raise NotCompilableError(f"{variable.name} holds neither numbers nor conditions")
        whole = variable.value_type is int
        node = self.graph.given(variable.name, NUMBER, is_whole=whole, low=low)
        return Column(self.graph, node)

    def _usual(self, variable: Variable) -> Column:
        value = variable.default_array(1)[0]
        if variable.value_type is Enum:
            place = list(variable.possible_values).index(variable.default_value)
            return Column(self.graph, self.graph.known(place, KIND), variable.possible_values)
        if variable.value_type not in (bool, int, float):
            raise NotCompilableError(f"{variable.name} holds neither numbers nor conditions")
        return self._cast(variable, Column(self.graph, self.graph.known(value)))

    def _cast(self, variable: Variable, found: Any) -> Column:
        """A formula's result as what the variable holds."""
        if not isinstance(found, Column):
            raise NotCompilableError(f"{variable.name} gives a {type(found).__name__}")
        node = found.node
        if isinstance(variable, Money):
            return Column(self.graph, self.graph.cents(node))
        if node.kind == KIND or variable.value_type is Enum:
            raise NotCompilableError(f"{variable.name} works out a kind")
        if variable.value_type is bool:
            right = node.kind == CONDITION
        elif variable.value_type is int:
            right = node.kind == NUMBER and node.is_whole
        else:
            right = node.kind == NUMBER and (node.is_known or variable.dtype == numpy.float64)
        if not right:
            raise NotCompilableError(f"{variable.name} gives what it doesn't hold")
        if node.is_known and node.kind == NUMBER:
            return Column(
                self.graph, self.graph.known(numpy.dtype(variable.dtype).type(node.value))
            )
        return found


class _Group:
    """A group as its members see it; its columns have one value for each member."""

    symbolic = _Operations

    def __init__(self, tracing: Tracing, key: str) -> None:
        self._tracing, self._key = tracing, key

    @property
    def graph(self) -> Graph:
        """The graph that steps go into."""
        return self._tracing.graph

    @property
    def node(self) -> Node:
        """The groups, which a caller gives."""
        return self.graph.given(("group", self._key), "group")

    def __call__(self, name: str, month: Any) -> Column:
        return self._tracing.asked(name, self._key, month)


class _Population(_Group):
    """What a formula takes for a population."""

    @property
    def members(self) -> _Population:
        """The participants."""
        return self._tracing.populations[self._tracing.system.person_entity.key]

    def filled_array(self, value: Any, dtype: Any = None) -> Column:
        """The same value for every member."""
        return Column(self.graph, self.graph.known(numpy.dtype(dtype or type(value)).type(value)))

    def __getattr__(self, key: str) -> _Group:
        if key.startswith("_") or key not in self._tracing.populations or self is not self.members:
            raise NotCompilableError(f"a formula looks at a population's {key}")
        return _Group(self._tracing, key)
