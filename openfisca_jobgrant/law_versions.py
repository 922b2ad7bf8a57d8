"""Parameters at a date, kept per system and per version of the law.

OpenFisca keeps them in one ``lru_cache`` of 128 entries that all systems share: from eleven
scenarios over twelve months on it never hits, it goes stale when parameters are replaced, and it
keeps systems alive that nobody uses any more. Here each system keeps its own, one entry for each
*version* of the law: between two dates at which any figure changes, the figures are the same.
"""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from openfisca_core.parameters import Parameter, ParameterNode, ParameterNodeAtInstant
from openfisca_core.periods import Instant, Period, instant

if TYPE_CHECKING:
    from openfisca_core.parameters import ParameterScale


def change_dates(parameters: ParameterNode) -> list[str]:
    """Every date on which some figure changes, as ISO text in ascending order."""
    return sorted(set(_dates(parameters)))


def _dates(item: ParameterNode | Parameter | ParameterScale) -> Iterator[str]:
    if isinstance(item, Parameter):
        for value in item.values_list:
            yield value.instant_str
    elif isinstance(item, ParameterNode):
        for child in item.children.values():
            yield from _dates(child)
    else:
        for bracket in item.brackets:
            yield from _dates(bracket)


class _Versions:
    """The versions of one parameter tree, each built when it is first asked for."""

    def __init__(self, parameters: ParameterNode) -> None:
        self.parameters = parameters
        self._dates = change_dates(parameters)
        self._nodes: dict[int, ParameterNodeAtInstant] = {}

    def at(self, date: str) -> ParameterNodeAtInstant:
        # Every figure begins on the first date with what holds where there is no grant yet. That
        # goes for earlier days too: no date raises.
        date = max(date, self._dates[0]) if self._dates else date
        version = bisect_right(self._dates, date)
        node = self._nodes.get(version)
        if node is None:
            node = self._nodes.setdefault(version, self.parameters.get_at_instant(date))
        return node


class LawVersions:
    """What our baseline and our reforms share, mixed in before OpenFisca's own class.

    A reform derives from OpenFisca's ``TaxBenefitSystem``, not from ours: what the baseline
    overrides alone would be lost under every reform.
    """

    parameters: ParameterNode | None
    _versions: _Versions | None = None

    def get_parameters_at_instant(
        self, at: str | int | datetime.date | Instant | Period
    ) -> ParameterNodeAtInstant | None:
        """The figures in force on a date.

        Args:
            at: A date as ISO text, a year, a date, an instant, or a period, whose first day counts.

        Returns:
            The figures, or None for a system without parameters.
        """
        if self.parameters is None:
            return None
        versions = self._versions
        if versions is None or versions.parameters is not self.parameters:
            versions = self._versions = _Versions(self.parameters)
        return versions.at(_iso(at))

    def law_at(self, at: str) -> Any:
        """The same as ``get_parameters_at_instant``, for use where a tree is certain to exist."""
        node = self.get_parameters_at_instant(at)
        if node is None:
            raise ValueError("this system has no parameters")
        return node


def _iso(at: str | int | datetime.date | Instant | Period) -> str:
    if isinstance(at, Period):
        return str(at.start)
    if isinstance(at, Instant):
        return str(at)
    return str(instant(at))
