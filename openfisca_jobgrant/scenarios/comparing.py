"""One situation under several bodies of law: every amount side by side, and why they differ.

A cause is a figure of the law that the calculation reads and that is another one under the other
law. Each is put back alone, on the engine, and is only named as a cause if that moves the result.
Where no figure moves it alone, those that do so together are named together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from openfisca_core.parameters import Parameter, ParameterNode
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.languages.messages import Message, message
from openfisca_jobgrant.reforming import WithParameters, with_figure
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.scenarios.systems import Scenarios
from openfisca_jobgrant.scenarios.tracing import Read, figures_read, start_tracing
from openfisca_jobgrant.scenarios.unread import unread_overrides
from openfisca_jobgrant.situations.answering import simulation_of, values_of
from openfisca_jobgrant.situations.faults import Fault, SituationError
from openfisca_jobgrant.situations.reading import Cell, Situation, SituationReader

Value = Any


@dataclass(frozen=True)
class Cause:
    """A figure that makes a result differ.

    Attributes:
        path: The figure's dotted path.
        description: What the figure is, in words.
        unit: Its unit.
        at: The day whose figure was read, as ISO text.
        before: Its value under the first law.
        after: Its value under the other.
        before_since: The day from which the one value holds, as ISO text.
        after_since: The day from which the other one does.
        variable: The rule that reads it.
        reference: Where its value under the other law comes from: titles with addresses.
        before_reference: Where its value under the first law comes from.
        alone: Whether putting this figure back moves the result by itself.
    """

    path: str
    description: str
    unit: str
    at: str
    before: Value
    after: Value
    before_since: str
    after_since: str
    variable: str
    reference: tuple[dict[str, str], ...]
    before_reference: tuple[dict[str, str], ...]
    alone: bool = True


@dataclass
class Row:
    """One result under each scenario.

    Attributes:
        entity: Plural of the member's entity.
        member: The member's id.
        variable: The variable.
        label: What it is, in words.
        period: The period.
        values: Scenario's text → value.
        differences: Scenario's text → difference from the first scenario, for numbers.
        why: Scenario's text → what makes its value another than the first one's.
    """

    entity: str
    member: str
    variable: str
    label: str
    period: str
    values: dict[str, Value] = field(default_factory=dict)
    differences: dict[str, float] = field(default_factory=dict)
    why: dict[str, list[Cause]] = field(default_factory=dict)


@dataclass
class Comparison:
    """A situation under several scenarios.

    Attributes:
        scenarios: Their texts; the first is the one that others are held against.
        rows: One for each result that the situation asks for.
        warnings: Scenario's text → what is to be said of its overrides.
    """

    scenarios: list[str]
    rows: list[Row]
    warnings: dict[str, list[Message]] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "scenarios": self.scenarios,
            "results": [asdict(row) for row in self.rows],
            "warnings": self.warnings,
        }


def compare(
    document: Any,
    scenarios: Sequence[str],
    library: Scenarios,
    *,
    conventions: Conventions = JOB_GRANT,
    explain: bool = True,
) -> Comparison:
    """What a situation asks for, under each of several scenarios.

    Args:
        document: The situation, as ``parse_json`` gave it; it asks for values with nulls.
        scenarios: Their texts; the first is the one that the others are held against.
        library: Where their laws come from.
        conventions: How the situation is read.
        explain: Whether causes are looked for.

    Raises:
        ScenarioError: If a scenario can't be, or there is none.
        SituationError: If the situation can't be read, or asks for nothing.
    """
    names = list(dict.fromkeys(library.parse(text).text for text in scenarios))
    readers = [SituationReader(library.system(name), conventions) for name in names]
    situation = readers[0].read(document)
    if not situation.asked:
        raise SituationError(
            [
                Fault(
                    "",
                    message(
                        'nothing is asked: write null for a value, such as {{"2014-04": null}}'
                    ),
                )
            ]
        )
    rows = [
        Row(
            cell.plural,
            cell.member,
            cell.variable,
            readers[0].system.variables[cell.variable].label,
            cell.period,
        )
        for cell in situation.asked
    ]
    asked = list(dict.fromkeys((cell.variable, cell.period) for cell in situation.asked))
    for name, reader in zip(names, readers, strict=True):
        simulation = simulation_of(situation, reader)
        results = {at: values_of(simulation, *at) for at in asked}
        for row, cell in zip(rows, situation.asked, strict=True):
            row.values[name] = results[cell.variable, cell.period][cell.place]
    for row in rows:
        _set_differences(row, names, readers[0].system)
    if explain:
        reads = _reads(situation, readers[0], asked)
        for name, reader in zip(names[1:], readers[1:], strict=True):
            pair = _Pair(situation, asked, readers[0], reader)
            pair.set_causes(
                rows, name, pair.candidates([*reads, *_reads(situation, reader, asked)])
            )
    warnings = {
        name: found
        for name, reader in zip(names, readers, strict=True)
        if (found := unread_overrides(library.parse(name), situation, reader))
    }
    return Comparison(names, rows, warnings)


def _set_differences(row: Row, names: list[str], system: TaxBenefitSystem) -> None:
    first = row.values[names[0]]
    if isinstance(first, bool) or not isinstance(first, int | float):
        return
    money = isinstance(system.variables[row.variable], Money)
    for name in names[1:]:
        difference = row.values[name] - first
        row.differences[name] = round(difference, 2) + 0.0 if money else difference


def _reads(
    situation: Situation, reader: SituationReader, asked: Sequence[tuple[str, str]]
) -> list[Read]:
    """The figures that the calculation of everything asked for reads."""
    simulation = simulation_of(situation, reader)
    start_tracing(simulation)
    for name, period in asked:
        simulation.calculate(name, period)
    return figures_read(simulation)


class _Pair:
    """A situation under two laws, and what makes its results differ.

    Args:
        situation: The situation.
        asked: The variables and periods that it asks for.
        first: The reader with the first law.
        other: The reader with the other one.
    """

    def __init__(
        self,
        situation: Situation,
        asked: Sequence[tuple[str, str]],
        first: SituationReader,
        other: SituationReader,
    ) -> None:
        self._situation = situation
        self._asked = asked
        self._first = first.system
        self._other = other.system
        self._conventions = other.conventions
        self._results: dict[frozenset[str], dict[tuple[str, str], list[Value]]] = {}

    def candidates(self, reads: Sequence[Read]) -> list[Cause]:
        """The figures that were read and that are not the same under both laws."""
        causes: dict[str, Cause] = {}
        for read in sorted(reads, key=lambda read: read.depth):
            before = _figure(self._first.parameters, read.path)
            after = _figure(self._other.parameters, read.path)
            if before is after or before(read.at) == after(read.at) or read.path in causes:
                continue
            causes[read.path] = Cause(
                path=read.path,
                description=after.description or after.name,
                unit=after.metadata.get("unit", ""),
                at=read.at,
                before=before(read.at),
                after=after(read.at),
                before_since=_since(before, read.at),
                after_since=_since(after, read.at),
                variable=read.variable,
                reference=tuple(references_at(after, read.at)),
                before_reference=tuple(references_at(before, read.at)),
            )
        return list(causes.values())

    def set_causes(self, rows: list[Row], name: str, causes: list[Cause]) -> None:
        """Name the causes of every result that differs, for one scenario."""
        for row, cell in zip(rows, self._situation.asked, strict=True):
            now = row.values[name]
            if now == next(iter(row.values.values())):
                continue
            alone = [cause for cause in causes if self._put_back(cell, {cause.path}) != now]
            row.why[name] = alone or [
                replace(cause, alone=False) for cause in self._together(cell, now, causes)
            ]

    def _together(self, cell: Cell, now: Value, causes: list[Cause]) -> list[Cause]:
        """A smallest set of figures that moves a result when all of it is put back."""
        needed = list(causes)
        for cause in causes:
            without = {other.path for other in needed if other is not cause}
            if without and self._put_back(cell, without) != now:
                needed.remove(cause)
        return needed

    def _put_back(self, cell: Cell, paths: set[str]) -> Value:
        """A result under the other law with some figures as under the first one."""
        key = frozenset(paths)
        if key not in self._results:
            parameters = self._other.parameters
            for path in sorted(paths):
                figure = _figure(self._first.parameters, path)
                parameters = with_figure(parameters, path, figure)
            law = WithParameters(self._other, parameters)
            simulation = simulation_of(self._situation, SituationReader(law, self._conventions))
            self._results[key] = {at: values_of(simulation, *at) for at in self._asked}
        return self._results[key][cell.variable, cell.period][cell.place]


def _figure(parameters: ParameterNode, path: str) -> Parameter:
    item: Any = parameters
    for part in path.split("."):
        item = item.children[part]
    return item


def dated_value(figure: Parameter, day: str) -> Any:
    """The dated value of a figure that holds on a day; None before its first one."""
    return next((value for value in figure.values_list if value.instant_str <= day), None)


def _since(figure: Parameter, day: str) -> str:
    value = dated_value(figure, day)
    return "" if value is None else str(value.instant_str)


def references_at(figure: Parameter, day: str) -> list[dict[str, str]]:
    """The documents behind a figure's value on a day."""
    value = dated_value(figure, day)
    return list((value.metadata or {}).get("reference", [])) if value is not None else []
