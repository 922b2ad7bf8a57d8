"""What the pages show, as the address says it: nothing is kept on the server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from werkzeug.datastructures.accept import LanguageAccept

from openfisca_jobgrant.languages import LANGUAGES, preferred, said

MOST_SCENARIOS = 6
MOST_CHANGES = 20
#: The state is in the address, with every field where scripts are off, and servers read so much.
MOST_PARTICIPANTS = 8
LONGEST_ADDRESS = 8190
#: What stands around what was typed in a request: its method, its protocol, a page's path.
AROUND_ADDRESS = 60
LONGEST_NAME = 80
LONGEST_VALUE = 4000
LONGEST_TITLE = 200
DEFAULT_SCENARIOS = ("plan", "premiers_package", "canada_job_fund_2014")
DEFAULT_MONTH = "2014-09"
DEFAULT_FACTS = {"tuition_fees": "9000", "wages_during_training": "4000", "employee_count": "30"}
CHANGE_KEYS = ("path", "value", "from", "to")
_KEYS = ("lang", "month", "s", "situation", "participants", "on", "title", *CHANGE_KEYS)
#: What may be said several times.
_SEVERAL = ("s", "on", "amount", "out", *CHANGE_KEYS)
#: What a part of the address may be: one of these, anything so long, or anything at all.
Accepted = Collection[str] | int | None


@dataclass(frozen=True)
class TypedChange:
    """A change of a figure, as it was typed.

    Attributes:
        path: Which figure.
        value: What it is to be.
        start: From which day.
        stop: The last day; empty for no end.
    """

    path: str = ""
    value: str = ""
    start: str = ""
    stop: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it was typed."""
        return not (self.path or self.value or self.start or self.stop)


@dataclass(frozen=True)
class State:
    """What the address says.

    Attributes:
        language: ``en`` or ``fr``.
        scenarios: The chosen bodies of law, by text; the first is what others are held against;
            none where all boxes are empty.
        month: The month, as typed; empty beside a situation for the one that it speaks of most.
        facts: Input → its value, as typed; a participant's input is the first participant's.
        others: The same for each further participant of the application.
        names: What participants are called, as typed; those at the end may be left out.
        on: The reforms that the draft stands on.
        changes: The figures that the draft sets.
        title: What the draft is called.
        situation: A situation as JSON, instead of facts.
        told: What the address says and isn't used, a sentence for each; no part of the state.
    """

    language: str = "en"
    scenarios: tuple[str, ...] = DEFAULT_SCENARIOS
    month: str = DEFAULT_MONTH
    facts: dict[str, str] = field(default_factory=lambda: dict(DEFAULT_FACTS))
    others: tuple[dict[str, str], ...] = ()
    names: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    changes: tuple[TypedChange, ...] = ()
    title: str = ""
    situation: str = ""
    told: tuple[str, ...] = ()

    def pairs(self, **instead: Any) -> list[tuple[str, str]]:
        """As an address has it.

        Args:
            instead: Parts of the state that are to be others.
        """
        state = State(**{**vars(self), **instead})
        said = [("lang", state.language), ("month", state.month)]
        said += [("s", name) for name in state.scenarios]
        if state.situation:
            said.append(("situation", state.situation))
        else:
            said += [(name, value) for name, value in state.facts.items() if value != ""]
            if state.others:
                said.append(("participants", str(1 + len(state.others))))
                for number, name in enumerate(state.names, start=1):
                    said += [(key_of("who", number), name)] if name else []
            for number, facts in enumerate(state.others, start=2):
                said += [
                    (key_of(name, number), value) for name, value in facts.items() if value != ""
                ]
        said += [("on", name) for name in state.on]
        for change in state.changes:
            typed = (change.path, change.value, change.start, change.stop)
            said += list(zip(CHANGE_KEYS, typed, strict=True))
        return said + ([("title", state.title)] if state.title else [])

    def query(self, **instead: Any) -> str:
        """As an address has it after its question mark (see ``pairs``)."""
        return urlencode(self.pairs(**instead))

    def with_path(self, place: int, path: str) -> State:
        """The same with another figure in one of the draft's changes."""
        changes = list(self.changes)
        changes[place] = replace(changes[place], path=path)
        return replace(self, changes=tuple(changes))

    def with_one_more(self) -> State:
        """The same with a further participant, of whom nothing is said yet."""
        if 1 + len(self.others) >= MOST_PARTICIPANTS:
            return self
        return replace(self, others=(*self.others, {}))

    def without(self, number: int, own: Collection[str]) -> State:
        """The same without a participant; those who follow move up. One always stays.

        Args:
            number: Which one, counted from one.
            own: The inputs that are a participant's.
        """
        if not self.others or not 1 <= number <= 1 + len(self.others):
            return self
        names = self.names[: number - 1] + self.names[number:]
        if number > 1:
            others = self.others[: number - 2] + self.others[number - 1 :]
            return replace(self, others=others, names=names)
        shared = {name: value for name, value in self.facts.items() if name not in own}
        return replace(self, facts=shared | self.others[0], others=self.others[1:], names=names)


def key_of(name: str, number: int) -> str:
    """What an address calls an input of a participant, counted from one."""
    return name if number == 1 else f"{name}.{number}"


