"""Scenarios as files: a title, an author, what is changed and why, and what is expected of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openfisca_core.parameters import ParameterNode

from openfisca_jobgrant.languages.messages import Message, listed, message, message_of, verbatim
from openfisca_jobgrant.scenarios.errors import ScenarioError
from openfisca_jobgrant.scenarios.scenario import (
    Override,
    Scenario,
    checked_override,
    parse_scenario,
)
from openfisca_jobgrant.scenarios.systems import Scenarios
from openfisca_jobgrant.situations.answering import simulation_of, values_of
from openfisca_jobgrant.situations.faults import nearest, shown
from openfisca_jobgrant.situations.reading import SituationReader
from openfisca_jobgrant.testing.located import plain_yaml
from openfisca_jobgrant.testing.problems import CaseError

_KEYS = ("title", "author", "reference", "description", "reforms", "parameters", "expected")
_TEXTS = ("title", "author", "reference", "description")
_CHANGE_KEYS = ("path", "value", "start", "stop", "reason")
_EXPECTED_KEYS = ("name", "situation", "values")
_HALF_A_CENT = 0.005


@dataclass(frozen=True)
class Expected:
    """What a scenario is expected to do to a situation.

    Attributes:
        name: What is expected, in a sentence.
        situation: The situation, as requests have it, without what it asks for.
        values: Plural → member → variable → period → the value that is right.
    """

    name: str
    situation: dict[str, Any]
    values: dict[str, Any]


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario with its story.

    Attributes:
        title: What it is called.
        author: Who wrote it.
        reference: What it rests on.
        description: What it is for.
        scenario: The body of law.
        expected: What is expected of it.
    """

    title: str
    author: str
    reference: str
    description: str
    scenario: Scenario
    expected: tuple[Expected, ...]


def read_scenario_file(path: Path, parameters: ParameterNode) -> ScenarioFile:
    """The scenario that a YAML file describes.

    Args:
        path: The file.
        parameters: The plan's figures.

    Raises:
        ScenarioError: If the file can't be read or is wrong anywhere; the message says what would
            be accepted.
    """
    try:
        content = plain_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(
            message("{path} can't be read: {reason}", path=path, reason=message_of(error)),
            found=str(path),
        ) from error
    except CaseError as error:
        raise ScenarioError(
            message("{place}: {problem}", place=path, problem=message_of(error)), found=str(path)
        ) from error
    try:
        return scenario_from_data(content, parameters)
    except ScenarioError as error:
        raise ScenarioError(
            message("{place}: {problem}", place=path, problem=message_of(error)),
            found=error.found,
            accepted=error.accepted,
        ) from error


def scenario_from_data(content: Any, parameters: ParameterNode) -> ScenarioFile:
    """The scenario that data describe: what a scenario file or a request holds.

    Args:
        content: A mapping with any of title, author, reference, description, reforms, parameters
            and expected.
        parameters: The plan's figures.

    Raises:
        ScenarioError: If anything of it is wrong.
    """
    if not isinstance(content, Mapping):
        raise ScenarioError(
            message(
                "a scenario is a mapping with {keys}, not {value}",
                keys=", ".join(_KEYS),
                value=shown(content),
            ),
            found=shown(content),
            accepted=listed(_KEYS),
        )
    _check_keys(content, _KEYS, message("a scenario"))
    for key in _TEXTS:
        if not isinstance(content.get(key, ""), str):
            raise ScenarioError(
                message("{key} is text, not {value}", key=key, value=shown(content[key])),
                found=shown(content[key]),
                accepted=message("text"),
            )
    reforms = content.get("reforms") or []
    if not isinstance(reforms, list) or not all(isinstance(name, str) for name in reforms):
        raise ScenarioError(
            message("reforms is a list of names, not {value}", value=shown(reforms)),
            found=shown(reforms),
            accepted=message("a list of names"),
        )
    named = parse_scenario("+".join(["plan", *reforms]), parameters)
    if named.overrides:
        raise ScenarioError(message("figures are set under parameters, not under reforms"))
    changes = content.get("parameters") or []
    if not isinstance(changes, list):
        raise ScenarioError(
            message("parameters is a list of changes, not {value}", value=shown(changes)),
            found=shown(changes),
            accepted=message("a list of changes"),
        )
    return ScenarioFile(
        title=content.get("title", ""),
        author=content.get("author", ""),
        reference=content.get("reference", ""),
        description=content.get("description", ""),
        scenario=Scenario(named.reforms, tuple(_change(change, parameters) for change in changes)),
        expected=tuple(map(_expected, content.get("expected") or [])),
    )


