"""JSON as the standard has it, and no more of it than fits.

Python's own reader takes NaN and Infinity, keeps the last of two equal keys, and recurses until it
fails.
"""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from openfisca_jobgrant.languages.messages import Message, message, of_library
from openfisca_jobgrant.situations.faults import Fault, SituationError, short, shown

_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ALL_BUT_FRAME = bytes(byte for byte in range(256) if byte not in b'[]{}:"')
_ALL_BUT_QUOTES_ALIKE = bytes(byte if byte in b'"' else ord("a") for byte in range(256))
#: A whole number with more digits than these is no quantity of this world, and slow to read.
LONGEST_NUMBER = 400


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
            holds NaN or Infinity.
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
            found = json.loads(text, parse_constant=_no_constant, parse_float=_number)
            # As many members as colons: then no key stands twice.
            if _count_of_members(found) == frame.count(b":"):
                return found
        return json.loads(
            text,
            object_pairs_hook=_Pairs(limits.key),
            parse_constant=_no_constant,
            parse_float=_number,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        raise _refused(
            message(
                "the request is not JSON: {reason} (line {line}, column {column})",
                reason=of_library(error.msg),
                line=error.lineno,
                column=error.colno,
            )
        ) from error


def _refused(message: Message) -> SituationError:
    return SituationError([Fault("", message)])


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


class _Pairs:
    """An object's members, each key once, text that can be written again."""

    def __init__(self, longest: int) -> None:
        self._longest = longest

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    raise _refused(
                        message("the key {key} stands twice in one object", key=shown(key))
                    )
                seen.add(key)
        for key in found:
            if len(key) > self._longest:
                raise _refused(
                    message(
                        "the key {key} has {count} characters; at most {longest}",
                        key=shown(key),
                        count=len(key),
                        longest=self._longest,
                    )
                )
            if not key.isascii():
                _check_text(key)
        return found


def _check_text(key: str) -> None:
    try:
        key.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _refused(
            message("the key {key!r} holds half of a character (a lone surrogate)", key=short(key))
        ) from error


def _no_constant(name: str) -> NoReturn:
    raise _refused(message("{name} is no JSON number; write a finite one", name=name))


def _number(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _refused(message("{digits} is too large for a number", digits=short(digits)))
    return value


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _refused(message("{digits} is too large for a number", digits=short(digits)))
    return int(digits)