class _Address:
    """An address, which notes what of it isn't used.

    Args:
        arguments: The address' query.
        accepted: The languages that the browser asks for.
    """

    def __init__(self, arguments: MultiDict[str, str], accepted: LanguageAccept) -> None:
        self._arguments = arguments
        self.told: list[str] = []
        found = arguments.get("lang", "")
        self.language = found if found in LANGUAGES else preferred(accepted)
        if found and found != self.language:
            self.tell(
                said("lang is en or fr, not {found}.", self.language, found=found[:LONGEST_NAME])
            )

    def tell(self, told: str) -> None:
        """Note something, if it wasn't yet."""
        if told not in self.told:
            self.told.append(told)

    def text(self, key: str, most: int = LONGEST_VALUE) -> str:
        """What it says of something."""
        found = self._arguments.get(key, "").strip()
        if len(found) > most:
            self.tell(
                said(
                    "{name}: only the first {most} characters are read.",
                    self.language,
                    name=key,
                    most=most,
                )
            )
        return found[:most]

    def participants(self) -> int:
        """How many there are."""
        typed = self._arguments.get("participants", "1").strip()[:LONGEST_NAME]
        number = int(typed) if typed.isascii() and typed.isdigit() else 0
        if not 1 <= number <= MOST_PARTICIPANTS:
            self.tell(
                said(
                    "The form holds 1 to {most} participants, not {found}.",
                    self.language,
                    most=MOST_PARTICIPANTS,
                    found=typed,
                )
            )
        return max(1, min(number, MOST_PARTICIPANTS))

    def changes(self) -> Iterator[TypedChange]:
        """The changes that it makes."""
        columns = [self._arguments.getlist(key) for key in CHANGE_KEYS]
        rows = max(map(len, columns))
        if rows > MOST_CHANGES:
            self.tell(
                said("A draft holds at most {most} changes.", self.language, most=MOST_CHANGES)
            )
        for place in range(min(rows, MOST_CHANGES)):
            row = (column[place].strip() if place < len(column) else "" for column in columns)
            change = TypedChange(*row)
            if not change.is_empty:
                yield change

    def check(self, known: Collection[str], also: Mapping[str, Accepted]) -> None:
        """Note what nobody knows, or is said more than once."""
        names = [key for key in self._arguments if key not in known and key not in also]
        if names:
            self.tell(
                said(
                    "The address says what isn't known here, and isn't used: {names}.",
                    self.language,
                    names=", ".join(name[:LONGEST_NAME] for name in names[:MOST_CHANGES]),
                )
            )
        for key, values in self._arguments.lists():
            if key not in _SEVERAL and len(set(values)) > 1:
                self.tell(
                    said(
                        "{name} stands more than once: the first is used.",
                        self.language,
                        name=key[:LONGEST_NAME],
                    )
                )
            accepted = also.get(key)
            if isinstance(accepted, int):
                self.text(key, accepted)
            elif accepted is not None and values[0] not in accepted:
                self.tell(
                    said(
                        "{name} can't be {found}: it isn't used.",
                        self.language,
                        name=key,
                        found=values[0][:LONGEST_NAME],
                    )
                )


def read_state(
    arguments: MultiDict[str, str],
    inputs: Sequence[str],
    accepted: LanguageAccept,
    own: Sequence[str] = (),
    also: Mapping[str, Accepted] | None = None,
) -> State:
    """What an address says; of its values only the form is checked here.

    Args:
        arguments: The address' query.
        inputs: Names of the law's inputs.
        accepted: The languages that the browser asks for.
        own: Those of the inputs that are a participant's.
        also: What else the page knows, with what it may be.
    """
    address = _Address(arguments, accepted)
    count = address.participants()
    facts = {name: address.text(name) for name in inputs if name in arguments}
    others = tuple(
        {
            name: address.text(key_of(name, number))
            for name in own
            if key_of(name, number) in arguments
        }
        for number in range(2, 1 + count)
    )
    names = tuple(
        address.text(key_of("who", number), LONGEST_NAME) for number in range(1, 1 + count)
    )
    people = range(1, 1 + count) if count > 1 else ()
    # A pasted situation says itself of which month it speaks, unless another one is typed.
    is_dated = "month" in arguments or bool(arguments.get("situation", "").strip())
    begun = "month" in arguments or "s" in arguments or bool(facts)
    address.check(
        {
            *inputs,
            *_KEYS,
            *(key_of(name, number) for name in ("who", *own) for number in people),
        },
        also or {},
    )
    return State(
        language=address.language,
        scenarios=tuple(dict.fromkeys(filter(None, arguments.getlist("s"))))
        or (() if begun else DEFAULT_SCENARIOS),
        month=address.text("month") if is_dated else DEFAULT_MONTH,
        facts=facts if begun else dict(DEFAULT_FACTS),
        others=others,
        names=names if others else (),
        on=tuple(dict.fromkeys(name for name in arguments.getlist("on") if name)),
        changes=tuple(address.changes()),
        title=address.text("title", LONGEST_TITLE),
        situation=arguments.get("situation", "").strip(),
        told=tuple(address.told),
    )
