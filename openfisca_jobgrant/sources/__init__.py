"""What the law rests on: the facts, how sure they are, and the documents that state them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

_FOLDER = Path(__file__).resolve().parent
SOURCES_FILE = _FOLDER / "sources.yaml"
FACTS_FILE = _FOLDER / "facts.yaml"

#: The loader in C is ten times faster, and formulas' references are read when the law is loaded.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INFERRED = re.compile(r"~(\d{4}(?:-\d{2}){0,2})")


@dataclass(frozen=True)
class Source:
    """A document.

    Attributes:
        key: Its short name here.
        title: What it is.
        href: Its address.
        partial: Whether the address is known in part only.
        also: Other short names of the same document.
    """

    key: str
    title: str
    href: str
    partial: bool = False
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.title} — {self.href}"


@dataclass(frozen=True)
class Fact:
    """Something that sources say of the law.

    Attributes:
        id: Its name: ``F-P1`` is federal, ``P-AB-gov-cap`` of a programme, ``R-8`` a ruling.
        statement: What it says, in a few words. A date after ``~`` is inferred.
        confidence: How sure it is: high, medium or low.
        sources: The keys of the documents that state it.
    """

    id: str
    statement: str
    confidence: str
    sources: tuple[str, ...]

    @property
    def inferred_dates(self) -> tuple[str, ...]:
        """The dates that no source prints, as they are written.

        A day, a month, a year, or a fiscal year: ``2018-03-31``, ``2018-03``, ``2018``,
        ``2017-18``.
        """
        return tuple(_INFERRED.findall(self.statement))


@cache
def sources() -> Mapping[str, Source]:
    """All documents, by key, each once."""
    return MappingProxyType(
        {
            key: Source(key, **{**entry, "also": tuple(entry.get("also", ()))})
            for key, entry in _read(SOURCES_FILE).items()
        }
    )


@cache
def facts() -> Mapping[str, Fact]:
    """All facts, by id."""
    return MappingProxyType(
        {
            key: Fact(key, entry["statement"], entry["confidence"], tuple(entry["sources"]))
            for key, entry in _read(FACTS_FILE).items()
        }
    )


def source(key: str) -> Source:
    """The document with this key or other short name.

    Raises:
        LookupError: If there is none; the message names the nearest.
    """
    return _found(_by_any_name(), key, "source")


def fact(identifier: str) -> Fact:
    """The fact with this id.

    Raises:
        LookupError: If there is none; the message names the nearest.
    """
    return _found(facts(), identifier, "fact")


def reference(key: str) -> dict[str, str]:
    """A document as parameters cite it.

    Args:
        key: Its key or other short name.

    Returns:
        Its ``title`` and ``href``.

    Raises:
        LookupError: If there is no such document; the message names the nearest.
    """
    document = source(key)
    return {"title": document.title, "href": document.href}


def cited(*names: str) -> tuple[str, ...]:
    """The documents behind facts, as references of a variable or a reform.

    Args:
        names: Ids of facts, or keys of documents.

    Returns:
        Each document once, as "title — address", in the order in which they are named.

    Raises:
        LookupError: If a name is neither a fact nor a document.
    """
    documents: dict[Source, None] = {}
    for name in names:
        keys = fact(name).sources if name in facts() else (name,)
        documents.update(dict.fromkeys(source(key) for key in keys))
    return tuple(map(str, documents))


@cache
def _by_any_name() -> Mapping[str, Source]:
    return MappingProxyType(
        {name: document for document in sources().values() for name in _names(document)}
    )


def _names(document: Source) -> tuple[str, ...]:
    return (document.key, *document.also)


def _found(known: Mapping[str, Any], name: str, kind: str) -> Any:
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise LookupError(f"there is no {kind} {name!r}{hint}")


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    return content
