"""What the pages show, as the address says it: nothing is kept on the server."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from werkzeug.datastructures.accept import LanguageAccept

from openfisca_jobgrant.languages import LANGUAGES, preferred

MOST_SCENARIOS = 6
MOST_CHANGES = 20
#: The state is in the address, with every field where scripts are off, and servers read so much.
MOST_PARTICIPANTS = 8
LONGEST_ADDRESS = 8190
LONGEST_NAME = 80
LONGEST_VALUE = 4000
DEFAULT_SCENARIOS = ("plan", "premiers_package", "canada_job_fund_2014")
DEFAULT_MONTH = "2014-09"
DEFAULT_FACTS = {"tuition_fees": "9000", "wages_during_training": "4000", "employee_count": "30"}
_CHANGE_KEYS = ("path", "value", "from", "to")


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
        """Whether nothing of it was typed that says which figure is meant."""
        return not self.path


@dataclass(frozen=True)
class State:
    """What the address says.

    Attributes:
        language: ``en`` or ``fr``.
        scenarios: The chosen bodies of law, by text; the first is what others are held against. None
            is chosen where all boxes are empty.
        month: The month, as typed.
        facts: Input → its value, as typed; a participant's input is the first participant's.
        others: The same for each further participant of the application.
        names: What participants are called, as typed; those at the end may be left out.
        on: The reforms that the draft stands on.
        changes: The figures that the draft sets.
        title: What the draft is called.
        situation: A situation as JSON, instead of facts.
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
            said += list(zip(_CHANGE_KEYS, typed, strict=True))
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


def read_state(
    arguments: MultiDict[str, str],
    inputs: Sequence[str],
    accepted: LanguageAccept,
    own: Sequence[str] = (),
) -> State:
    """What an address says; nothing in it is checked yet.

    Args:
        arguments: The address' query.
        inputs: Names of the law's inputs.
        accepted: The languages that the browser asks for.
        own: Those of the inputs that are a participant's.
    """
    language = arguments.get("lang", "")
    if language not in LANGUAGES:
        language = preferred(accepted)
    facts = {name: arguments[name].strip()[:LONGEST_VALUE] for name in inputs if name in arguments}
    others = tuple(
        {
            name: arguments[key_of(name, number)].strip()[:LONGEST_VALUE]
            for name in own
            if key_of(name, number) in arguments
        }
        for number in range(2, 1 + _participants(arguments))
    )
    begun = "month" in arguments or "s" in arguments or bool(facts)
    return State(
        language=language,
        scenarios=tuple(dict.fromkeys(filter(None, arguments.getlist("s"))))
        or (() if begun else DEFAULT_SCENARIOS),
        month=arguments.get("month", "").strip()[:LONGEST_VALUE] or DEFAULT_MONTH,
        facts=facts if begun else dict(DEFAULT_FACTS),
        others=others,
        names=tuple(
            arguments.get(key_of("who", number), "").strip()[:LONGEST_NAME]
            for number in range(1, 2 + len(others))
            if others
        ),
        on=tuple(dict.fromkeys(name for name in arguments.getlist("on") if name)),
        changes=_changes(arguments),
        title=arguments.get("title", "").strip()[:200],
        situation=arguments.get("situation", "").strip(),
    )


def _participants(arguments: MultiDict[str, str]) -> int:
    typed = arguments.get("participants", "")[:4]
    return min(int(typed), MOST_PARTICIPANTS) if typed.isascii() and typed.isdigit() else 1


def _changes(arguments: MultiDict[str, str]) -> tuple[TypedChange, ...]:
    columns = [arguments.getlist(key)[:MOST_CHANGES] for key in _CHANGE_KEYS]
    rows = max(map(len, columns), default=0)
    padded = [[*column, *[""] * (rows - len(column))] for column in columns]
    typed = (TypedChange(*(text.strip() for text in row)) for row in zip(*padded, strict=True))
    return tuple(change for change in typed if not change.is_empty)
