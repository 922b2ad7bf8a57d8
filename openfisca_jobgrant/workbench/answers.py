"""Who pays what under each law, what differs from the first, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.scenarios.comparing import Cause, Comparison, compare
from openfisca_jobgrant.situations import SituationError
from openfisca_jobgrant.workbench.reading import Law, Reading

#: Who pays, in the order of the bars.
PAYERS = (
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
)
AMOUNTS = ("eligible_costs", *PAYERS, "government_contribution", "employer_contribution")
_ASKED = (*AMOUNTS, "failed_conditions")
_PERCENT = 100.0


@dataclass(frozen=True)
class Piece:
    """A part of a bar.

    Attributes:
        payer: Who pays it: one of ``PAYERS``.
        start: Where it begins, in per cent of the longest bar.
        width: How long it is, in per cent of the longest bar.
        amount: Dollars.
    """

    payer: str
    start: float
    width: float
    amount: float


@dataclass
class Answer:
    """Who pays what under one law.

    Attributes:
        law: The law.
        amounts: Amount → dollars, all participants together.
        differences: Amount → what it is more than under the first law.
        refused: Participant → names of the conditions that aren't met.
        causes: The figures that make amounts differ from those under the first law.
        bar: The parts of its bar.
        members: Participant → amount → dollars.
        bars: Participant → the parts of their bar, in per cent of the longest of all.
    """

    law: Law
    amounts: dict[str, float]
    differences: dict[str, float] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    causes: list[Cause] = field(default_factory=list)
    bar: list[Piece] = field(default_factory=list)
    members: dict[str, dict[str, float]] = field(default_factory=dict)
    bars: dict[str, list[Piece]] = field(default_factory=dict)


def with_questions(document: dict[str, Any], names: Iterable[str], month: str) -> dict[str, Any]:
    """A situation that asks for amounts of every participant in a month."""
    asked = {
        member: {
            **content,
            **{name: {**content.get(name, {}), month: None} for name in names},
        }
        for member, content in document["participants"].items()
    }
    return {**document, "participants": asked}


def answers(reading: Reading, library: Scenarios, *, explain: bool) -> list[Answer]:
    """Who pays what under each of the chosen laws; nothing where the situation can't be.

    Args:
        reading: What was typed; a fault of the situation is noted in it.
        library: Where laws come from.
        explain: Whether causes are looked for.
    """
    if reading.document is None:
        return []
    document = with_questions(reading.document, _ASKED, reading.month)
    try:
        found = compare(document, [law.text for law in reading.laws], library, explain=explain)
    except SituationError as error:
        where = "situation" if reading.state.situation else "facts"
        wrong = in_language(message_of(error), reading.state.language)
        reading.errors[where] = wrong[:1000]
        return []
    given = [_answer(law, found) for law in reading.laws]
    for answer in given[1:]:
        answer.differences = {
            name: round(value - given[0].amounts[name], 2) + 0.0
            for name, value in answer.amounts.items()
        }
    _draw(given)
    return given


def _answer(law: Law, found: Comparison) -> Answer:
    amounts = dict.fromkeys(AMOUNTS, 0.0)
    refused: dict[str, list[str]] = {}
    causes: dict[str, Cause] = {}
    members: dict[str, dict[str, float]] = {}
    for row in found.rows:
        value = row.values[law.text]
        if row.variable in amounts:
            amounts[row.variable] = round(amounts[row.variable] + value, 2)
            members.setdefault(row.member, {})[row.variable] = value
        elif row.variable == "failed_conditions" and value:
            refused[row.member] = value.split(", ")
        for cause in row.why.get(law.text, ()):
            causes.setdefault(cause.path, cause)
    return Answer(law, amounts, refused=refused, causes=list(causes.values()), members=members)


def _draw(given: list[Answer]) -> None:
    longest = max(_length(answer.amounts) for answer in given) or 1.0
    longest_of_one = max(_length(one) for answer in given for one in answer.members.values()) or 1.0
    for answer in given:
        answer.bar = _pieces(answer.amounts, longest)
        answer.bars = {
            member: _pieces(amounts, longest_of_one) for member, amounts in answer.members.items()
        }


def _length(amounts: dict[str, float]) -> float:
    return sum(amounts[payer] for payer in PAYERS)


def _pieces(amounts: dict[str, float], longest: float) -> list[Piece]:
    found = []
    start = 0.0
    for payer in PAYERS:
        width = amounts[payer] / longest * _PERCENT
        if width > 0:
            found.append(Piece(payer, round(start, 3), round(width, 3), amounts[payer]))
        start += width
    return found
