"""Scenarios: named bodies of law put together, with figures of one's own.

As text: ``plan``, ``plan+small_business_relief``, and with overrides
``plan+contribution.federal.maximum=6000@2014-04-01:2016-03-31``. A leading ``plan+`` may be left
out. Overrides come last, whatever their place in the text (ruling 22).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from openfisca_core.parameters import Parameter, ParameterNode

from openfisca_jobgrant.languages.messages import joined, listed, message, verbatim
from openfisca_jobgrant.reforming import Change
from openfisca_jobgrant.scenarios.errors import ScenarioError
from openfisca_jobgrant.scenarios.named import PLAN, named_laws
from openfisca_jobgrant.situations.faults import nearest, shown
from openfisca_jobgrant.units import value_faults

_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,17})?", re.ASCII)
_OVERRIDE = re.compile(r"(?P<path>[^=@]*)=(?P<value>[^=@]*)@(?P<start>[^:@=]*)(?::(?P<stop>.*))?")
_FIRST_DAY, _LAST_DAY = "1900-01-01", "2100-12-31"
_MOST_PARTS = 40
_LONGEST = 4000


@dataclass(frozen=True)
class Override:
    """One figure of a scenario's own.

    Attributes:
        path: Which figure: the dotted path of an existing parameter.
        value: What it is, in the parameter's unit.
        start: From which day, as ISO text.
        stop: The last day; None for no end, which replaces all later values.
        reason: Why.
    """

    path: str
    value: float | bool
    start: str
    stop: str | None = None
    reason: str = ""

    @property
    def text(self) -> str:
        """As scenarios write it."""
        value = str(self.value).lower() if isinstance(self.value, bool) else _plain(self.value)
        stop = "" if self.stop is None else f":{self.stop}"
        return f"{self.path}={value}@{self.start}{stop}"

    def change(self) -> Change:
        """As a change of the law."""
        return Change(
            self.path,
            self.value,
            start=self.start,
            stop=self.stop,
            because=self.reason or "Set by the scenario.",
        )


@dataclass(frozen=True)
class Scenario:
    """A body of law: the plan, reforms on top of it, and figures of one's own.

    Attributes:
        reforms: Names of reforms, in the order in which they are applied.
        overrides: Figures that are set after all reforms.
    """

    reforms: tuple[str, ...] = ()
    overrides: tuple[Override, ...] = ()

    @property
    def text(self) -> str:
        """As scenarios are written."""
        parts = [*self.reforms, *(override.text for override in self.overrides)]
        return "+".join([PLAN, *parts])

    def __str__(self) -> str:
        return self.text


def parse_scenario(text: str, parameters: ParameterNode) -> Scenario:
    """The scenario that a text names.

    Args:
        text: As ``plan+a+path=value@start:stop``.
        parameters: The plan's figures: overrides are checked against them.

    Raises:
        ScenarioError: If it names what doesn't exist, twice the same, or a figure that can't be;
            the message says what would be accepted.
    """
    if len(text) > _LONGEST:
        raise ScenarioError(
            message(
                "the scenario has {count} characters; at most {most} are read",
                count=len(text),
                most=_LONGEST,
            ),
            found=shown(text),
        )
    reforms: list[str] = []
    overrides: list[Override] = []
    parts = [part.strip() for part in text.split("+")]
    if len(parts) > _MOST_PARTS:
        raise ScenarioError(
            message(
                "the scenario has {count} parts; at most {most} are read",
                count=len(parts),
                most=_MOST_PARTS,
            ),
            found=shown(text),
        )
    for place, part in enumerate(parts):
        if "=" in part or "@" in part:
            overrides.append(_override(part, parameters))
        elif part == PLAN and place == 0:
            continue
        else:
            reforms.append(_reform(part, reforms))
    return Scenario(tuple(reforms), tuple(overrides))


def _reform(name: str, earlier: Iterable[str]) -> str:
    names = [known for known in named_laws() if known != PLAN]
    accepted = listed([PLAN, *names])
    if name == PLAN:
        raise ScenarioError(
            message("plan stands first, or is left out"), found=name, accepted=accepted
        )
    if name not in names:
        raise ScenarioError(
            message(
                "there is no body of law {name}; there are {accepted}{hint}",
                name=shown(name),
                hint=nearest(name, names),
                accepted=accepted,
            ),
            found=name,
            accepted=accepted,
        )
    if name in earlier:
        raise ScenarioError(
            message("{name} stands twice in the scenario; once is enough", name=name), found=name
        )
    return name


def _override(part: str, parameters: ParameterNode) -> Override:
    match = _OVERRIDE.fullmatch(part)
    if match is None:
        raise ScenarioError(
            message(
                "{part} is no override; write path=value@start or path=value@start:stop, with "
                "dates such as 2014-04-01",
                part=shown(part),
            ),
            found=part,
            accepted=verbatim("path=value@start[:stop]"),
        )
    return checked_override(
        match["path"].strip(),
        _value(match["value"].strip()),
        match["start"].strip(),
        None if match["stop"] is None else match["stop"].strip(),
        parameters,
    )


def _value(text: str) -> float | bool | str:
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return int(text) if text.isdigit() else float(text)
    return text


def checked_override(
    path: str,
    value: object,
    start: object,
    stop: object,
    parameters: ParameterNode,
    reason: str = "",
) -> Override:
    """An override whose figure exists, and whose value and dates can be.

    Args:
        path: The dotted path of a figure.
        value: What it is to be.
        start: From which day, as ISO text.
        stop: The last day, as ISO text, or None.
        parameters: The plan's figures.
        reason: Why.

    Raises:
        ScenarioError: If anything of it can't be; the message says what would be accepted.
    """
    figure = figure_at(path, parameters)
    unit = figure.metadata.get("unit")
    faults = list(value_faults(value, unit))
    if faults or not isinstance(value, bool | int | float):
        wanted = joined(faults) or message("a figure in {unit}", unit=unit)
        raise ScenarioError(
            message(
                "{path}: {value} is not accepted: {wanted}",
                path=path,
                value=shown(value),
                wanted=wanted,
            ),
            found=shown(value),
            accepted=wanted,
        )
    first = _day(path, "start", start)
    last = None if stop is None else _day(path, "stop", stop)
    if last is not None and last < first:
        raise ScenarioError(
            message(
                "{path}: stops on {last}, before it starts on {first}",
                path=path,
                last=last,
                first=first,
            ),
            found=last,
            accepted=message("a day from {first} on", first=first),
        )
    return Override(path, value, first, last, reason)


def figure_at(path: str, parameters: ParameterNode) -> Parameter:
    """The figure at a dotted path.

    Raises:
        ScenarioError: If there is none; the message names the nearest, or what a folder holds.
    """
    item: object = parameters
    for part in path.split("."):
        children = getattr(item, "children", {})
        item = children.get(part)
        if item is None:
            known = [at.name for at in parameters.get_descendants() if isinstance(at, Parameter)]
            raise ScenarioError(
                message(
                    "there is no figure {path}{hint}", path=shown(path), hint=nearest(path, known)
                ),
                found=path,
                accepted=message("the dotted path of a figure; `jobgrant law show` lists them"),
            )
    if not isinstance(item, Parameter):
        below = listed(sorted(getattr(item, "children", {})))
        raise ScenarioError(
            message("{path} is a folder of figures; it holds {below}", path=path, below=below),
            found=path,
            accepted=below,
        )
    return item


def _day(path: str, which: str, text: object) -> str:
    try:
        day = date.fromisoformat(str(text)).isoformat()
    except ValueError:
        day = ""
    if day != text or not _FIRST_DAY <= day <= _LAST_DAY:
        raise ScenarioError(
            message(
                "{path}: {text} is no {which}; write a day such as 2014-04-01, from "
                "{first} to {last}",
                path=path,
                text=shown(text),
                which=which,
                first=_FIRST_DAY,
                last=_LAST_DAY,
            ),
            found=shown(text),
            accepted=message("a day such as 2014-04-01"),
        )
    return day


def _plain(value: float) -> str:
    text = f"{value:.17f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return text if float(text) == value and len(text) < len(f"{value:.17f}") - 1 else repr(value)
