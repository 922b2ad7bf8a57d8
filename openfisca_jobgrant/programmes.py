"""The terms of programmes: whose they are, and how a formula reads them.

A formula reads ``terms.ceilings.participant`` and never asks which province it is. The same names
serve the national grant and thirteen programmes; what a programme doesn't say is neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy
from openfisca_core.parameters import ParameterNodeAtInstant
from openfisca_core.tracers import TracingParameterNodeAtInstant

from openfisca_jobgrant.rules import CODES, Array, symbolic_of, take


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
        tables: dict[str, Array],
        tracer: Any = None,
    ) -> None:
        self._nodes = nodes
        self._neutral = neutral
        self._codes = codes
        self._tables = tables
        self._tracer = tracer

    def __getattr__(self, name: str) -> Any:
        neutral = _neutral_child(self._neutral, name)
        if isinstance(neutral, ParameterNodeAtInstant):
            children = [_child(node, name) for node in self._nodes]
            return _Terms(children, neutral, self._codes, self._tables, self._tracer)
        if self._tracer is not None:
            self._record(name)
        return take(self._column(name), self._codes)

    def _column(self, name: str) -> Array:
        """The figure of each jurisdiction, in the order of the codes; zero if nobody has one."""
        key = f"{self._neutral._name}.{name}"
        column = self._tables.get(key)
        if column is None:
            neutral = _child(self._neutral, name)
            said = [_child(node, name) for node in self._nodes]
            column = self._tables[key] = _table(
                [neutral if value is None else value for value in said]
            )
        return column

    def of_kind(self, kinds: Array, vocabulary: Any) -> Array:
        """See ``by_kind``."""
        names = list(vocabulary.__members__)
        if self._tracer is not None:
            for place in numpy.unique(numpy.asarray(kinds)):
                if names[place] in self._neutral._children:
                    self._record(names[place])
        key = f"{self._neutral._name}[{vocabulary.__name__}]"
        table = self._tables.get(key)
        if table is None:
            some = next(name for name in names if name in self._neutral._children)
            blank = numpy.zeros_like(self._column(some))
            columns = [
                self._column(name) if name in self._neutral._children else blank for name in names
            ]
            table = self._tables[key] = numpy.stack(columns, axis=1).ravel()
        places = numpy.asarray(self._codes).astype(int) * len(names) + numpy.asarray(kinds)
        return numpy.take(table, places)

    def _record(self, name: str) -> None:
        for index in numpy.unique(numpy.asarray(self._codes)):
            node = self._nodes[index]
            value = _child(node, name)
            source = self._neutral if node is None or value is None else node
            self._tracer.record_parameter_access(
                f"{source._name}.{name}", source._instant_str, source._children[name]
            )


class _NationalTerms:
    """The terms of one national programme: a single value for everybody."""

    def __init__(self, node: Any, neutral: Any, tracer: Any) -> None:
        self._node = node
        self._neutral = neutral
        self._tracer = tracer

    def __getattr__(self, name: str) -> Any:
        neutral = _neutral_child(self._neutral, name)
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

    def of_kind(self, kinds: Array, vocabulary: Any) -> Array:
        """See ``by_kind``."""
        names = list(vocabulary.__members__)
        present = {names[place] for place in numpy.unique(numpy.asarray(kinds))}
        blank = False if _holds_conditions(self._neutral) else 0
        values = []
        for name in names:
            known = name in self._neutral._children
            # Only what is met is read, so that a trace shows no other figure.
            values.append(getattr(self, name) if known and name in present else blank)
        return numpy.take(_table(values), numpy.asarray(kinds))


def _child(node: ParameterNodeAtInstant | None, name: str) -> Any:
    return None if node is None else node._children.get(name)


def _neutral_child(neutral: ParameterNodeAtInstant, name: str) -> Any:
    child = neutral._children.get(name)
    if child is None:
        raise AttributeError(
            f"no programme has a figure {neutral._name}.{name}; there are "
            f"{', '.join(sorted(neutral._children))}"
        )
    return child


def _holds_conditions(neutral: ParameterNodeAtInstant) -> bool:
    """Whether a folder's figures are true or false; all of them are of one kind."""
    return any(isinstance(value, bool) for value in neutral._children.values())


def _table(values: Sequence[Any]) -> Array:
    """Figures as an array: of booleans, or of float64 whatever the date."""
    is_bool = any(isinstance(value, bool) for value in values)
    return numpy.array(values, dtype=bool if is_bool else numpy.float64)


def by_jurisdiction(programmes: Any, codes: Array) -> Any:
    """The terms of each jurisdiction's own programme.

    OpenFisca's own look-up by array loops in Python (160 times slower on a million rows) and
    refuses jurisdictions that don't all say the same things.

    Args:
        programmes: The folder ``programmes`` at a date: a folder for each jurisdiction, and
            ``neutral``, which holds every figure once.
        codes: Each member's jurisdiction.

    Returns:
        Terms: ``terms.ceilings.participant`` is an array with one value for each code.
    """
    tracer = None
    if isinstance(programmes, TracingParameterNodeAtInstant):
        tracer = programmes.tracer
        programmes = programmes.parameter_node_at_instant
    nodes = [_child(programmes, code) for code in CODES]
    neutral = programmes.neutral
    # Tables are kept on the node: it is one version of one law, and they go when it goes.
    tables = neutral.__dict__.setdefault("_tables_by_jurisdiction", {})
    return _Terms(nodes, neutral, codes, tables, tracer)


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


def by_regime(law: Any, *, own: Callable[[], Array], national: Callable[[], Array]) -> Array:
    """What one regime or the other says (ruling 18). Only what is in force is worked out.

    Args:
        law: The parameters at a date.
        own: What holds under the jurisdictions' own programmes.
        national: What holds under the national grant.
    """
    return own() if law.regime.own_programmes else national()


def by_kind(terms: Any, kinds: Array, vocabulary: Any) -> Array:
    """For each member the figure that bears the name of the member's kind.

    Args:
        terms: Terms with figures named like members of the vocabulary. A kind without a figure
            has zero, or false.
        kinds: Each member's kind.
        vocabulary: The enum that lists the kinds.
    """
    symbolic = symbolic_of(kinds)
    if symbolic is None:
        return terms.of_kind(kinds, vocabulary)
    blank = False if _holds_conditions(terms._neutral) else 0
    known = terms._neutral._children
    return symbolic.choose(
        [getattr(terms, name) if name in known else blank for name in vocabulary.__members__], kinds
    )


def figure_of_kind(figures: Any, kinds: Array, vocabulary: Any) -> Array:
    """For each member the figure that bears the name of the member's kind, from any folder.

    Args:
        figures: A folder at a date, with one figure for each member of the vocabulary.
        kinds: Each member's kind.
        vocabulary: The enum that lists the kinds.
    """
    return take(_table([getattr(figures, name) for name in vocabulary.__members__]), kinds)
