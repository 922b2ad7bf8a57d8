"""JSON as the standard has it, and no more of it than fits.

Python's own reader takes NaN and Infinity, keeps the last of two equal keys, and recurses until it
fails.
"""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from math import isinf
from typing import Any, NoReturn

from openfisca_jobgrant.languages.messages import Message, message, of_library, verbatim
from openfisca_jobgrant.situations.faults import Fault, Faults, SituationError, short, shown

_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ALL_BUT_FRAME = bytes(byte for byte in range(256) if byte not in b'[]{}:"')
_ALL_BUT_QUOTES_ALIKE = bytes(byte if byte in b'"' else ord("a") for byte in range(256))
#: A whole number with more digits than these is no quantity of this world, and slow to read.
LONGEST_NUMBER = 400
_LONGEST_SNIPPET = 20
_JSON = message("one JSON document (RFC 8259)")
_FINITE = message("a finite number")
_KEY = message("a key of its own, as text")
_NOT_PLAIN: Any = object()


@dataclass(frozen=True)
class Limits:
    """How much of a request is read.

    Attributes:
        content: Bytes.
        depth: How deep objects and lists may nest.
        members: Participants, and members of any other kind, at most.
        key: Characters of a key.
    """

    content: int = 20_000_000
    depth: int = 12
    members: int = 20_000
    key: int = 200


class TooLargeError(SituationError):
    """A request beyond what is read."""


def parse_json(content: bytes | str, limits: Limits | None = None) -> Any:
    """What a JSON document holds.

    Args:
        content: The document, in UTF-8.
        limits: How much of it is read.

    Raises:
        TooLargeError: If it is longer than the limit.
        SituationError: If it is not JSON, nests too deeply, has two equal keys in an object, or
            holds a number that is not finite. Of what can be told apart, it names all.
    """
    limits = limits or Limits()
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(raw) > limits.content:
        raise TooLargeError(
            [
                Fault(
                    "",
                    message(
                        "the request has {count} bytes; at most {most} are read",
                        count=len(raw),
                        most=limits.content,
                    ),
                )
            ]
        )
    # Some editors begin files with this mark; readers may ignore it (RFC 8259, section 8.1).
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(
            message(
                "the request is not UTF-8 at byte {start}; JSON is sent as UTF-8", start=error.start
            )
        ) from error
    frame = _frame(raw)
    _check_depth(frame, limits.depth)
    try:
        if _is_plain(raw, min(limits.key, LONGEST_NUMBER)):
            found = _read_quickly(text, frame.count(b":"))
            if found is not _NOT_PLAIN:
                return found
        read = _Careful(limits.key)
        found = json.loads(
            text,
            object_pairs_hook=read.members,
            parse_constant=read.constant,
            parse_float=read.number,
            parse_int=read.whole,
        )
    except json.JSONDecodeError as error:
        raise _not_json(error) from error
    if read.found_any:
        raise _located(found)
    return found


def _read_quickly(text: str, colons: int) -> Any:
    """What a text holds that has no key twice and no number beyond bounds, else ``_NOT_PLAIN``."""
    try:
        found = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except _OddNumberError:
        return _NOT_PLAIN
    # As many members as colons: then no key stands twice.
    return found if _count_of_members(found) == colons else _NOT_PLAIN


def _refused(message: Message) -> SituationError:
    return SituationError([Fault("", message, accepted=_JSON)])


def _not_json(error: json.JSONDecodeError) -> SituationError:
    said = message(
        "the request is not JSON: {reason} (line {line}, column {column})",
        reason=of_library(error.msg),
        line=error.lineno,
        column=error.colno,
    )
    # What stands there, or that nothing does.
    there = error.doc[error.pos : error.pos + _LONGEST_SNIPPET].splitlines()
    found = shown(there[0]) if there and there[0] else message("the end of the text")
    return SituationError([Fault("", said, found, _JSON)])


def _count_of_members(document: Any) -> int:
    """How many members all the objects of a document have."""
    count = 0
    level = [document]
    while level:
        objects = [at for at in level if type(at) is dict]
        count += sum(map(len, objects))
        inside: list[Any] = [at.values() for at in objects]
        inside += [at for at in level if type(at) is list]
        level = [at for values in inside for at in values if type(at) is dict or type(at) is list]
    return count


