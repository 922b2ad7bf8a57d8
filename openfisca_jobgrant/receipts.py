"""Receipts: an answer that says under which law it was given, so that it can be worked out again.

The answer to a request is the request with its nulls filled. Beside it a receipt lists what was
asked, and holds digests: of the request, of the answer, of the scenario and of the law. Digests are
SHA-256 over the canonical JSON of RFC 8785, so that any client can check them. They show that
something was changed by accident or by mistake; who means to forge a receipt can work them out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rfc8785

import openfisca_jobgrant
from openfisca_jobgrant import LAW
from openfisca_jobgrant.languages.messages import NOTHING, Message, message, message_of
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios
from openfisca_jobgrant.situations import SituationError, SituationReader, calculate
from openfisca_jobgrant.situations.faults import shown
from openfisca_jobgrant.situations.reading import Situation

#: The members of a receipt.
MEMBERS = (
    "issued",
    "package",
    "law_digest",
    "scenario",
    "scenario_digest",
    "asked",
    "request_digest",
    "answer_digest",
    "receipt_digest",
)
_PACKAGE = "openfisca-jobgrant"
_WORDS = {dict: message("an object"), list: message("a list"), str: message("text")}


class ReceiptError(ValueError):
    """A receipt that can't be read, or that isn't as it was issued."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)


@dataclass(frozen=True)
class Replay:
    """What today's law says of an answer that was given earlier.

    Attributes:
        scenario: The body of law.
        issued: When the answer was given.
        package: The version of this package that gave it.
        same_law: Whether the law's text is the same today.
        refusal: Why today's law can't answer, if it can't.
        differences: Each value that is another one today, with where it stands.
    """

    scenario: str
    issued: str
    package: str
    same_law: bool
    refusal: Message
    differences: tuple[dict[str, Any], ...]

    @property
    def same(self) -> bool:
        """Whether today's law gives the same answer."""
        return not self.refusal and not self.differences


def digest(document: Any) -> str:
    """The SHA-256 of a document's canonical JSON (RFC 8785).

    Raises:
        ReceiptError: If it holds what canonical JSON can't.
    """
    try:
        written = rfc8785.dumps(document)
    except rfc8785.IntegerDomainError:
        # Canonical JSON has the numbers of float64: whole ones beyond 2^53 are among them.
        written = rfc8785.dumps(json.loads(json.dumps(document), parse_int=float))
    except rfc8785.CanonicalizationError as error:
        raise ReceiptError(
            message("this can't be written as canonical JSON: {reason}", reason=message_of(error))
        ) from error
    return "sha256:" + hashlib.sha256(written).hexdigest()


@cache
def law_digest() -> str:
    """What tells the law of this package from another version: its figures, rules and reforms."""
    found = hashlib.sha256()
    package = Path(openfisca_jobgrant.__file__).parent
    files = [*package.glob("*.py")]
    for folder in ("parameters", "variables", "reforms"):
        files += [path for path in (LAW / folder).rglob("*") if path.suffix in (".py", ".yaml")]
    named = {
        # What the same files are called doesn't depend on how the package was installed.
        str(path.relative_to(package if path.parent == package else LAW)): path
        for path in files
    }
    for name in sorted(named):
        found.update(name.encode() + b"\0" + named[name].read_bytes() + b"\0")
    return "sha256:" + found.hexdigest()


