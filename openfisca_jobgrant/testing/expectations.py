"""From a case's output to single expected values, each of one member at one period."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openfisca_core.entities import Entity
from openfisca_core.periods import Period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.testing.cases import Case
from openfisca_jobgrant.testing.located import YamlList, YamlMap, YamlScalar, YamlValue
from openfisca_jobgrant.testing.periods import period_of
from openfisca_jobgrant.testing.problems import Report, listed, nearest
from openfisca_jobgrant.testing.situation import Situation, period_without_key, variable_of
from openfisca_jobgrant.testing.values import Value, value_of


@dataclass(frozen=True)
class Expectation:
    """One expected value.

    Attributes:
        variable: The name of the variable.
        period: The period.
        member: The position of the member in its entity.
        value: The value, of the kind that the variable holds.
        line: The line on which it is written.
    """

    variable: str
    period: Period
    member: int
    value: Value
    line: int


def expectations_of(
    case: Case,
    situation: Situation,
    system: TaxBenefitSystem,
    conventions: Conventions,
    report: Report,
) -> list[Expectation]:
    """What a case expects.

    Args:
        case: The case.
        situation: Its situation, which says who the members are.
        system: The law that it is held against.
        conventions: How periods are written.
        report: Where problems are noted. With problems noted, the list isn't to be used.

    Returns:
        The expected values in the order of the file; at least one if no problem is noted.
    """
    reader = _OutputReader(case, situation, system, conventions, report)
    reader.read()
    return reader.expectations


class _OutputReader:
    def __init__(
        self,
        case: Case,
        situation: Situation,
        system: TaxBenefitSystem,
        conventions: Conventions,
        report: Report,
    ) -> None:
        self.expectations: list[Expectation] = []
        self._case = case
        self._situation = situation
        self._system = system
        self._conventions = conventions
        self._report = report

    def read(self) -> None:
        by_key = {entity.key: entity for entity in self._system.entities}
        by_plural = {entity.plural: entity for entity in self._system.entities}
        for key, value in self._case.output.entries:
            if key.written in by_key:
                self._read_whole_entity(key, by_key[key.written], value)
            elif key.written in by_plural:
                self._read_members(key, by_plural[key.written], value)
            elif (variable := self._system.variables.get(key.written)) is not None:
                self._read_all(key, variable, value)
            else:
                known = [*by_plural, *by_key, *self._system.variables]
                self._report.add(
                    key.line,
                    f"{key.written!r} in 'output' is neither a variable nor one of the entities "
                    f"{listed(by_plural)}{nearest(key.written, known)}",
                )
        self._check_margins()

    def _read_whole_entity(self, key: YamlScalar, entity: Entity, value: YamlValue) -> None:
        for name, content in self._entries(key, value):
            variable = variable_of(name, entity, self._system, (), self._report)
            if variable is not None:
                self._read_all(name, variable, content)

    def _read_members(self, key: YamlScalar, entity: Entity, value: YamlValue) -> None:
        if not self._situation.has_ids:
            self._report.add(
                key.line, f"the input names no {entity.plural}: write {entity.key!r}, without ids"
            )
            return
        ids = self._situation.ids[entity.key]
        for member, content in self._entries(key, value):
            if member.written not in ids or not isinstance(member.value, str):
                self._report.add(
                    member.line,
                    f"{member.written!r} is none of the {entity.plural} of this case: "
                    f"{listed(ids)}{nearest(member.written, ids)}",
                )
                continue
            position = ids.index(member.written)
            for name, cell in self._entries(member, content):
                variable = variable_of(name, entity, self._system, (), self._report)
                if variable is not None:
                    self._read_one(name, variable, position, cell)

    def _entries(
        self, key: YamlScalar, value: YamlValue
    ) -> tuple[tuple[YamlScalar, YamlValue], ...]:
        if isinstance(value, YamlMap) and value.entries:
            return value.entries
        self._report.add(key.line, f"{key.written!r} in 'output' checks nothing: it is empty")
        return ()

    def _read_all(self, key: YamlScalar, variable: Variable, value: YamlValue) -> None:
        """Read the values of all members of a variable's entity."""
        entity = variable.entity
        count = len(self._situation.ids[entity.key])

        def take(content: YamlValue, at: Period) -> None:
            items = content.items if isinstance(content, YamlList) else (content,)
            if len(items) != count:
                given = f"a list of {len(items)}" if isinstance(content, YamlList) else "one value"
                raise ValueError(f"{given}, but there are {count} {entity.plural}")
            for position, item in enumerate(items):
                self._expect(variable, at, position, item)

        self._read_periods(key, variable, value, take)

    def _read_one(
        self, key: YamlScalar, variable: Variable, position: int, value: YamlValue
    ) -> None:
        def take(content: YamlValue, at: Period) -> None:
            self._expect(variable, at, position, content)

        self._read_periods(key, variable, value, take)

    def _read_periods(
        self,
        key: YamlScalar,
        variable: Variable,
        value: YamlValue,
        take: Callable[[YamlValue, Period], None],
    ) -> None:
        dated = value.entries if isinstance(value, YamlMap) else ((None, value),)
        if not dated:
            self._report.add(key.line, f"{key.written!r} in 'output' checks nothing: it is empty")
        for when, content in dated:
            line = content.line
            try:
                if when is None:
                    at = period_without_key(self._case, variable, self._conventions)
                else:
                    line = when.line
                    at = period_of(when, variable, self._conventions)
                take(content, at)
            except ValueError as error:
                self._report.add(line, f"{key.written!r}: {error}")

    def _expect(self, variable: Variable, at: Period, position: int, value: YamlValue) -> None:
        if not isinstance(value, YamlScalar):
            raise ValueError("one member has one value for each period")
        expected = value_of(value, variable)
        self.expectations.append(Expectation(variable.name, at, position, expected, value.line))

    def _check_margins(self) -> None:
        expected = {expectation.variable for expectation in self.expectations}
        for margin in (self._case.absolute, self._case.relative):
            for name, line in margin.lines.items():
                variable = self._system.variables.get(name)
                if variable is None:
                    self._report.add(
                        line,
                        f"there is no variable {name!r} to have a margin"
                        f"{nearest(name, self._system.variables)}",
                    )
                elif variable.value_type is not float:
                    self._report.add(line, f"{name!r} is compared exactly: take away its margin")
                elif name not in expected:
                    self._report.add(
                        line, f"{name!r} has a margin, but 'output' expects nothing of it"
                    )
