"""How a body of law changes another: the base class of every reform.

A reform is mostly data: the figures that it sets, from which date, and why. The changes are
collected first and applied once, by copying only the path to each changed figure. OpenFisca's own
``modify_parameters`` copies the whole tree (400 times slower), loses the first of two calls, and a
reform that writes into ``self.parameters`` changes the baseline.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from openfisca_core.parameters import Parameter, ParameterAtInstant, ParameterNode
from openfisca_core.reforms import Reform
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.law_versions import LawVersions


@dataclass(frozen=True)
class Change:
    """One figure that a body of law sets.

    Attributes:
        path: Which figure: the dotted path of an existing parameter.
        value: What it becomes, in the parameter's unit; None ends it.
        start: From which date, as ISO text.
        stop: The last day on which it holds, as ISO text; None for no end. Without an end the
            value replaces all later ones.
        because: Why, in a few words, for records and comparisons.
        references: What it rests on: titles with addresses.
        confidence: How sure the figure is: high, medium or low.
    """

    path: str
    value: float | bool | str | None
    start: str
    stop: str | None = None
    because: str = ""
    references: tuple[str, ...] = ()
    confidence: str = "high"


class Scheme(LawVersions, Reform):
    """A demand, an offer, an agreement or a programme: a named change of the law.

    Subclasses say who put it forward, when, and what it changes, and tell its story in their
    docstring.

    Attributes:
        title: What it is called, in plain words.
        proposed_by: Who put it forward or signed it.
        proposed_on: When, as ISO text.
        stage: ``demand``, ``offer``, ``agreement`` or ``programme``.
        starts_on: The first date on which anything differs from the baseline, as ISO text.
        reference: The sources, as "title — address".
        changes: The figures that it sets.
        includes: The reforms that it is made of, applied before its own changes.
    """

    title: ClassVar[str]
    proposed_by: ClassVar[str]
    proposed_on: ClassVar[str]
    stage: ClassVar[str]
    starts_on: ClassVar[str]
    reference: ClassVar[tuple[str, ...]]
    changes: ClassVar[tuple[Change, ...]] = ()
    includes: ClassVar[tuple[type[Scheme], ...]] = ()

    @classmethod
    def all_changes(cls) -> tuple[Change, ...]:
        """The changes of the reforms that this one is made of, then its own."""
        included = (change for part in cls.includes for change in part.all_changes())
        return (*included, *cls.changes)

    def apply(self) -> None:
        """Set the figures. OpenFisca calls this when the reform is built."""
        self.parameters = changed(self.baseline.parameters, self.all_changes())


def changed(parameters: ParameterNode, changes: Iterable[Change]) -> ParameterNode:
    """A parameter tree with the changes made; the one given is left as it was.

    Args:
        parameters: The tree to start from.
        changes: What to change, in this order.

    Returns:
        A tree that shares with the first all that doesn't change.

    Raises:
        LookupError: If a path names no parameter, or names a folder of parameters.
        ValueError: If a change stops before it starts.
    """
    for change in changes:
        parameters = _with_change(parameters, change.path.split("."), change)
    return parameters


def _with_change(node: ParameterNode, path: list[str], change: Change) -> ParameterNode:
    head, *rest = path
    child = node.children.get(head)
    if child is None:
        raise LookupError(
            f"{change.path}: there is no parameter {head!r} in {node.name or 'the law'}; "
            f"it has {', '.join(sorted(node.children))}"
        )
    if rest:
        if not isinstance(child, ParameterNode):
            raise LookupError(f"{change.path}: {child.name} is a figure and has no parts")
        new_child: Any = _with_change(child, rest, change)
    else:
        if not isinstance(child, Parameter):
            raise LookupError(f"{change.path}: is a folder of figures, not a figure")
        new_child = _with_value(child, change)
    new = copy.copy(node)
    new.children = {**node.children, head: new_child}
    setattr(new, head, new_child)
    return new


def _with_value(parameter: Parameter, change: Change) -> Parameter:
    """The parameter with one more dated value; later values stay only after a stop."""
    if change.stop is not None and change.stop < change.start:
        raise ValueError(
            f"{change.path}: stops on {change.stop}, before it starts ({change.start})"
        )
    values = list(parameter.values_list)
    later: list[ParameterAtInstant] = []
    if change.stop is not None:
        resumes = (date.fromisoformat(change.stop) + timedelta(days=1)).isoformat()
        later = [value for value in values if value.instant_str > resumes]
        in_force = next((value for value in values if value.instant_str <= resumes), None)
        if in_force is not None:
            resumed = copy.copy(in_force)
            resumed.instant_str = resumes
            resumed.name = f"{parameter.name}[{resumes}]"
            later.append(resumed)
    earlier = [value for value in values if value.instant_str < change.start]
    new = copy.copy(parameter)
    new.values_list = [*later, _dated_value(parameter, change), *earlier]
    return new


def _dated_value(parameter: Parameter, change: Change) -> ParameterAtInstant:
    value = ParameterAtInstant(
        f"{parameter.name}[{change.start}]", change.start, data={"value": change.value}
    )
    value.metadata = {
        "reference": [_as_reference(reference) for reference in change.references],
        "confidence": change.confidence,
        "note": change.because,
    }
    return value


def _as_reference(text: str) -> dict[str, str]:
    title, _, href = text.rpartition(" — ")
    return {"title": title, "href": href}


def composed(system: TaxBenefitSystem, schemes: Iterable[type[Scheme]]) -> TaxBenefitSystem:
    """The system with the reforms applied, each on what the one before it made."""
    for scheme in schemes:
        system = scheme(system)
    return system


def with_figure(parameters: ParameterNode, path: str, figure: Parameter) -> ParameterNode:
    """A parameter tree in which one figure, with all its dates, is another; the rest is shared.

    Args:
        parameters: The tree to start from; it is left as it was.
        path: The dotted path of an existing figure.
        figure: What stands there instead.
    """
    head, _, rest = path.partition(".")
    child = parameters.children[head]
    new_child = with_figure(child, rest, figure) if rest else figure
    new = copy.copy(parameters)
    new.children = {**parameters.children, head: new_child}
    setattr(new, head, new_child)
    return new


class WithParameters(LawVersions, Reform):
    """A law with another parameter tree.

    Args:
        baseline: The law.
        parameters: Its figures instead.
    """

    def __init__(self, baseline: TaxBenefitSystem, parameters: ParameterNode) -> None:
        self._instead = parameters
        super().__init__(baseline)

    def apply(self) -> None:
        """Set the figures. OpenFisca calls this when the reform is built."""
        self.parameters = self._instead