def receipt_of(
    situation: Situation,
    answer: dict[str, Any],
    scenario: str,
    beside: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The receipt of an answer.

    Args:
        situation: The request as it was read.
        answer: The request with its nulls filled.
        scenario: The text of the body of law under which it was filled.
        beside: What else the answer says beside the request, such as its scenario.

    Raises:
        ReceiptError: If the request holds what canonical JSON can't.
    """
    receipt: dict[str, Any] = {
        "issued": datetime.now(UTC).isoformat(timespec="seconds"),
        "package": {"name": _PACKAGE, "version": version(_PACKAGE)},
        "law_digest": law_digest(),
        "scenario": scenario,
        "scenario_digest": digest(scenario),
        "asked": [[at.plural, at.member, at.variable, at.period] for at in situation.asked],
        "request_digest": digest(situation.document),
        "answer_digest": digest(answer),
    }
    receipt["receipt_digest"] = digest({**(beside or {}), **answer, "receipt": receipt})
    return receipt


def replay(document: Any, library: Scenarios) -> Replay:
    """Work out an answer again, under today's law.

    Args:
        document: The answer with its ``receipt``, as it was kept.
        library: Where bodies of law come from.

    Raises:
        ReceiptError: If it is no such answer, or was changed since it was issued.
    """
    answer, receipt = _parts(document)
    request = _request(answer, receipt["asked"])
    for name, part, what in (
        ("scenario_digest", receipt["scenario"], message("the scenario")),
        ("answer_digest", answer, message("the answer")),
        ("request_digest", request, message("the request")),
        ("receipt_digest", _sealed(document), message("the whole")),
    ):
        if digest(part) != receipt[name]:
            raise ReceiptError(
                message(
                    "{what} is not the one for which this receipt was issued: {name} is {issued}, "
                    "and what stands here has {found}",
                    what=what,
                    name=name,
                    issued=shown(receipt[name]),
                    found=digest(part),
                )
            )
    refusal, now = NOTHING, {}
    try:
        reader = SituationReader(library.system(receipt["scenario"]))
        now = calculate(reader.read(request), reader).document
    except (ScenarioError, SituationError) as error:
        refusal = message_of(error)
    return Replay(
        scenario=receipt["scenario"],
        issued=receipt["issued"],
        package=str(receipt["package"].get("version", "")),
        same_law=receipt["law_digest"] == law_digest(),
        refusal=refusal,
        differences=() if refusal else tuple(_differences(answer, now, receipt["asked"])),
    )


def _sealed(document: dict[str, Any]) -> dict[str, Any]:
    """All that a receipt's own digest is of."""
    receipt = {key: at for key, at in document["receipt"].items() if key != "receipt_digest"}
    return document | {"receipt": receipt}


def _parts(document: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """An answer without its receipt, and the receipt, checked."""
    receipt = document.get("receipt") if isinstance(document, dict) else None
    if not isinstance(receipt, dict):
        raise ReceiptError(
            message("this is no answer with a receipt: its member receipt is missing")
        )
    for name in MEMBERS:
        if name not in receipt:
            raise ReceiptError(
                message(
                    "the receipt has no {name}; it has {names}",
                    name=name,
                    names=", ".join(MEMBERS),
                )
            )
        kind = {"package": dict, "asked": list}.get(name, str)
        if not isinstance(receipt[name], kind):
            raise ReceiptError(
                message(
                    "the receipt's {name} is {value}; it should be {accepted}",
                    name=name,
                    value=shown(receipt[name]),
                    accepted=_WORDS[kind],
                )
            )
    beside = ("receipt", "scenario", "warnings")
    return {key: value for key, value in document.items() if key not in beside}, receipt


def _request(answer: dict[str, Any], asked: list[Any]) -> dict[str, Any]:
    """The answer with null where something was asked."""
    request = {
        plural: {
            member: {name: dict(at) if isinstance(at, dict) else at for name, at in content.items()}
            for member, content in members.items()
        }
        for plural, members in answer.items()
        if isinstance(members, dict) and all(isinstance(at, dict) for at in members.values())
    }
    for keys in asked:
        place: Any = request
        try:
            plural, member, variable, period = keys
            place = request[plural][member][variable]
            if not isinstance(place, dict) or period not in place:
                raise KeyError(period)
        except (KeyError, TypeError, ValueError) as error:
            raise ReceiptError(
                message("there is nothing in the answer at {place}", place=shown(str(keys)))
            ) from error
        place[period] = None
    return request


def _differences(before: dict[str, Any], now: dict[str, Any], asked: list[Any]) -> Any:
    for plural, member, variable, period in asked:
        old = before[plural][member][variable][period]
        new = now[plural][member][variable][period]
        if old != new:
            yield {
                "entity": plural,
                "member": member,
                "variable": variable,
                "period": period,
                "before": old,
                "now": new,
            }
