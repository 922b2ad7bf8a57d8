"""The files of figures: what each must say, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from openfisca_jobgrant.law_check import Fault
from openfisca_jobgrant.sources import facts, sources
from openfisca_jobgrant.testing.located import YamlList, YamlMap, YamlScalar, YamlValue, read_yaml
from openfisca_jobgrant.testing.problems import CaseError, nearest
from openfisca_jobgrant.units import UNITS, value_faults
from openfisca_jobgrant.vocabulary import JurisdictionCode

PERIODS = ("month", "year")
CONFIDENCES = ("high", "medium", "low")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def parameter_faults(folder: Path) -> Iterator[Fault]:
    """Every fault in the files of a folder of parameters and in the folders below it.

    Args:
        folder: The folder ``parameters``.
    """
    if not any(folder.rglob("*.yaml")):
        yield Fault(folder, 1, "the folder holds no figure")
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            if not (path / "index.yaml").is_file():
                yield Fault(path / "index.yaml", 1, "the folder has no index with a description")
            continue
        if path.suffix != ".yaml":
            yield Fault(path, 1, "not a .yaml file")
            continue
        codes = set(JurisdictionCode.__members__)
        if not _NAME.fullmatch(path.stem) and path.stem not in codes:
            yield Fault(path, 1, "a file is named in small letters, or by a jurisdiction's code")
        yield from file_faults(path)


def file_faults(path: Path) -> Iterator[Fault]:
    """Every fault in one file of figures, or in an index."""
    try:
        content = read_yaml(path.read_text(encoding="utf-8"))
    except CaseError as error:
        yield from (Fault(path, problem.line, problem.message) for problem in error.problems)
        return
    if not isinstance(content, YamlMap):
        yield Fault(path, 1, "the file is not a mapping")
        return
    check = _index if path.stem == "index" else _figure
    for line, message in check(content):
        yield Fault(path, line, message)


Said = tuple[int, str]


def _entries(part: YamlMap) -> dict[str, tuple[int, YamlValue]]:
    return {key.written: (key.line, value) for key, value in part.entries}


def _keys(part: YamlMap, known: tuple[str, ...], needed: tuple[str, ...]) -> Iterator[Said]:
    present = _entries(part)
    for key, (line, _) in present.items():
        if key not in known:
            yield line, f"there is no key {key!r}{nearest(key, known)}"
    for key in needed:
        if key not in present:
            yield part.line, f"{key!r} is missing"


def _text(part: YamlValue | None) -> str | None:
    if isinstance(part, YamlScalar) and isinstance(part.value, str) and part.value.strip():
        return part.value
    return None


def _index(part: YamlMap) -> Iterator[Said]:
    yield from _keys(part, ("description", "documentation"), ("description",))
    for key, (line, value) in _entries(part).items():
        if _text(value) is None:
            yield line, f"{key!r} is text"


def _figure(part: YamlMap) -> Iterator[Said]:
    known = ("description", "documentation", "metadata", "values")
    yield from _keys(part, known, ("description", "metadata", "values"))
    said = _entries(part)
    for key in ("description", "documentation"):
        if key in said and _text(said[key][1]) is None:
            yield said[key][0], f"{key!r} is text"
    unit = None
    if "metadata" in said:
        line, metadata = said["metadata"]
        if isinstance(metadata, YamlMap):
            yield from _keys(metadata, ("unit", "period"), ("unit",))
            entries = _entries(metadata)
            for key, accepted in (("unit", UNITS), ("period", PERIODS)):
                if key in entries and _text(entries[key][1]) not in accepted:
                    yield entries[key][0], f"{key!r} is one of {', '.join(accepted)}"
            unit = _text(entries["unit"][1]) if "unit" in entries else None
        else:
            yield line, "'metadata' is a mapping with a unit"
    if "values" in said:
        line, values = said["values"]
        if isinstance(values, YamlMap) and values.entries:
            yield from _dated_values(values, unit)
        else:
            yield line, "'values' is a mapping from dates to values"


def _dated_values(values: YamlMap, unit: str | None) -> Iterator[Said]:
    previous: str | None = None
    ended = True
    for key, part in values.entries:
        day = key.written
        try:
            possible = date.fromisoformat(day).isoformat() == day
        except ValueError:
            possible = False
        if not possible:
            yield key.line, f"{day!r} is no date; a date is written as 2014-04-01"
        elif previous is not None and day <= previous:
            yield key.line, f"{day} comes after {previous}: dates ascend"
        previous = day
        if not isinstance(part, YamlMap):
            yield key.line, f"the value of {day} is a mapping with `value` and `metadata`"
            continue
        yield from _keys(part, ("value", "metadata"), ("value", "metadata"))
        said = _entries(part)
        if "value" in said:
            line, value = said["value"]
            is_end = isinstance(value, YamlScalar) and value.value is None
            if is_end and ended:
                yield line, "null ends a value, and there is none to end"
            if not is_end:
                yield from ((line, message) for message in _value_faults(value, unit))
            ended = is_end
        if "metadata" in said:
            yield from _metadata(*said["metadata"])


def _value_faults(part: YamlValue, unit: str | None) -> Iterator[str]:
    yield from value_faults(part.value if isinstance(part, YamlScalar) else None, unit)


def _metadata(line: int, part: YamlValue) -> Iterator[Said]:
    if not isinstance(part, YamlMap):
        yield line, "the metadata of a value are a mapping"
        return
    needed = ("reference", "confidence", "facts")
    yield from _keys(part, (*needed, "note"), needed)
    said = _entries(part)
    if "confidence" in said:
        confidence = _text(said["confidence"][1])
        if confidence not in CONFIDENCES:
            yield said["confidence"][0], f"confidence is one of {', '.join(CONFIDENCES)}"
        if confidence == "low" and "note" not in said:
            yield said["confidence"][0], "a figure of low confidence has a note that says why"
    if "note" in said and _text(said["note"][1]) is None:
        yield said["note"][0], "'note' is text"
    if "facts" in said:
        yield from _named(*said["facts"], "fact", facts())
    if "reference" in said:
        yield from _references(*said["reference"])


def _named(line: int, part: YamlValue, kind: str, known: Mapping[str, Any]) -> Iterator[Said]:
    if not isinstance(part, YamlList) or not part.items:
        yield line, f"a list of at least one {kind}"
        return
    for item in part.items:
        name = _text(item)
        if name is None or name not in known:
            yield item.line, f"there is no {kind} {name!r}{nearest(name, known)}"


def _references(line: int, part: YamlValue) -> Iterator[Said]:
    titles = {source.href: source.title for source in sources().values()}
    if not isinstance(part, YamlList) or not part.items:
        yield line, "a list of at least one reference with title and href"
        return
    for item in part.items:
        if not isinstance(item, YamlMap):
            yield item.line, "a reference has a title and an href"
            continue
        yield from _keys(item, ("title", "href"), ("title", "href"))
        said = {key: _text(value) for key, (_, value) in _entries(item).items()}
        href, title = said.get("href"), said.get("title")
        if href is not None and href not in titles:
            yield item.line, f"{href} is not among the sources{nearest(href, titles)}"
        # Two documents may share an address: the title is looked for among all of them.
        elif href is not None and title not in {
            source.title for source in sources().values() if source.href == href
        }:
            yield item.line, f"the source {href} is titled {titles[href]!r}"
