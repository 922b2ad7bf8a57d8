"""Sums in whole numbers: the same whatever the order in which they are taken."""

from __future__ import annotations

from typing import Any

import numpy

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.errors import PopulationError

#: float64 holds every whole number up to here, int64 up to there.
_FLOAT, _INT = float(1 << 53), float(1 << 62)
_LOW = 20


def weighted(amounts: Any, weights: Any) -> Any:
    """Amounts times weights, int64.

    Raises:
        PopulationError: If a product is too large.
    """
    if len(amounts) and float(numpy.abs(amounts).max()) * float(weights.max()) >= _INT:
        raise PopulationError(
            message("the amounts times their weights are too large to be summed exactly")
        )
    return amounts * weights


def sums_by(bins: Any, amounts: Any, size: int) -> Any:
    """The sum of whole amounts in each bin, exactly.

    Args:
        bins: The bin of each amount, from zero.
        amounts: int64.
        size: How many bins there are.

    Returns:
        int64, one for each bin.

    Raises:
        PopulationError: If the sums are too large.
    """
    bound = float(numpy.abs(amounts).sum(dtype=numpy.float64))
    if bound < _FLOAT / 2:
        return numpy.bincount(bins, weights=amounts, minlength=size).astype(numpy.int64)
    if bound >= _INT:
        raise PopulationError(message("the amounts are too large to be summed exactly"))
    # The low and the high parts apart: each part's sum is exact in float64.
    high = amounts >> _LOW
    low = amounts - (high << _LOW)
    lows = numpy.bincount(bins, weights=low, minlength=size).astype(numpy.int64)
    highs = numpy.bincount(bins, weights=high, minlength=size).astype(numpy.int64)
    return lows + (highs << _LOW)


def add_to(target: Any, found: Any) -> None:
    """Add whole numbers to others in place.

    Raises:
        PopulationError: If a sum is too large.
    """
    if target.size:
        most = float(numpy.abs(target).max()) + float(numpy.abs(found).max())
        if most >= _INT:
            raise PopulationError(message("the totals are too large to be summed exactly"))
    target += found
