"""The law, shown: the figures in force, and how two bodies of law differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from openfisca_core.parameters import Parameter, ParameterNode
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import listed, message
from openfisca_jobgrant.scenarios.comparing import dated_value
from openfisca_jobgrant.scenarios.errors import ScenarioError
from openfisca_jobgrant.situations.faults import nearest, shown

_FIRST_DAY, _LAST_DAY = "1900-01-01", "2100-12-31"


@dataclass(frozen=True)
class Figure:
    """A figure of the law on a day.

    Attributes:
        path: Its dotted path.
        description: What it is, in words.
        unit: Its unit.
        value: Its value; None where it has ended.
        since: The day from which the value holds, as ISO text.
        confidence: How sure it is.
        reference: Where it comes from: titles with addresses.
        note: What there is to say of it.
    """

    path: str
    description: str
    unit: str
    value: Any
    since: str
    confidence: str
    reference: tuple[dict[str, str], ...]
    note: str = ""


@dataclass(frozen=True)
class Difference:
    """A figure or a rule that is not the same under two laws.

    Attributes:
        path: The figure's dotted path, or the variable's name.
        kind: ``figure`` or ``rule``.
        description: What it is, in words.
        unit: Its unit.
        before: The figure under the first law; None for a rule.
        after: The figure under the other law; None for a rule.
    """

    path: str
    kind: str
    description: str
    unit: str
    before: Figure | None
    after: Figure | None


def checked_day(text: str) -> str:
    """A day of this law.

    Raises:
        ScenarioError: If it is no day from 1900 to 2100.
    """
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError:
        day = ""
    if day != text or not _FIRST_DAY <= day <= _LAST_DAY:
        raise ScenarioError(
            message(
                "{text} is no day; write one such as 2014-04-01, from {first} to {last}",
                text=shown(text),
                first=_FIRST_DAY,
                last=_LAST_DAY,
            ),
            found=shown(text),
            accepted=message("a day such as 2014-04-01"),
        )
    return day


def figures(system: TaxBenefitSystem, path: str = "", at: str = _LAST_DAY) -> list[Figure]:
    """The figures in force on a day.

    Args:
        system: The law.
        path: The dotted path of a figure, or of a folder whose figures are wanted; all if empty.
        at: The day, as ISO text.

    Raises:
        ScenarioError: If there is no such path, or the day is none.
    """
    day = checked_day(at)
    return [figure_on(figure, day) for figure in figures_under(system.parameters, path)]


def figures_under(parameters: ParameterNode, path: str) -> Iterator[Parameter]:
    """The figures at a dotted path or below it.

    Raises:
        ScenarioError: If there is no such path; the message names the nearest.
    """
    item: Any = parameters
    for part in path.split(".") if path else ():
        child = getattr(item, "children", {}).get(part)
        if child is None:
            known = [at.name for at in parameters.get_descendants()]
            raise ScenarioError(
                message(
                    "there is nothing at {path}{hint}", path=shown(path), hint=nearest(path, known)
                ),
                found=path,
                accepted=listed(sorted(parameters.children)),
            )
        item = child
    if isinstance(item, Parameter):
        yield item
        return
    yield from (at for at in item.get_descendants() if isinstance(at, Parameter))


def figure_on(figure: Parameter, day: str) -> Figure:
    """What a figure is on a day."""
    value = dated_value(figure, day)
    metadata = (value.metadata or {}) if value is not None else {}
    return Figure(
        path=figure.name,
        description=figure.description or figure.name,
        unit=figure.metadata.get("unit", ""),
        value=None if value is None else value.value,
        since="" if value is None else value.instant_str,
        confidence=metadata.get("confidence", ""),
        reference=tuple(metadata.get("reference", ())),
        note=metadata.get("note", ""),
    )


def differences(
    first: TaxBenefitSystem, other: TaxBenefitSystem, *, at: str, other_at: str | None = None
) -> list[Difference]:
    """Every figure and every rule that is not the same under two laws.

    Args:
        first: One law.
        other: The other; it may be the same one, on another day.
        at: The day on which the first is looked at, as ISO text.
        other_at: The day for the other one; the same if None.
    """
    day, other_day = checked_day(at), checked_day(other_at or at)
    found = []
    others = {at.name: at for at in figures_under(other.parameters, "")}
    for figure in figures_under(first.parameters, ""):
        rival = others.get(figure.name)
        if rival is None or (rival is figure and day == other_day):
            continue
        before, after = figure_on(figure, day), figure_on(rival, other_day)
        if before.value != after.value:
            found.append(
                Difference(figure.name, "figure", before.description, before.unit, before, after)
            )
    for name, variable in first.variables.items():
        rival_rule = other.variables.get(name)
        if rival_rule is not None and _rule(variable, day) != _rule(rival_rule, other_day):
            found.append(Difference(name, "rule", variable.label or name, "", None, None))
    return found


def _rule(variable: Any, day: str) -> Any:
    """What works a variable out on a day; None where nothing does."""
    formula = variable.get_formula(day)
    return None if formula is None else formula.__code__


def as_data(items: list[Figure] | list[Difference]) -> list[dict[str, Any]]:
    """As JSON has it."""
    return [asdict(item) for item in items]
