"""YAML read strictly, every value with the line that it stands on.

The text is only composed, never constructed: no tag can run code, dates stay text, and what
OpenFisca changes in PyYAML's loaders for the whole process has no effect here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from openfisca_jobgrant.languages.messages import message, of_library
from openfisca_jobgrant.testing.problems import CaseError, Problem, Report

#: YAML also has octal, hexadecimal and base-60 numbers: 010 is 8, and 1:30 is 90.
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9_]*)(\.[0-9_]*)?([eE][-+][0-9]+)?|[-+]?\.[0-9_]+")
_TRUE = frozenset({"yes", "true", "on"})
_STANDARD = "tag:yaml.org,2002:"


@dataclass(frozen=True)
class YamlScalar:
    """A single value.

    Attributes:
        value: Text, number, boolean, or None for nothing.
        line: The line of the file, counted from one.
        written: The value as the file writes it, without quotes.
    """

    value: str | int | float | bool | None
    line: int
    written: str


@dataclass(frozen=True)
class YamlList:
    """A list, with the line on which it begins."""

    items: tuple[YamlValue, ...]
    line: int


@dataclass(frozen=True)
class YamlMap:
    """Keys and values, with the line on which they begin."""

    entries: tuple[tuple[YamlScalar, YamlValue], ...]
    line: int


YamlValue = YamlScalar | YamlList | YamlMap


# OpenFisca registers constructors on ``CLoader``: a class of our own stays as it is.
class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe loader that nobody else configures."""


def read_yaml(text: str) -> YamlValue | None:
    """The one document of a YAML text.

    Args:
        text: The whole text.

    Returns:
        The document, or None if there is none (an empty text, or comments only).

    Raises:
        CaseError: If the text isn't YAML, holds several documents, a tag, a key twice, a key that
            isn't a single value, or a number that doesn't read as it is written.
    """
    report = Report()
    begun = 0
    try:
        events: Iterable[Any] = yaml.parse(text, Loader=_Loader)
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                begun += 1
                if begun == 2:
                    report.add(
                        line, message("a second YAML document: write one list of cases in a file")
                    )
            if (tag := getattr(event, "tag", None)) is not None:
                shown = tag.replace(_STANDARD, "!!")
                report.add(line, message("YAML tags are refused: take away {tag}", tag=shown))
        documents = list(yaml.compose_all(text, Loader=_Loader))
    except yaml.YAMLError as error:
        raise CaseError([_not_yaml(error, text)]) from error
    report.refuse()
    if not documents:
        return None
    reader = _Reader(report)
    value = reader.value(documents[0])
    report.refuse()
    return value


def _not_yaml(error: yaml.YAMLError, text: str) -> Problem:
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        line = mark.line + 1
    else:
        line = text.count("\n", 0, getattr(error, "position", 0) or 0) + 1
    reason = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    return Problem(
        line, message("this is not valid YAML: {reason}", reason=of_library(str(reason)))
    )


class _Reader:
    """Turns composed nodes into values with lines."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._known: dict[int, YamlValue] = {}
        self._open: set[int] = set()

    def value(self, node: yaml.Node) -> YamlValue:
        # An alias is the very node of its anchor: read once, and never inside itself.
        if id(node) in self._known:
            return self._known[id(node)]
        line = node.start_mark.line + 1
        if id(node) in self._open:
            self._report.add(line, message("this value contains itself through an alias"))
            return YamlScalar(None, line, "")
        self._open.add(id(node))
        value = self._read(node, line)
        self._open.discard(id(node))
        self._known[id(node)] = value
        return value

    def _read(self, node: yaml.Node, line: int) -> YamlValue:
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, line)
        if isinstance(node, yaml.MappingNode):
            return YamlMap(self._entries(node), line)
        return YamlList(tuple(self.value(item) for item in node.value), line)

    def _entries(self, node: yaml.MappingNode) -> tuple[tuple[YamlScalar, YamlValue], ...]:
        own: dict[str, tuple[YamlScalar, YamlValue]] = {}
        merged: dict[str, tuple[YamlScalar, YamlValue]] = {}
        first_lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._report.add(line, message("a key must be a single value"))
                continue
            if key_node.value in first_lines:
                first = first_lines[key_node.value]
                self._report.add(
                    line,
                    message(
                        "the key {key!r} is already on line {first}",
                        key=key_node.value,
                        first=first,
                    ),
                )
                continue
            first_lines[key_node.value] = line
            if key_node.tag == f"{_STANDARD}merge":
                for key, value in self._merged(value_node):
                    merged.setdefault(key.written, (key, value))
                continue
            own[key_node.value] = (self._scalar(key_node, line), self.value(value_node))
        return tuple({**merged, **own}.values())

    def _merged(self, node: yaml.Node) -> list[tuple[YamlScalar, YamlValue]]:
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        entries: list[tuple[YamlScalar, YamlValue]] = []
        for part in parts:
            value = self.value(part)
            if isinstance(value, YamlMap):
                entries.extend(value.entries)
            else:
                self._report.add(
                    node.start_mark.line + 1, message("<< must be followed by an alias of keys")
                )
        return entries

    def _scalar(self, node: yaml.ScalarNode, line: int) -> YamlScalar:
        written = node.value
        kind = node.tag.removeprefix(_STANDARD)
        if kind == "null":
            return YamlScalar(None, line, written)
        if kind == "bool":
            return YamlScalar(written.lower() in _TRUE, line, written)
        if kind in ("int", "float"):
            if _DECIMAL.fullmatch(written) is None:
                self._report.add(
                    line,
                    message(
                        "{written} is a special number in YAML: write a finite decimal number, "
                        'or quote it if it is text: "{written}"',
                        written=written,
                    ),
                )
                return YamlScalar(None, line, written)
            digits = written.replace("_", "")
            return YamlScalar(int(digits) if kind == "int" else float(digits), line, written)
        return YamlScalar(written, line, written)


def plain_yaml(text: str) -> Any:
    """What YAML says, as plain lists, mappings and values; keys are the text that is written.

    Raises:
        CaseError: If it is not YAML that can be read strictly.
    """
    return _plain(read_yaml(text))


def _plain(part: YamlValue | None) -> Any:
    if isinstance(part, YamlMap):
        return {key.written: _plain(value) for key, value in part.entries}
    if isinstance(part, YamlList):
        return [_plain(item) for item in part.items]
    return None if part is None else part.value
