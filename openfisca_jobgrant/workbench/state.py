"""What the pages show, as the address says it: nothing is kept on the server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from werkzeug.datastructures.accept import LanguageAccept

from openfisca_jobgrant.languages import LANGUAGES, preferred

MOST_SCENARIOS = 6
MOST_CHANGES = 20
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
        scenarios: The chosen bodies of law, by text; the first is what others are held against.
        month: The month, as typed.
        facts: Input → its value, as typed.
        on: The reforms that the draft stands on.
        changes: The figures that the draft sets.
        title: What the draft is called.
        situation: A situation as JSON, instead of facts.
    """

    language: str = "en"
    scenarios: tuple[str, ...] = DEFAULT_SCENARIOS
    month: str = DEFAULT_MONTH
    facts: dict[str, str] = field(default_factory=lambda: dict(DEFAULT_FACTS))
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
        said += [("on", name) for name in state.on]
        for change in state.changes:
            typed = (change.path, change.value, change.start, change.stop)
            said += list(zip(_CHANGE_KEYS, typed, strict=True))
        return said + ([("title", state.title)] if state.title else [])

    def query(self, **instead: Any) -> str:
        """As an address has it after its question mark (see ``pairs``)."""
        return urlencode(self.pairs(**instead))


def read_state(
    arguments: MultiDict[str, str], inputs: Sequence[str], accepted: LanguageAccept
) -> State:
    """What an address says; nothing in it is checked yet.

    Args:
        arguments: The address' query.
        inputs: Names of the law's inputs.
        accepted: The languages that the browser asks for.
    """
    language = arguments.get("lang", "")
    if language not in LANGUAGES:
        language = preferred(accepted)
    facts = {name: arguments[name].strip()[:LONGEST_VALUE] for name in inputs if name in arguments}
    begun = "month" in arguments or "s" in arguments or bool(facts)
    return State(
        language=language,
        scenarios=tuple(dict.fromkeys(arguments.getlist("s")))
        or (("plan",) if begun else DEFAULT_SCENARIOS),
        month=arguments.get("month", "").strip()[:LONGEST_VALUE] or DEFAULT_MONTH,
        facts=facts if begun else dict(DEFAULT_FACTS),
        on=tuple(dict.fromkeys(name for name in arguments.getlist("on") if name)),
        changes=_changes(arguments),
        title=arguments.get("title", "").strip()[:200],
        situation=arguments.get("situation", "").strip(),
    )


def _changes(arguments: MultiDict[str, str]) -> tuple[TypedChange, ...]:
    columns = [arguments.getlist(key)[:MOST_CHANGES] for key in _CHANGE_KEYS]
    rows = max(map(len, columns), default=0)
    padded = [[*column, *[""] * (rows - len(column))] for column in columns]
    typed = (TypedChange(*(text.strip() for text in row)) for row in zip(*padded, strict=True))
    return tuple(change for change in typed if not change.is_empty)
