"""From what was typed to what can be computed: laws and a situation, or errors by the fields."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from flask import abort
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages import said, translated
from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenario, ScenarioError, Scenarios, named_laws
from openfisca_jobgrant.situations import Limits, SituationError, SituationReader, parse_json
from openfisca_jobgrant.workbench.dates import month_in
from openfisca_jobgrant.workbench.drafting import Draft, read_draft
from openfisca_jobgrant.workbench.fields import Mattering, is_default, read_value
from openfisca_jobgrant.workbench.library import Library
from openfisca_jobgrant.workbench.state import MOST_SCENARIOS, State, key_of

#: Who is asked about when nobody brings a situation of one's own; several are counted.
PERSON = "participant"
_MONTH = re.compile(r"(19|20)\d{2}-(0[1-9]|1[0-2])", re.ASCII)
_FALLBACK_MONTH = "2014-09"


@dataclass(frozen=True)
class Law:
    """A chosen body of law.

    Attributes:
        text: Its text.
        title: What it is called, in the page's language.
        is_draft: Whether it is what is being drafted.
    """

    text: str
    title: str
    is_draft: bool = False


@dataclass
class Reading:
    """What was typed, read.

    Attributes:
        state: What was typed.
        laws: The chosen laws; the first is what the others are held against.
        draft: What is being drafted.
        document: The situation without anything asked, or None where it can't be.
        month: The month; the usual one where it can't be read.
        code: The jurisdiction.
        inputs: The inputs that matter.
        errors: Field → what is wrong with it.
        titles: Participant → what the pages call them; the id itself where nothing is said.
        ids: What the form's situation calls its participants.
        is_unchosen: Whether the plan is shown since no law is chosen that there is.
    """

    state: State
    laws: list[Law] = field(default_factory=list)
    draft: Draft = field(default_factory=Draft)
    document: dict[str, Any] | None = None
    month: str = _FALLBACK_MONTH
    code: str = "ON"
    inputs: frozenset[str] = frozenset()
    errors: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    is_unchosen: bool = False


def read(state: State, library: Scenarios, mattering: Mattering, law: Library) -> Reading:
    """What was typed, read.

    Args:
        state: What was typed.
        library: Where laws come from.
        mattering: Which inputs matter.
        law: Where figures are found by words.
    """
    reading = Reading(state)
    _read_laws(reading, library, law)
    month = month_in(state.month)
    if month is not None:
        reading.month = month
    elif state.month or not state.situation:
        reading.errors["month"] = said("Write a month such as 2014-09.", state.language)
    if state.situation:
        _read_pasted(reading, library.baseline)
        return reading
    code = state.facts.get("jurisdiction_code", "ON")
    if code in CODES:
        reading.code = code
    else:
        reading.errors["jurisdiction_code"] = said("Choose one of the list.", state.language)
    for chosen in reading.laws:
        reading.inputs |= mattering.inputs(chosen.text, reading.code, reading.month)
    _read_facts(reading, library.baseline)
    return reading


def _read_laws(reading: Reading, library: Scenarios, law: Library) -> None:
    state = reading.state
    wrong = []
    for text in state.scenarios:
        try:
            scenario = library.parse(text)
            library.system(scenario)
        except ScenarioError as error:
            wrong.append(
                said(
                    "This body of law can't be used: {reason}",
                    state.language,
                    reason=in_language(message_of(error), state.language),
                )
            )
            continue
        if scenario.text not in [chosen.text for chosen in reading.laws]:
            reading.laws.append(Law(scenario.text, title_of(scenario, state.language)))
    if not reading.laws:
        reading.laws.append(Law("plan", title_of(Scenario(), state.language)))
        reading.is_unchosen = True
    reading.draft = read_draft(state, library, law)
    room = MOST_SCENARIOS
    if reading.draft.scenario is not None:
        room -= 1
    if len(reading.laws) > room:
        wrong.append(
            said("At most {most} bodies of law are compared.", state.language, most=MOST_SCENARIOS)
        )
        del reading.laws[room:]
    if wrong:
        told = " ".join(wrong)
        reading.errors["s"] = told
    if reading.draft.scenario is not None:
        text = reading.draft.scenario.text
        reading.laws = [
            chosen for chosen in reading.laws if chosen.text != text or chosen.text == "plan"
        ]
        title = state.title or said("Your draft", state.language)
        reading.laws.append(Law(text, title, is_draft=True))


def refuse_faults(reading: Reading, *fields: str) -> None:
    """For a file: nobody would see there what of the address was left out.

    Args:
        reading: What was typed.
        fields: What the file depends on, beside the laws.
    """
    errors = [reading.errors[name] for name in ("s", *fields) if name in reading.errors]
    told = " ".join([*reading.state.told, *errors])
    if told:
        abort(HTTPStatus.BAD_REQUEST, told)


def unreadable(language: str) -> str:
    """Why nothing is made of a situation."""
    return said("The situation can't be read: mend the fields that are marked first.", language)


def title_of(scenario: Scenario, language: str) -> str:
    """What a scenario is called, in words."""
    if not scenario.reforms and not scenario.overrides:
        return translated(named_laws()["plan"].title, language)
    parts = [translated(named_laws()[name].title, language) for name in scenario.reforms]
    return " + ".join([*parts, *(override.text for override in scenario.overrides)])


def _read_facts(reading: Reading, system: TaxBenefitSystem) -> None:
    state = reading.state
    everyone = (state.facts, *state.others)
    ids = reading.ids = _ids(reading, len(everyone))
    document: dict[str, Any] = {
        "participants": {member: {} for member in ids},
        "applications": {"application": {"participants": ids}},
        "employers": {"employer": {"participants": ids}},
        "jurisdictions": {"jurisdiction": {"participants": ids}},
    }
    for number, facts in enumerate(everyone, start=1):
        for name, text in facts.items():
            variable = system.variables[name]
            if is_default(variable, text) or not text:
                continue
            value, error = read_value(variable, text, state.language)
            if error:
                reading.errors[key_of(name, number)] = error
                continue
            said_value = text if hasattr(variable, "possible_values") else value
            members = document[variable.entity.plural]
            member = ids[number - 1] if variable.entity.is_person else next(iter(members))
            members[member][name] = {period_for(variable, reading.month): said_value}
    names = {key.partition(".")[0] for key in reading.errors}
    if not any(name in reading.inputs or name in ("month", "who") for name in names):
        reading.document = document


def _ids(reading: Reading, count: int) -> list[str]:
    """What the situation calls each participant: by name, or counted."""
    language = reading.state.language
    if count == 1:
        return [PERSON]
    ids: list[str] = []
    for number in range(1, count + 1):
        name = reading.state.names[number - 1] if number <= len(reading.state.names) else ""
        found = name or f"{PERSON}_{number}"
        if found in ids:
            reading.errors[key_of("who", number)] = said(
                "Another participant has this name; give each their own.", language
            )
        ids.append(found)
        reading.titles[found] = name or said("Participant {number}", language, number=number)
    return ids


def period_for(variable: Any, month: str) -> str:
    """The period of an input that stands for a month, as requests write it."""
    unit = str(variable.definition_period)
    if unit == "eternity":
        return "ETERNITY"
    if unit == "month":
        return month
    return period_of(variable, month)


def _read_pasted(reading: Reading, system: TaxBenefitSystem) -> None:
    try:
        limits = Limits()
        document = parse_json(reading.state.situation.encode("utf-8", "replace"), limits)
        SituationReader(system, limits=limits).read(document)
    except SituationError as error:
        wrong = in_language(message_of(error), reading.state.language)
        reading.errors["situation"] = wrong[:1000]
        return
    kept, usual = without_questions(document, reading.month)
    if not reading.state.month:
        reading.month = usual
    if "month" not in reading.errors:
        reading.document = kept


def without_questions(document: dict[str, Any], month: str) -> tuple[dict[str, Any], str]:
    """A situation without what it asks for, and the month that it speaks of most."""
    kept: dict[str, Any] = json.loads(json.dumps(document))
    counted: dict[str, int] = {}
    for members in kept.values():
        for content in members.values():
            for name, dated in list(content.items()):
                if not isinstance(dated, dict):
                    continue
                for at in dated:
                    if _MONTH.fullmatch(at):
                        counted[at] = counted.get(at, 0) + 1
                content[name] = {at: value for at, value in dated.items() if value is not None}
                if not content[name]:
                    del content[name]
    return kept, max(counted, key=lambda at: (counted[at], at)) if counted else month
