"""What is wrong with a request, and where: all of it at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from openfisca_jobgrant.languages.messages import NOTHING, Message, joined, message

#: A request may be wrong in a million places; an answer names the first of them.
MOST_FAULTS = 50
#: Ids and values are the sender's, and may be as long as a book.
LONGEST_SHOWN = 80


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        pointer: Where, as a JSON Pointer (RFC 6901); empty for the whole document.
        message: What is wrong and what would be accepted.
        found: What was found there, shortened.
        accepted: What would be accepted there.
        is_unknown_variable: Whether it is a name that no variable has.
    """

    pointer: str
    message: Message
    found: str = ""
    accepted: Message = NOTHING
    is_unknown_variable: bool = False


class SituationError(ValueError):
    """A request that can't be answered as it stands.

    Attributes:
        faults: What is wrong, the first of it where there is very much.
        count: How many faults there are.
    """

    def __init__(self, faults: Sequence[Fault], count: int | None = None) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        self.count = len(faults) if count is None else count
        super().__init__(joined(said_of(fault) for fault in self.faults))


def said_of(fault: Fault) -> Message:
    """What is wrong, with its place in front, and what stands there if that isn't said yet."""
    place, found = fault.pointer or "/", fault.found
    bare = found.strip('"')
    if not found or bare in place or bare in fault.message:
        return message("{place}: {problem}", place=place, problem=fault.message)
    return message("{place}: {problem} ({found})", place=place, problem=fault.message, found=found)


def refusal(pointer: str, found: object, accepted: Message) -> Fault:
    """The fault of one value.

    Args:
        pointer: Where it stands.
        found: The value.
        accepted: What would be accepted there.
    """
    return Fault(
        pointer,
        message("{value} is not accepted: {accepted}", value=shown(found), accepted=accepted),
        shown(found),
        accepted,
    )


class Faults:
    """Collects faults while a request is read."""

    def __init__(self) -> None:
        self._found: list[Fault] = []
        self.count = 0

    def add(
        self,
        path: Iterable[str],
        message: Message,
        *,
        found: object = NOTHING,
        accepted: Message = NOTHING,
        is_unknown_variable: bool = False,
    ) -> None:
        """Note one fault.

        Args:
            path: The keys that lead to it.
            message: What is wrong and what would be accepted.
            found: What was found there.
            accepted: What would be accepted there.
            is_unknown_variable: Whether it is a name that no variable has.
        """
        self.count += 1
        if len(self._found) < MOST_FAULTS:
            self._found.append(
                Fault(pointer(path), message, shown(found), accepted, is_unknown_variable)
            )

    def error(self) -> SituationError:
        """The error that names them."""
        return SituationError(self._found, self.count)

    def refuse(self) -> None:
        """Raise ``SituationError`` if there is any fault."""
        if self.count:
            raise self.error()


def pointer(path: Iterable[str]) -> str:
    """A JSON Pointer to the value at the end of some keys, each of them shortened."""
    return "".join("/" + short(key).replace("~", "~0").replace("/", "~1") for key in path)


def short(text: str) -> str:
    """A text that fits into an answer, whatever was sent."""
    safe = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return safe if len(safe) <= LONGEST_SHOWN else safe[: LONGEST_SHOWN - 1] + "…"


def shown(value: object) -> str:
    """A value as JSON would have it, shortened; a message as it is."""
    if isinstance(value, Message):
        return value
    if isinstance(value, str):
        return f'"{short(value)}"'
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, dict):
        return message("an object")
    if isinstance(value, list):
        return message("a list of {count}", count=len(value)) if value else message("an empty list")
    return short(str(value))


def nearest(word: str, known: Iterable[str]) -> Message:
    """A question such as "; did you mean 'age'?", or nothing if no known word is close.

    Capitals make no difference to how close a word is.
    """
    if len(word) > LONGEST_SHOWN:
        return NOTHING
    # Of words that differ in their capitals alone, the first one known.
    spelt = {one.casefold(): one for one in reversed(list(known))}
    matches = get_close_matches(word.casefold(), list(spelt), n=1)
    return message("; did you mean {word!r}?", word=spelt[matches[0]]) if matches else NOTHING
