"""A figure's history as a line of steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from openfisca_core.parameters import Parameter

from openfisca_jobgrant.languages import quantity

WIDTH, HEIGHT = 640, 180
_LEFT, _RIGHT, _TOP, _BOTTOM = 96, 16, 16, 26
_MARGIN_DAYS = 365
_EARLIEST = date(2007, 4, 1)


@dataclass(frozen=True)
class Steps:
    """What is drawn.

    Attributes:
        line: The line, as an SVG path.
        years: Where each year's tick stands, and its text.
        values: Where each value's mark stands, and its text.
        width: The drawing's width.
        height: The drawing's height.
    """

    line: str
    years: list[tuple[float, str]]
    values: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT


def steps(figure: Parameter, language: str) -> Steps | None:
    """A figure's history, ready to be drawn; None if it has but one value, or isn't a number.

    Args:
        figure: The figure.
        language: ``en`` or ``fr``.
    """
    dated = [
        (max(date.fromisoformat(value.instant_str), _EARLIEST), value.value)
        for value in reversed(figure.values_list)
        if value.value is not None
    ]
    if len(dated) < 2 or any(isinstance(value, str) for _, value in dated):
        return None
    numbers = [float(value) for _, value in dated]
    first = dated[0][0].toordinal()
    if dated[0][0] == _EARLIEST:
        first = max(first, dated[1][0].toordinal() - _MARGIN_DAYS)
    last = dated[-1][0].toordinal() + _MARGIN_DAYS
    low, high = min(0.0, *numbers), max(*numbers) or 1.0

    def across(ordinal: int) -> float:
        share = (max(ordinal, first) - first) / (last - first)
        return round(_LEFT + share * (WIDTH - _LEFT - _RIGHT), 1)

    def down(value: float) -> float:
        share = (value - low) / (high - low)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    parts = []
    for place, (start, _) in enumerate(dated):
        x, y = across(start.toordinal()), down(numbers[place])
        parts.append(f"{'M' if place == 0 else 'H'}{x}" + (f" {y}" if place == 0 else f"V{y}"))
    parts.append(f"H{across(last)}")
    shown = sorted({low, high, numbers[-1]}) if high > low else [high]
    unit = figure.metadata.get("unit", "")
    is_truth = unit == "boolean"
    return Steps(
        "".join(parts),
        _years(first, last, across),
        [
            (down(value), quantity(bool(value) if is_truth else value, unit, language))
            for value in _apart(shown, down)
        ],
    )


def _years(first: int, last: int, across: Callable[[int], float]) -> list[tuple[float, str]]:
    begun, ended = date.fromordinal(first).year + 1, date.fromordinal(last).year
    every = 1 + (ended - begun) // 8
    return [
        (across(date(year, 1, 1).toordinal()), str(year)) for year in range(begun, ended + 1, every)
    ]


def _apart(values: list[float], down: Callable[[float], float]) -> list[float]:
    """Those values whose texts don't cover each other."""
    kept: list[float] = []
    for value in reversed(values):
        if all(abs(down(value) - down(other)) > 14 for other in kept):
            kept.append(value)
    return kept
