"""Nodes of a calculation: each is there once, and what is known is worked out at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy

CONDITION, NUMBER, CENTS, KIND = "condition", "number", "cents", "kind"
_CONSTANT, _LEAF = "constant", "leaf"
#: A block has no more rows.
MOST_ROWS = 1e9


class NotCompilableError(TypeError):
    """A formula does something that isn't known to give the same when it is worked out ahead."""


@dataclass(frozen=True, eq=False)
class Node:
    """One step of the calculation.

    Attributes:
        function: What is done with the arguments; a word for what is known or given.
        arguments: The nodes that it is done with.
        value: What is known, or the name of what is given.
        kind: Condition, number, cents, or kind.
        is_whole: Whether it is a whole number for certain.
        low: It is not less than this.
        high: It is not more than this.
        under: It is not more than this other node, in any row.
    """

    function: Any
    arguments: tuple[Node, ...]
    value: Any
    kind: str
    is_whole: bool = False
    low: float = -math.inf
    high: float = math.inf
    under: Node | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is one value, known ahead, for all rows."""
        return self.function is _CONSTANT

    @property
    def is_given(self) -> bool:
        """Whether it comes from outside."""
        return self.function is _LEAF


class Nodes:
    """Nodes, each of them there once."""

    def __init__(self) -> None:
        self._nodes: dict[Any, Node] = {}

    def known(self, value: Any, kind: str | None = None) -> Node:
        """One value for all rows: as NumPy's scalar where the law has arrays, else Python's own."""
        if kind is None:
            kind = CONDITION if isinstance(value, bool | numpy.bool_) else NUMBER
        number = float(value)
        key = (_CONSTANT, type(value), value, kind)
        return self.kept_once(
            key, Node(_CONSTANT, (), value, kind, number.is_integer(), number, number)
        )

    def given(
        self, name: Any, kind: str, *, is_whole: bool = False, low: float = -math.inf
    ) -> Node:
        """What a caller provides: a value for each row, or the rows' groups."""
        return self.kept_once((_LEAF, name), Node(_LEAF, (), name, kind, is_whole, low))

    def table(self, figures: Any) -> Node:
        """Figures by place."""
        key = ("table", figures.dtype, figures.tobytes())
        return self.kept_once(key, Node(_CONSTANT, (), figures, "table"))

    def kept_once(self, key: Any, node: Node) -> Node:
        """The node of a key: the first one."""
        return self._nodes.setdefault(key, node)

    def step(self, function: Callable[..., Any], *arguments: Node, kind: str, **facts: Any) -> Node:
        """A step; one with known arguments only is taken at once."""
        if all(at.is_known for at in arguments):
            return self.known(_alone(function, [at.value for at in arguments]), kind)
        key = (function, kind, *map(id, arguments))
        return self.kept_once(key, Node(function, arguments, None, kind, **facts))


def _alone(function: Callable[..., Any], values: list[Any]) -> Any:
    """A step on known values; what is Python's own stays so, for it has no type of its own."""
    found = function(*values)
    if isinstance(found, numpy.ndarray):
        found = found[()]
    has_type = any(isinstance(at, numpy.generic) for at in values)
    return found.item() if isinstance(found, numpy.generic) and not has_type else found
