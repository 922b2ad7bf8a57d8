"""What a figure of each unit may be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from openfisca_jobgrant.languages.messages import Message, message

UNITS = (
    "currency-CAD",
    "/1",
    "boolean",
    "day",
    "employee",
    "grant",
    "hour",
    "km",
    "month",
    "participant",
    "person",
    "week",
    "year",
)
#: A share this close to a small fraction is meant to be that fraction.
_MEANT, _STORED = 1e-3, 1e-12
_LARGEST_DENOMINATOR = 12
#: 0.15 is a share of its own; 0.333 is one third, rounded.
_DIGITS_OF_A_ROUNDED_SHARE = 3


def value_faults(value: object, unit: str | None) -> Iterator[Message]:
    """What is wrong with a figure.

    Args:
        value: The figure.
        unit: Its unit.

    Yields:
        What would be accepted, once for each fault.
    """
    if unit == "boolean":
        if not isinstance(value, bool):
            yield message("a boolean is true or false")
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        yield message("a figure in {unit} is a finite number", unit=unit)
        return
    if value < 0:
        yield message("a figure is not negative")
    if unit == "/1":
        yield from _share_faults(float(value))
    elif unit == "currency-CAD":
        if abs(value * 100 - round(value * 100)) > _STORED * max(1.0, value):
            yield message("money has at most two decimals")
    elif unit != "hour" and value != int(value):
        yield message("a figure in {unit} is whole", unit=unit)


def _share_faults(share: float) -> Iterator[Message]:
    if share > 1:
        yield message("a share is at most 1")
    if len(repr(share).partition(".")[2]) < _DIGITS_OF_A_ROUNDED_SHARE:
        return
    meant = Fraction(share).limit_denominator(_LARGEST_DENOMINATOR)
    if _STORED < abs(share - meant) < _MEANT:
        yield message(
            "{share} is nearly {meant}: write it with 15 digits", share=share, meant=meant
        )
