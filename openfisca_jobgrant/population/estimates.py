"""Figures with their sampling error.

A file is taken as a sample of employers, drawn in each jurisdiction. Without replicate weights of
its own, employers fall into 50 groups by a hash of their ids, and the variance is that of the
delete-a-group jackknife: each replicate leaves one group out and weighs the others up. With columns
``replicate_1`` and so on it is the mean squared deviation of the replicates, as for a bootstrap.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy

from openfisca_jobgrant.population.schema import WEIGHT_UNIT
from openfisca_jobgrant.population.totals import Totals

#: Quantiles of Student's t for a two-sided interval of 95 per cent, by degrees of freedom.
_T = {9: 2.262, 19: 2.093, 29: 2.045, 49: 2.010, 99: 1.984}
_NORMAL = 1.960


@dataclass(frozen=True)
class Estimate:
    """A figure and how sure it is.

    Attributes:
        value: The figure; None where there is none.
        error: Its standard error.
        margin: Half the width of its interval of 95 per cent.
    """

    value: float | None
    error: float | None
    margin: float | None


NOTHING = Estimate(None, None, None)


class Estimator:
    """Reads figures off totals.

    Args:
        replicates: Whether the last axis holds replicate weights rather than groups.
        draws: Its length.
    """

    def __init__(self, replicates: bool, draws: int) -> None:
        self._replicates = replicates
        self._count = draws - 1 if replicates else draws
        self._t = _NORMAL
        for degrees, t in _T.items():
            if self._count - 1 >= degrees:
                self._t = t if self._count <= 100 else _NORMAL

    def whole(self, sums: Any) -> int:
        """The sum over the file: an exact whole number, of one figure's draws."""
        return int(sums[0]) if self._replicates else int(sums.sum())

    def again(self, sums: Any) -> Any:
        """The same under each replicate, as float64; the last axis holds the draws."""
        if self._replicates:
            return sums[..., 1:].astype(float)
        left = sums.sum(axis=-1, keepdims=True) - sums
        return left * (self._count / (self._count - 1))

    def of(self, figure: Callable[..., Any], *sums: Any) -> Estimate:
        """A figure that is worked out from sums, such as a mean.

        Args:
            figure: From sums to the figure; it takes whole numbers, or arrays of replicates. NaN
                where there is none.
            sums: The draws of each sum.
        """
        value = figure(*(numpy.float64(self.whole(at)) for at in sums))
        if not math.isfinite(value):
            return NOTHING
        return self._around(float(value), figure(*(self.again(at) for at in sums)))

    def total(self, sums: Any, unit: float) -> Estimate:
        """A sum.

        Args:
            sums: Its draws.
            unit: What one of it is worth.
        """
        return self._around(self.whole(sums) * unit, self.again(sums) * unit)

    def around(self, value: float, replicates: Any) -> Estimate:
        """A figure whose replicates are known."""
        return self._around(value, numpy.asarray(replicates, dtype=float))

    def _around(self, value: float, replicates: Any) -> Estimate:
        deviations = replicates[numpy.isfinite(replicates)] - value
        factor = (1 / self._count) if self._replicates else (self._count - 1) / self._count
        error = math.sqrt(factor * float((deviations**2).sum()))
        # What binary fractions leave of nothing is nothing.
        if error < 1e-9 * abs(value):
            error = 0.0
        return Estimate(value, error, self._t * error)


def estimator_of(totals: Totals) -> Estimator:
    """The estimator for a run's totals."""
    return Estimator(totals.replicates, totals.draws)


#: What one unit of a total is worth: of money in dollars, of counts.
DOLLARS = 1 / (100 * WEIGHT_UNIT)
ONES = 1 / WEIGHT_UNIT


def ratio(above: Any, below: Any) -> Any:
    """A quotient; NaN where there is nothing below."""
    with numpy.errstate(invalid="ignore", divide="ignore"):
        return numpy.true_divide(above, below)


def quantile_places(counts: Any, share: float) -> Any:
    """The bin in which a share of all is reached.

    Args:
        counts: Weights by bin, with replicates on further axes.
        share: From 0 to 1.

    Returns:
        The bin's place; -1 where there is nobody.
    """
    running = numpy.cumsum(counts, axis=0)
    everyone = running[-1]
    places = (running < share * everyone).sum(axis=0)
    return numpy.where(everyone > 0, places, -1)
