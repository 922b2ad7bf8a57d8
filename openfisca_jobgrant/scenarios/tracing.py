"""What a calculation read: which variables, and which figures of the law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from openfisca_core.simulations import Simulation


@dataclass(frozen=True)
class Read:
    """A figure that a rule read.

    Attributes:
        path: The figure's dotted path.
        at: The day whose figure was read, as ISO text.
        variable: The rule that read it.
        period: The period for which the rule was asked.
        depth: How far it is from what was asked: 0 is the asked variable's own rule.
    """

    path: str
    at: str
    variable: str
    period: str
    depth: int


def start_tracing(simulation: Simulation) -> None:
    """Have a simulation note what it computes and reads."""
    simulation.trace = True


def steps(simulation: Simulation) -> Iterator[tuple[Any, int]]:
    """Every step of the calculations so far, parents first, with its depth."""
    stack = [(node, 0) for node in reversed(simulation.tracer.trees)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        stack.extend((child, depth + 1) for child in reversed(node.children))


def figures_read(simulation: Simulation) -> list[Read]:
    """The figures that the calculations so far read, each once, in the order of the steps."""
    found: dict[tuple[str, str], Read] = {}
    for node, depth in steps(simulation):
        # A month lives under the law of its first day.
        at = str(node.period.start)
        for parameter in node.parameters:
            key = (parameter.name, at)
            if key not in found:
                found[key] = Read(parameter.name, at, node.name, str(node.period), depth)
    return list(found.values())
