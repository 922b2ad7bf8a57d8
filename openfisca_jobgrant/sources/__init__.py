"""What the law rests on: the facts, how sure they are, and the documents that state them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Source:
    """A document.

    Attributes:
        key: Its short name here.
        title: What it is.
        href: Its address.
        partial: Whether the address is known in part only.
    """

    key: str
    title: str
    href: str
    partial: bool = False


@dataclass(frozen=True)
class Fact:
    """Something that sources say of the law.

    Attributes:
        id: Its name, such as ``F-P1`` (federal), ``P-AB`` (provincial) or ``R-8`` (a ruling).
        statement: What it says, in a few words.
        confidence: How sure it is: high, medium or low.
        sources: The keys of the documents that state it.
    """

    id: str
    statement: str
    confidence: str
    sources: tuple[str, ...]


@cache
def sources() -> Mapping[str, Source]:
    """All documents, by key."""
    return MappingProxyType(
        {key: Source(key, **entry) for key, entry in _read("sources.yaml").items()}
    )


@cache
def facts() -> Mapping[str, Fact]:
    """All facts, by id."""
    return MappingProxyType(
        {
            key: Fact(key, entry["statement"], entry["confidence"], tuple(entry["sources"]))
            for key, entry in _read("facts.yaml").items()
        }
    )


def source(key: str) -> Source:
    """The document with this key.

    Raises:
        LookupError: If there is none; the message names the nearest.
    """
    return _found(sources(), key, "source")


def fact(identifier: str) -> Fact:
    """The fact with this id.

    Raises:
        LookupError: If there is none; the message names the nearest.
    """
    return _found(facts(), identifier, "fact")


def cited(*names: str) -> tuple[str, ...]:
    """The documents behind facts, as references of a variable or a reform.

    Args:
        names: Ids of facts, or keys of documents.

    Returns:
        Each document once, as "title — address", in the order in which they are named.

    Raises:
        LookupError: If a name is neither a fact nor a document.
    """
    keys: dict[str, None] = {}
    for name in names:
        keys.update(dict.fromkeys(fact(name).sources if name in facts() else [name]))
    return tuple(f"{source(key).title} — {source(key).href}" for key in keys)


def _found(known: Mapping[str, Any], name: str, kind: str) -> Any:
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise LookupError(f"there is no {kind} {name!r}{hint}")


def _read(name: str) -> dict[str, Any]:
    text = (_FOLDER / name).read_text(encoding="utf-8")
    content: dict[str, Any] = yaml.safe_load(text)
    return content
