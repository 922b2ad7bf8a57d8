"""From a file to its cases: what can be checked without knowing the law."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from openfisca_jobgrant.testing.located import (
    YamlList,
    YamlMap,
    YamlScalar,
    YamlValue,
    read_yaml,
)
from openfisca_jobgrant.testing.periods import any_period
from openfisca_jobgrant.testing.problems import CaseError, Problem, Report, listed, nearest

KEYS = (
    "name",
    "description",
    "keywords",
    "period",
    "reforms",
    "absolute_error_margin",
    "relative_error_margin",
    "input",
    "output",
)

#: Keys that the stock runner has and that can't be trusted, each with the reason and a way out.
REFUSED_KEYS = {
    "parameters": "the stock runner replaces the whole law by it; write a reform, or compare "
    "scenarios, to change single figures",
    "extensions": "extensions change the system that other cases use",
    "max_spiral_loops": "no variable may depend on itself at another period, however many times",
    "only_variables": "name in 'output' what the case is about",
    "ignore_variables": "name in 'output' what the case is about",
}


@dataclass(frozen=True)
class Margin:
    """An error margin as a case gives it, absolute or relative.

    Attributes:
        default: The margin of all variables that are not named; None if the case gives no margin.
        named: The margin of each variable that is named.
        lines: The line of each name.
    """

    default: float | None = None
    named: Mapping[str, float] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A case in the right shape, not yet held against a system.

    Attributes:
        name: What it is about, unique in its file.
        line: The line on which it begins.
        period: The period of values that name none.
        reforms: The dotted paths of the reforms in force, in order.
        input: The situation; None for one member of each kind with nothing but defaults.
        output: What is expected; not empty.
        absolute: The absolute error margin.
        relative: The relative error margin.
        keywords: Further words to select the case by.
    """

    name: str
    line: int
    period: YamlScalar | None
    reforms: tuple[YamlScalar, ...]
    input: YamlMap | None
    output: YamlMap
    absolute: Margin
    relative: Margin
    keywords: tuple[str, ...]


@dataclass(frozen=True)
class BadCase:
    """A case, or a whole file, that can't be read.

    Attributes:
        name: The name under which it fails, unique in its file.
        line: The line on which it begins.
        error: What is wrong with it.
    """

    name: str
    line: int
    error: CaseError


def read_cases(path: Path) -> Iterator[Case | BadCase]:
    """The cases of a file, in their order.

    Args:
        path: A YAML file that holds one case or a list of cases.

    Yields:
        Each case. What can't be read is yielded as a ``BadCase``, so that the others still run; a
        file without a single case gives one ``BadCase``.
    """
    taken: dict[str, int] = {}
    for case in _cases(path):
        if case.name not in taken:
            taken[case.name] = case.line
            yield case
            continue
        first = taken[case.name]
        message = f"the name {case.name!r} is already that of the case on line {first}"
        problems = [Problem(case.line, message)]
        if isinstance(case, BadCase):
            problems += case.error.problems
        name = _free_name(f"{case.name} [line {case.line}]", taken)
        taken[name] = case.line
        yield BadCase(name, case.line, CaseError(problems))