def _check_keys(content: Mapping[Any, Any], known: tuple[str, ...], what: Message) -> None:
    for key in content:
        if key not in known:
            raise ScenarioError(
                message(
                    "{what} has no {key}; it has {known}{hint}",
                    what=what,
                    known=", ".join(known),
                    key=shown(key),
                    hint=nearest(str(key), known),
                ),
                found=shown(key),
                accepted=listed(known),
            )


def _change(change: Any, parameters: ParameterNode) -> Override:
    if not isinstance(change, Mapping):
        raise ScenarioError(
            message(
                "a change of a figure is a mapping with {keys}, not {value}",
                keys=", ".join(_CHANGE_KEYS),
                value=shown(change),
            ),
            found=shown(change),
            accepted=listed(_CHANGE_KEYS),
        )
    _check_keys(change, _CHANGE_KEYS, message("a change of a figure"))
    for key in ("path", "value", "start", "reason"):
        if change.get(key) is None or change[key] == "":
            raise ScenarioError(
                message("a change of a figure says its {key}", key=key), accepted=verbatim(key)
            )
    return checked_override(
        str(change["path"]),
        change["value"],
        str(change["start"]),
        None if change.get("stop") is None else str(change["stop"]),
        parameters,
        str(change["reason"]),
    )


def _expected(entry: Any) -> Expected:
    if not isinstance(entry, Mapping):
        raise ScenarioError(
            message(
                "what is expected is a mapping with {keys}, not {value}",
                keys=", ".join(_EXPECTED_KEYS),
                value=shown(entry),
            ),
            found=shown(entry),
            accepted=listed(_EXPECTED_KEYS),
        )
    _check_keys(entry, _EXPECTED_KEYS, message("what is expected"))
    for key, kind in (("name", str), ("situation", dict), ("values", dict)):
        if not isinstance(entry.get(key), kind) or not entry[key]:
            raise ScenarioError(
                message("what is expected has a {key}", key=key), accepted=listed(_EXPECTED_KEYS)
            )
    return Expected(entry["name"], entry["situation"], entry["values"])


def unmet(file: ScenarioFile, library: Scenarios) -> list[Message]:
    """What a scenario was expected to do and doesn't, a sentence for each value.

    Args:
        file: The scenario.
        library: Where laws come from.

    Raises:
        SituationError: If an expected situation can't be read.
        ScenarioError: If the scenario clashes.
    """
    reader = SituationReader(library.system(file.scenario))
    found = []
    for expected in file.expected:
        situation = reader.read(expected.situation)
        simulation = simulation_of(situation, reader)
        for plural, members in expected.values.items():
            for member, variables in members.items():
                for name, dated in variables.items():
                    for period, right in dated.items():
                        found += _difference(
                            reader, simulation, expected.name, (plural, member, name, period), right
                        )
    return found


def _difference(
    reader: SituationReader,
    simulation: Any,
    case: str,
    place: tuple[str, str, str, str],
    right: Any,
) -> list[Message]:
    plural, member, name, period = place
    where = verbatim(f"{case}: {member}, {name}, {period}")
    variable = reader.system.variables.get(name)
    if variable is None or plural != variable.entity.plural:
        return [
            message(
                "{place}: there is no variable {name!r} of {plural}",
                place=where,
                name=name,
                plural=plural,
            )
        ]
    ids = simulation.populations[variable.entity.key].ids
    if member not in ids:
        return [
            message(
                "{place}: there is no {key} {member!r}",
                place=where,
                key=variable.entity.key,
                member=member,
            )
        ]
    value = values_of(simulation, name, str(period))[ids.index(member)]
    numbers = isinstance(right, int | float) and not isinstance(right, bool)
    same = abs(value - right) < _HALF_A_CENT if numbers else value == right
    if same:
        return []
    return [message("{place}: {value} instead of {right}", place=where, value=value, right=right)]
