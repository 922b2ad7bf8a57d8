"""What is being drafted: reforms put together, with figures of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from openfisca_core.parameters import Parameter

from openfisca_jobgrant.languages import day, quantity, said
from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.scenarios import (
    ClashError,
    Override,
    Scenario,
    ScenarioError,
    Scenarios,
    clashes,
    parse_scenario,
)
from openfisca_jobgrant.scenarios.clashes import conflicts
from openfisca_jobgrant.scenarios.scenario import checked_override, figure_at
from openfisca_jobgrant.workbench.dates import day_in
from openfisca_jobgrant.workbench.fields import number_in
from openfisca_jobgrant.workbench.library import Library
from openfisca_jobgrant.workbench.state import State, TypedChange


@dataclass(frozen=True)
class DraftedChange:
    """A change as typed, with its figure and what is wrong with it.

    Attributes:
        typed: The change as typed.
        figure: The figure of the plan; None if there is none.
        override: The change, read; None if it can't be.
        error: What is wrong; empty if nothing is.
        is_told: Whether what is wrong is said in the page's language.
        near: Where no figure has that name: figures that the words could mean.
    """

    typed: TypedChange
    figure: Parameter | None
    override: Override | None
    error: str
    near: tuple[Parameter, ...] = ()
    is_told: bool = False


@dataclass
class Draft:
    """What is being drafted.

    Attributes:
        scenario: It as a scenario; None where nothing is drafted or it can't be.
        changes: The figures that it sets.
        clashes: Why its reforms or its changes don't go together, a sentence for each clash.
        errors: What else is wrong with it.
    """

    scenario: Scenario | None = None
    changes: list[DraftedChange] = field(default_factory=list)
    clashes: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def is_faulty(self) -> bool:
        """Whether something was typed that isn't in it."""
        return bool(self.clashes or self.errors or any(change.error for change in self.changes))


def read_draft(state: State, library: Scenarios, law: Library) -> Draft:
    """What is being drafted.

    Args:
        state: What was typed.
        library: Where laws come from.
        law: Where figures are found by words.
    """
    language = state.language
    draft = Draft(changes=[_change(typed, library, law, language) for typed in state.changes])
    if not state.changes and not state.on:
        return draft
    try:
        named = parse_scenario("+".join(["plan", *state.on]), library.baseline.parameters)
    except ScenarioError as error:
        draft.errors.append(in_language(message_of(error), language))
        return draft
    if named.overrides:
        draft.errors.append(
            said("A draft stands on named reforms; its figures are set below.", language)
        )
        return draft
    # The order of the rows would decide, and nobody typed them to be read in an order.
    draft.clashes = list(_overlaps(draft.changes, language))
    if draft.clashes:
        return draft
    overrides = tuple(change.override for change in draft.changes if change.override is not None)
    scenario = Scenario(named.reforms, overrides)
    try:
        library.system(scenario)
    except ClashError:
        draft.clashes = [
            in_language(reason, language)
            for reason in dict.fromkeys(clash.reason for clash in clashes(named.reforms))
        ]
        return draft
    if named.reforms or overrides:
        draft.scenario = scenario
    return draft


def _overlaps(changes: list[DraftedChange], language: str) -> Iterator[str]:
    """Where two changes set a figure to different values for the same day."""
    read = [(number, at.figure, at.override) for number, at in enumerate(changes, start=1)]
    for (first, figure, one), (second, _, other) in combinations(read, 2):
        if figure is None or one is None or other is None:
            continue
        unit = figure.metadata.get("unit", "")
        for _, since, mine, theirs in conflicts([one.change()], [other.change()]):
            yield said(
                "From {day}, change {first} sets {path} to {mine}, and change {second} to "
                "{theirs}. Let one end before the other begins.",
                language,
                day=day(since, language),
                first=first,
                path=figure.name,
                mine=quantity(mine, unit, language),
                second=second,
                theirs=quantity(theirs, unit, language),
            )


def _change(typed: TypedChange, library: Scenarios, law: Library, language: str) -> DraftedChange:
    parameters = library.baseline.parameters
    if not typed.path:
        told = said("Say which figure is to change.", language)
        return DraftedChange(typed, None, None, told, is_told=True)
    try:
        figure = figure_at(typed.path, parameters)
    except ScenarioError as error:
        return DraftedChange(
            typed, None, None, in_language(message_of(error), language), tuple(law.near(typed.path))
        )
    value = _value(typed.value, figure.metadata.get("unit", ""))
    start, stop = (day_in(text) or text for text in (typed.start or "2014-04-01", typed.stop))
    told = _wrong(value, figure, (start, stop), language)
    if told:
        return DraftedChange(typed, figure, None, told, is_told=True)
    try:
        override = checked_override(typed.path, value, start, stop or None, parameters)
    except ScenarioError as error:
        return DraftedChange(typed, figure, None, in_language(message_of(error), language))
    return DraftedChange(typed, figure, override, "")


def _wrong(value: object, figure: Parameter, days: tuple[str, str], language: str) -> str:
    """What is plainly wrong with a change, in the page's language; empty if nothing is."""
    unit = figure.metadata.get("unit", "")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value == "":
        return said("Write the new value.", language)
    if unit == "boolean" and not isinstance(value, bool):
        return said("Write yes or no.", language)
    if unit == "/1" and not (is_number and 0 <= value <= 1):  # type: ignore[operator]
        return said("Write a share from 0 to 1, such as 0.5, 50% or 1/3.", language)
    if unit != "boolean" and not is_number:
        return said("Write a number from 0 up, such as 5,000 or 12.50.", language)
    if any(text and day_in(text) is None for text in days):
        return said("Write a day such as 2014-04-01.", language)
    if days[1] and days[1] < days[0]:
        return said("The last day is before the first.", language)
    return ""


def _value(text: str, unit: str) -> object:
    if text.lower() in ("true", "yes", "oui"):
        return True
    if text.lower() in ("false", "no", "non"):
        return False
    if unit == "/1" and text.endswith("%"):
        percent = number_in(text[:-1])
        return text if percent is None else percent / 100
    if unit == "/1" and text.count("/") == 1:
        above, below = (number_in(part) for part in text.split("/"))
        return above / below if above is not None and below else text
    number = number_in(text)
    return text if number is None else number