def _free_name(name: str, taken: Iterable[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _cases(path: Path) -> Iterator[Case | BadCase]:
    whole_file = "[the file]"
    try:
        document = read_yaml(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        yield BadCase(whole_file, 1, CaseError([Problem(line, "this is not UTF-8 text")]))
        return
    except CaseError as error:
        yield BadCase(whole_file, 1, error)
        return
    if document is None or (isinstance(document, YamlScalar) and document.value is None):
        yield BadCase(whole_file, 1, CaseError([Problem(1, "there is no case in this file")]))
    elif isinstance(document, YamlList):
        if not document.items:
            problem = Problem(document.line, "there is no case in this list")
            yield BadCase(whole_file, 1, CaseError([problem]))
        for item in document.items:
            yield _case(item)
    else:
        yield _case(document)


def _case(value: YamlValue) -> Case | BadCase:
    reader = _CaseReader()
    try:
        return reader.read(value)
    except CaseError as error:
        return BadCase(reader.name or f"[case on line {value.line}]", value.line, error)


class _CaseReader:
    """Reads one case, and collects all that is wrong with it."""

    def __init__(self) -> None:
        self.name = ""
        self._report = Report()

    def read(self, value: YamlValue) -> Case:
        if not isinstance(value, YamlMap) or not value.entries:
            message = f"this is no case: write the keys {listed(KEYS)}"
            raise CaseError([Problem(value.line, message)])
        given = {}
        for key, content in value.entries:
            if key.written in KEYS:
                given[key.written] = content
            elif key.written in REFUSED_KEYS:
                self._report.add(
                    key.line, f"{key.written!r} is refused: {REFUSED_KEYS[key.written]}"
                )
            else:
                self._report.add(
                    key.line,
                    f"unknown key {key.written!r}; a case has the keys {listed(KEYS)}"
                    f"{nearest(key.written, KEYS)}",
                )
        self.name = self._name(given.get("name"), value.line)
        self._description(given.get("description"))
        keywords = tuple(at.written for at in self._texts("keywords", given.get("keywords")))
        period = self._period(given.get("period"))
        reforms = self._reforms(given.get("reforms"))
        absolute = self._margin("absolute_error_margin", given.get("absolute_error_margin"))
        relative = self._margin("relative_error_margin", given.get("relative_error_margin"))
        situation = self._input(given.get("input"))
        output = self._output(given.get("output"), value.line)
        self._report.refuse()
        assert output is not None
        return Case(
            self.name,
            value.line,
            period,
            reforms,
            situation,
            output,
            absolute,
            relative,
            keywords,
        )

    def _name(self, value: YamlValue | None, line: int) -> str:
        if value is None:
            self._report.add(line, "this case has no 'name': write what it shows, in a sentence")
            return ""
        if not isinstance(value, YamlScalar) or not isinstance(value.value, str):
            self._report.add(value.line, "'name' must be text: write what the case shows")
            return ""
        name = value.value.strip()
        if len(name.split()) < 2 or "\n" in name:
            self._report.add(value.line, f"'name' must be a sentence on one line, not {name!r}")
        if "::" in name:
            self._report.add(value.line, "'name' may not hold '::', which separates pytest's names")
        return " ".join(name.split())

    def _description(self, value: YamlValue | None) -> None:
        if value is None:
            return
        if not isinstance(value, YamlScalar) or not isinstance(value.value, str):
            self._report.add(value.line, "'description' must be text")

    def _texts(self, key: str, value: YamlValue | None) -> tuple[YamlScalar, ...]:
        if value is None:
            return ()
        if not isinstance(value, YamlList) or not value.items:
            self._report.add(value.line, f"{key!r} must be a list of texts")
            return ()
        texts = []
        for item in value.items:
            if isinstance(item, YamlScalar) and isinstance(item.value, str) and item.value:
                texts.append(item)
            else:
                self._report.add(item.line, f"{key!r} must be a list of texts")
        return tuple(texts)

    def _reforms(self, value: YamlValue | None) -> tuple[YamlScalar, ...]:
        if isinstance(value, YamlScalar) and isinstance(value.value, str):
            return (value,)
        return self._texts("reforms", value)

    def _period(self, value: YamlValue | None) -> YamlScalar | None:
        if value is None:
            return None
        if not isinstance(value, YamlScalar):
            self._report.add(value.line, "'period' must be one period, such as 2014-04")
            return None
        try:
            any_period(value)
        except ValueError as error:
            self._report.add(value.line, f"'period': {error}")
        return value

    def _margin(self, key: str, value: YamlValue | None) -> Margin:
        if value is None:
            return Margin()
        if not isinstance(value, YamlMap):
            return Margin(self._non_negative(key, value))
        named = {}
        lines = {}
        for name, content in value.entries:
            named[name.written] = self._non_negative(f"{key} of {name.written}", content)
            lines[name.written] = name.line
        if "default" not in named:
            self._report.add(
                value.line,
                f"{key!r} names variables but no 'default', without which the stock runner fails: "
                "add default: 0",
            )
            return Margin()
        default = named.pop("default")
        del lines["default"]
        return Margin(default, named, lines)

    def _non_negative(self, label: str, value: YamlValue) -> float:
        if isinstance(value, YamlScalar):
            number = value.value
            if not isinstance(number, bool | str | None) and 0 <= number < math.inf:
                return float(number)
        self._report.add(value.line, f"{label!r} must be a number, zero or more, without quotes")
        return 0.0

    def _input(self, value: YamlValue | None) -> YamlMap | None:
        if value is None or isinstance(value, YamlMap):
            return value
        self._report.add(value.line, "'input' must hold entities or variables")
        return None

    def _output(self, value: YamlValue | None, line: int) -> YamlMap | None:
        if value is None:
            self._report.add(line, "this case has no 'output': it would check nothing")
            return None
        if not isinstance(value, YamlMap) or not value.entries:
            self._report.add(
                value.line, "'output' is empty: it must hold the variables that are expected"
            )
            return None
        return value