def _frame(raw: bytes) -> bytes:
    """The brackets and colons of a document that stand outside of its texts."""
    if b"\\" not in raw:
        frame = raw.translate(None, _ALL_BUT_FRAME).replace(b'""', b"")
        # A quote is left over where a text holds brackets or colons.
        if b'"' not in frame:
            return frame
    return _TEXT.sub(b"", raw).translate(None, _ALL_BUT_FRAME)


def _is_plain(raw: bytes, longest: int) -> bool:
    """Whether no key or number can be too long, and no key can hold half of a character."""
    if b"\\" in raw:
        return False
    return b"a" * (longest + 1) not in raw.translate(_ALL_BUT_QUOTES_ALIKE)


def _check_depth(frame: bytes, deepest: int) -> None:
    # Python's reader recurses; what is too deep must not reach it. Each round takes the innermost
    # pairs of brackets away.
    brackets = left = frame.translate(None, b':"')
    for _ in range(deepest):
        if not left:
            return
        left = left.replace(b"{}", b"").replace(b"[]", b"")
    if not left:
        return
    # Too deep, or brackets that don't match: those are for the reader to report.
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket in b"[{" else -1
        if depth > deepest:
            raise _refused(
                message("the request nests deeper than {deepest} levels", deepest=deepest)
            )


class _OddNumberError(Exception):
    """A number that the quick way doesn't read."""


def _no_constant(name: str) -> NoReturn:
    raise _OddNumberError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if isinf(value):
        raise _OddNumberError(digits)
    return value


@dataclass(frozen=True)
class _Wrong:
    """Stands where a value can't."""

    message: Message
    found: str


class _Members(dict[str, Any]):
    """An object of which some keys can't be: what is wrong with each, and every member."""

    def __init__(self, pairs: list[tuple[str, Any]], wrong: list[tuple[str, Message]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs
        self.wrong = wrong


class _Careful:
    """Puts a mark where something can't be, for the whole document is there only afterwards.

    Attributes:
        found_any: Whether there is any mark.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self.found_any = False

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object's members, each key once, text that can be written again."""
        found = dict(pairs)
        wrong = [(key, said) for key in found if (said := self._wrong_with(key)) is not None]
        if len(found) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    wrong.append(
                        (key, message("the key {key} stands twice in one object", key=shown(key)))
                    )
                seen.add(key)
        if not wrong:
            return found
        self.found_any = True
        return _Members(pairs, wrong)

    def _wrong_with(self, key: str) -> Message | None:
        if len(key) > self._longest:
            return message(
                "the key {key} has {count} characters; at most {longest}",
                key=shown(key),
                count=len(key),
                longest=self._longest,
            )
        if not key.isascii():
            try:
                key.encode("utf-8")
            except UnicodeEncodeError:
                return message(
                    "the key {key!r} holds half of a character (a lone surrogate)", key=short(key)
                )
        return None

    def constant(self, name: str) -> _Wrong:
        """A constant that Python's reader knows, and JSON doesn't."""
        self.found_any = True
        return _Wrong(message("{name} is no JSON number; write a finite one", name=name), name)

    def number(self, digits: str) -> float | _Wrong:
        """A number with a point or an exponent."""
        value = float(digits)
        return self._too_large(digits) if isinf(value) else value

    def whole(self, digits: str) -> int | _Wrong:
        """A whole number."""
        return self._too_large(digits) if len(digits) > LONGEST_NUMBER else int(digits)

    def _too_large(self, digits: str) -> _Wrong:
        self.found_any = True
        return _Wrong(
            message("{digits} is too large for a number", digits=short(digits)), short(digits)
        )


def _located(document: Any) -> SituationError:
    """All marks in a document, each with its place; the nearest to the document's root first."""
    faults = Faults()
    level: list[tuple[tuple[str, ...], Any]] = [((), document)]
    while level:
        inside: list[tuple[tuple[str, ...], Any]] = []
        for path, at in level:
            if isinstance(at, _Wrong):
                faults.add(path, at.message, found=verbatim(at.found), accepted=_FINITE)
            elif isinstance(at, dict):
                if isinstance(at, _Members):
                    for key, said in at.wrong:
                        faults.add((*path, key), said, found=key, accepted=_KEY)
                pairs = at.pairs if isinstance(at, _Members) else at.items()
                inside += [((*path, key), value) for key, value in pairs]
            elif isinstance(at, list):
                inside += [((*path, str(place)), value) for place, value in enumerate(at)]
        level = inside
    return faults.error()
