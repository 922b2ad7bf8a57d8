"""Files of claims: what is claimed of which bodies of law, what is expected, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openfisca_jobgrant.reforms
from openfisca_jobgrant.languages.messages import Message, message, message_of
from openfisca_jobgrant.proofs.claims import Claim, ClaimError, parse_claim
from openfisca_jobgrant.proofs.deciding import PROVED, REFUTED, UNDECIDED
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios, named_laws
from openfisca_jobgrant.situations.faults import nearest, shown
from openfisca_jobgrant.testing.located import plain_yaml
from openfisca_jobgrant.testing.problems import CaseError

_KEYS = ("says", "scenarios", "where", "expected", "because")
_VERDICTS = (PROVED, REFUTED, UNDECIDED)
_EVERY = "every"


@dataclass(frozen=True)
class ExpectedClaim:
    """A claim of a file.

    Attributes:
        claim: The claim.
        expected: The verdict that is expected.
        because: Why, with its source.
        place: The file, and which of its claims.
    """

    claim: Claim
    expected: str
    because: str
    place: str


def shipped_files() -> list[Path]:
    """The files of claims that stand beside the reforms."""
    (folder,) = map(Path, openfisca_jobgrant.reforms.__path__)
    return sorted(folder.rglob("claims.yaml"))


def read_claims(path: Path, library: Scenarios) -> list[ExpectedClaim]:
    """The claims of a file.

    Args:
        path: A YAML file: a list of claims, each with ``says``, ``scenarios`` (a list, or ``every``
            for all that have a name), ``expected`` and ``because``, and ``where`` if need be.
        library: Where scenarios come from.

    Raises:
        ClaimError: If anything of it can't be; the message says where, and what would be accepted.
    """
    try:
        document = plain_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ClaimError(
            message("{path} can't be read: {reason}", path=path, reason=message_of(error))
        ) from error
    except (CaseError, UnicodeDecodeError) as error:
        raise ClaimError(
            message("{place}: {problem}", place=path, problem=message_of(error))
        ) from error
    if not isinstance(document, list) or not document:
        raise ClaimError(message("{path}: a file of claims is a list of them", path=path))
    return [
        claim
        for number, item in enumerate(document, 1)
        for claim in _claims(
            item, message("{file}, claim {number}", file=path.name, number=number), library
        )
    ]


def _claims(item: Any, place: Message, library: Scenarios) -> Iterator[ExpectedClaim]:
    if not isinstance(item, dict):
        raise ClaimError(
            message("{place}: a claim has the keys {keys}", place=place, keys=", ".join(_KEYS))
        )
    for key in item:
        if key not in _KEYS:
            raise ClaimError(
                message(
                    "{place}: there is no key {key}{hint}",
                    place=place,
                    key=shown(key),
                    hint=nearest(key, list(_KEYS)),
                )
            )
    for key in ("says", "scenarios", "expected", "because"):
        if not item.get(key):
            raise ClaimError(message("{place}: {key} is missing", place=place, key=key))
    if item["expected"] not in _VERDICTS:
        raise ClaimError(
            message(
                "{place}: expected is {expected}; it is one of {verdicts}",
                place=place,
                expected=shown(item["expected"]),
                verdicts=", ".join(_VERDICTS),
            )
        )
    scenarios = item["scenarios"]
    if scenarios == _EVERY:
        scenarios = list(named_laws())
    if not isinstance(scenarios, list):
        raise ClaimError(
            message(
                "{place}: scenarios is a list of them, or the word {every}",
                place=place,
                every=_EVERY,
            )
        )
    for scenario in scenarios:
        try:
            claim = parse_claim(f"{scenario}: {item['says']}", library, item.get("where") or "")
        except (ClaimError, ScenarioError) as error:
            raise ClaimError(
                message("{place}: {problem}", place=place, problem=message_of(error))
            ) from error
        yield ExpectedClaim(claim, item["expected"], str(item["because"]), place)
