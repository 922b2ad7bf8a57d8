"""Changes of dated figures: up, down, a day earlier or later, removed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from openfisca_core.parameters import Parameter, ParameterAtInstant
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.reforming import Change, Scheme, WithParameters, with_figure
from openfisca_jobgrant.scenarios.named import all_schemes

#: By how much a figure of a unit is moved: a cent, a percentage point, one of anything else.
_STEPS = {"currency-CAD": 0.01, "/1": 0.01}
#: A billion stands for no ceiling.
_NO_CEILING = 1e9
_FIRST_DAY = "1900-01-01"


@dataclass(frozen=True)
class FigureChange:
    """One change of one dated figure.

    Attributes:
        path: Which figure.
        start: From which day on it holds, as the law has it.
        kind: ``up``, ``down``, ``a day earlier``, ``a day later``, ``removed`` or ``the opposite``.
        scheme: The reform whose figure it is; None for the baseline's.
    """

    path: str
    start: str
    kind: str
    scheme: type[Scheme] | None = None

    @property
    def provision(self) -> str:
        """The part of the law to which it belongs."""
        if self.scheme is not None:
            return f"reforms/{self.scheme.__module__.rpartition('.')[2]}"
        head, *rest = self.path.split(".")
        return f"parameters/{head}/{rest[0]}" if head == "programmes" else f"parameters/{head}"

    @property
    def text(self) -> str:
        """In words."""
        return f"{self.path}@{self.start}: {self.kind}"


def figure_changes(system: TaxBenefitSystem) -> list[FigureChange]:
    """Every change of every dated figure of the law and of its reforms.

    What holds before any grant, and the neutral figures that stand for what a programme doesn't
    say, are no provisions: they are left out where they are the first value of all.
    """
    found = []
    for item in system.parameters.get_descendants():
        if not isinstance(item, Parameter):
            continue
        for value in reversed(item.values_list):
            if value.instant_str <= _FIRST_DAY:
                continue
            kinds = list(_kinds(value.value))
            found += [FigureChange(item.name, value.instant_str, kind) for kind in kinds]
    for scheme in all_schemes():
        for change in scheme.changes:
            found += [
                FigureChange(change.path, change.start, kind, scheme)
                for kind in _kinds(change.value)
            ]
    return found


def _kinds(value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield "the opposite"
    elif isinstance(value, int | float) and value < _NO_CEILING:
        yield "up"
        if value > 0:
            yield "down"
    yield from ("a day earlier", "a day later", "removed")


def moved(value: Any, kind: str, unit: str | None) -> Any:
    """A value after a change of it."""
    if kind == "the opposite":
        return not value
    step = _STEPS.get(unit or "", 1)
    return round(value + (step if kind == "up" else -step), 15)


def shifted(day: str, kind: str) -> str:
    """A day after a change of it."""
    days = timedelta(days={"a day earlier": -1, "a day later": 1}.get(kind, 0))
    return (date.fromisoformat(day) + days).isoformat()


def changed_baseline(system: TaxBenefitSystem, change: FigureChange) -> TaxBenefitSystem:
    """The baseline with one dated figure changed."""
    figure: Any = system.parameters
    for part in change.path.split("."):
        figure = figure.children[part]
    new = copy.copy(figure)
    values = []
    for value in figure.values_list:
        if value.instant_str != change.start:
            values.append(value)
        elif change.kind != "removed":
            values.append(_changed_value(value, change, figure.metadata.get("unit")))
    new.values_list = sorted(values, key=lambda value: value.instant_str, reverse=True)
    return WithParameters(system, with_figure(system.parameters, change.path, new))


def _changed_value(
    value: ParameterAtInstant, change: FigureChange, unit: str | None
) -> ParameterAtInstant:
    new = copy.copy(value)
    if "day" in change.kind:
        new.instant_str = shifted(value.instant_str, change.kind)
    else:
        new.value = moved(value.value, change.kind, unit)
    return new


def changed_scheme(change: FigureChange, unit: str | None) -> type[Scheme]:
    """The reform with one of its figures changed."""
    scheme = change.scheme
    assert scheme is not None
    changes = []
    for one in scheme.changes:
        if (one.path, one.start) != (change.path, change.start):
            changes.append(one)
        elif change.kind != "removed":
            changes.append(_changed(one, change, unit))
    return type(scheme.__name__, (scheme,), {"changes": tuple(changes)})


def _changed(one: Change, change: FigureChange, unit: str | None) -> Change:
    fields = dict(vars(one))
    if "day" in change.kind:
        fields["start"] = shifted(one.start, change.kind)
    else:
        fields["value"] = moved(one.value, change.kind, unit)
    return Change(**fields)
