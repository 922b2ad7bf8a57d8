"""A compiled law: the steps of its graph in order, and the programs that a law has."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.population.nodes import Node, NotCompilableError
from openfisca_jobgrant.population.tracing import Column, Tracing

#: Programs of one law: its versions, times jurisdictions, times sets of columns.
_MOST_PROGRAMS = 512


@dataclass(frozen=True)
class Program:
    """Steps that work out variables for a block of rows of one jurisdiction and month.

    Attributes:
        needs: What is given: by name, its register.
        outputs: By variable, its register.
        start: The registers at the start: what is known is there.
        steps: Function, registers of its arguments, register of its result, those that end here.
    """

    needs: dict[Any, int]
    outputs: dict[str, int]
    start: list[Any]
    steps: list[tuple[Any, tuple[int, ...], int, tuple[int, ...]]]

    def run(self, given: Mapping[Any, Any]) -> dict[str, Any]:
        """The variables: an array each, or one value for all rows."""
        registers = self.start.copy()
        for name, place in self.needs.items():
            registers[place] = given[name]
        for function, arguments, result, ending in self.steps:
            registers[result] = function(*[registers[at] for at in arguments])
            for at in ending:
                registers[at] = None
        return {name: registers[place] for name, place in self.outputs.items()}


def program_of(columns: Mapping[str, Column]) -> Program:
    """The steps that columns take, and no others."""
    order: dict[int, Node] = {}
    for column in columns.values():
        _collect(column.node, order)
    places = {key: place for place, key in enumerate(order)}
    outputs = {name: places[id(column.node)] for name, column in columns.items()}
    last: dict[int, int] = {}
    for place, node in enumerate(order.values()):
        for argument in node.arguments:
            last[places[id(argument)]] = place
    kept = set(outputs.values())
    kept |= {place for place, node in enumerate(order.values()) if node.is_known}
    steps, start, needs = [], [], {}
    for place, node in enumerate(order.values()):
        start.append(node.value if node.is_known else None)
        if node.is_given:
            needs[node.value] = place
        elif not node.is_known:
            arguments = tuple(places[id(argument)] for argument in node.arguments)
            ending = tuple(
                at for at in dict.fromkeys(arguments) if last[at] == place and at not in kept
            )
            steps.append((node.function, arguments, place, ending))
    return Program(needs, outputs, start, steps)


def _collect(node: Node, order: dict[int, Node]) -> None:
    if id(node) in order:
        return
    for argument in node.arguments:
        _collect(argument, order)
    order[id(node)] = node


class Programs:
    """The programs of one law, each compiled when it is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: The figures are kept with their program: their id is given to others when they go.
        self._known: OrderedDict[Any, tuple[Any, Program | None]] = OrderedDict()

    def find(
        self,
        system: TaxBenefitSystem,
        date: str,
        code: int,
        given: Sequence[str],
        outputs: Sequence[str],
        *,
        nothing_received: bool,
    ) -> Program | None:
        """The program for a jurisdiction's rows of a month; None if there can't be one.

        Args:
            system: The law.
            date: The month's first day.
            code: The jurisdiction's place among the codes.
            given: The inputs that there are.
            outputs: What is worked out.
            nothing_received: Whether no employer has received anything in the fiscal year.
        """
        figures = system.law_at(date)
        key = (id(figures), code, tuple(given), tuple(outputs), nothing_received)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                tracing = Tracing(system, figures, code, given, nothing_received=nothing_received)
                known = self._known[key] = (figures, _compiled(tracing, outputs))
                if len(self._known) > _MOST_PROGRAMS:
                    self._known.popitem(last=False)
            self._known.move_to_end(key)
        return known[1]


def _compiled(tracing: Tracing, outputs: Sequence[str]) -> Program | None:
    try:
        return program_of({name: tracing.column(name) for name in outputs})
    except NotCompilableError:
        return None


_PROGRAMS: weakref.WeakKeyDictionary[TaxBenefitSystem, Programs] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def programs_of(system: TaxBenefitSystem) -> Programs:
    """The programs of a law, which go when it goes."""
    with _LOCK:
        found = _PROGRAMS.get(system)
        if found is None:
            found = _PROGRAMS[system] = Programs()
        return found
