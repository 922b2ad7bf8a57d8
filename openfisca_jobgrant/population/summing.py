"""The totals of one chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.population.cells import CELLS, EMPLOYER_CELLS, SIZES, cells_of, sizes_of
from openfisca_jobgrant.population.chunk import GROUPS, Chunk
from openfisca_jobgrant.population.evaluating import AMOUNTS, evaluate
from openfisca_jobgrant.population.months import first_of_fiscal_year
from openfisca_jobgrant.population.sums import sums_by, weighted
from openfisca_jobgrant.population.totals import (
    BANDS,
    BINS,
    CHANGES,
    COARSE_GROUPS,
    Totals,
    bins_of,
    empty_totals,
)
from openfisca_jobgrant.rules import CODES

_ELIGIBLE, _FEDERAL, _PROVINCIAL, _CASH, _IN_KIND = AMOUNTS
_LIMITS = numpy.array(
    [-BANDS[3], -BANDS[2], -BANDS[1], 0, 1, BANDS[1] + 1, BANDS[2] + 1, BANDS[3] + 1]
)
_BANDS = len(_LIMITS) + 1


@dataclass
class _Draws:
    """How rows are told apart by draw: by groups of employers, or by columns of weights.

    Attributes:
        group: The group of each row; None with columns of replicate weights.
        weights: The weights, and each column of replicates.
        count: How many draws there are.
    """

    group: Any
    weights: list[Any]
    count: int

    def sums(self, bins: Any, amounts: Any, size: int, which: Any = slice(None)) -> Any:
        """Weighted sums by bin and draw.

        Args:
            bins: The bin of each row that is counted.
            amounts: Its amount in whole numbers; None for one each.
            size: How many bins there are.
            which: The rows that are counted.
        """
        if self.group is not None:
            weights = self.weights[0][which]
            products = weights if amounts is None else weighted(amounts, weights)
            places = bins * self.count + self.group[which]
            return sums_by(places, products, size * self.count).reshape(size, self.count)
        columns = [
            sums_by(bins, at[which] if amounts is None else weighted(amounts, at[which]), size)
            for at in self.weights
        ]
        return numpy.stack(columns, axis=-1)

    def coarser(self) -> _Draws:
        """The same with fewer groups."""
        if self.group is None:
            return self
        return _Draws(self.group % COARSE_GROUPS, self.weights, COARSE_GROUPS)


def totals_of(
    chunk: Chunk, systems: Sequence[TaxBenefitSystem]
) -> tuple[Totals, list[dict[str, Any]]]:
    """The totals of a chunk under bodies of law.

    Args:
        chunk: The rows.
        systems: The laws; changes are held against the first one's.

    Returns:
        The totals; and by law the amounts of each row, in whole cents, in the chunk's order.

    Raises:
        PopulationError: If amounts are too large to be summed exactly.
    """
    found = empty_totals(len(systems), len(chunk.replicates))
    found.rows = chunk.count
    draws = _draws(chunk)
    results: list[dict[str, Any]] = []
    cells = None
    for law, system in enumerate(systems):
        names = (*AMOUNTS, "is_underrepresented") if law == 0 else AMOUNTS
        amounts = evaluate(chunk, system, names)
        results.append(amounts)
        if cells is None:
            cells = cells_of(chunk, amounts["is_underrepresented"])
            found.unweighted[:] = numpy.bincount(cells, minlength=CELLS)
        _add_amounts(found, law, chunk, cells, amounts, draws)
        if law:
            _add_changes(found, law, cells, results[0], amounts, draws)
        _add_employers(found, law, chunk, results[0], amounts, draws)
    _add_joins(found, chunk)
    return found, results


def _draws(chunk: Chunk) -> _Draws:
    if chunk.replicates:
        weights = [chunk.weight, *chunk.replicates.values()]
        return _Draws(None, weights, len(weights))
    return _Draws(chunk.group[chunk.employer].astype(numpy.intp), [chunk.weight], GROUPS)


def _add_amounts(
    found: Totals, law: int, chunk: Chunk, cells: Any, amounts: dict[str, Any], draws: _Draws
) -> None:
    government = amounts[_FEDERAL] + amounts[_PROVINCIAL]
    granted = numpy.flatnonzero(government > 0)
    found.unweighted_grants[law] = numpy.bincount(cells[granted], minlength=CELLS)
    sums = found.amounts[law]
    sums[0] = draws.sums(cells, None, CELLS)
    sums[1] = draws.sums(cells[granted], None, CELLS, granted)
    for place, name in enumerate(AMOUNTS, start=2):
        if amounts[name].any():
            sums[place] = draws.sums(cells, amounts[name], CELLS)
    codes = chunk.jurisdiction.astype(numpy.intp)
    coarser = draws.coarser()
    found.histogram[law] = coarser.sums(
        codes[granted] * BINS + bins_of(government[granted]), None, len(CODES) * BINS, granted
    ).reshape(len(CODES), BINS, coarser.count)
    for month in chunk.months:
        rows = month.rows
        sums = found.month(month.month)[law]
        with_grant = granted[(granted >= rows.start) & (granted < rows.stop)]
        sums[0] += draws.sums(codes[with_grant], None, len(CODES), with_grant)
        for place, name in enumerate((_FEDERAL, _PROVINCIAL, _CASH), start=1):
            sums[place] += draws.sums(codes[rows], amounts[name][rows], len(CODES), rows)


def _add_changes(
    found: Totals,
    law: int,
    cells: Any,
    before: dict[str, Any],
    after: dict[str, Any],
    draws: _Draws,
) -> None:
    """What changes against the first law. A gain is cash that the employer no longer owes."""
    gain = before[_CASH] - after[_CASH]
    sums = found.changes[law - 1]
    if gain.any():
        band = numpy.searchsorted(_LIMITS, gain, side="right")
        by_band = draws.sums(band * CELLS + cells, None, _BANDS * CELLS)
        sums[:_BANDS] = by_band.reshape(_BANDS, CELLS, draws.count)
        sums[_BANDS] = draws.sums(cells, numpy.maximum(gain, 0), CELLS)
        sums[_BANDS + 1] = draws.sums(cells, numpy.maximum(-gain, 0), CELLS)
    else:
        sums[CHANGES.index("pays_the_same")] = found.amounts[law][0]
    had, has = ((at[_FEDERAL] + at[_PROVINCIAL]) > 0 for at in (before, after))
    for place, which in ((_BANDS + 2, has & ~had), (_BANDS + 3, had & ~has)):
        rows = numpy.flatnonzero(which)
        if len(rows):
            sums[place] = draws.sums(cells[rows], None, CELLS, rows)


def _add_employers(
    found: Totals,
    law: int,
    chunk: Chunk,
    before: dict[str, Any],
    after: dict[str, Any],
    draws: _Draws,
) -> None:
    """Employers count once, with the weight and the size of their first row."""
    firsts = numpy.zeros(chunk.employers, dtype=numpy.intp)
    firsts[chunk.employer[::-1]] = numpy.arange(chunk.count)[::-1]
    homes = (chunk.jurisdiction.astype(numpy.intp) * len(SIZES) + sizes_of(chunk))[firsts]
    sums = found.employers[law]
    sums[0] = draws.sums(homes, None, EMPLOYER_CELLS, firsts)
    if law:
        gain = sums_by(chunk.employer, before[_CASH] - after[_CASH], chunk.employers)
        for place, which in ((1, gain > 0), (2, gain < 0)):
            rows = numpy.flatnonzero(which)
            if len(rows):
                sums[place] = draws.sums(homes[rows], None, EMPLOYER_CELLS, firsts[rows])


def _add_joins(found: Totals, chunk: Chunk) -> None:
    joins = chunk.inputs.get("joins_the_grant")
    for month in chunk.months:
        year = first_of_fiscal_year(month.month)
        for code in month.jurisdictions:
            rows = numpy.flatnonzero(chunk.jurisdiction[month.rows] == code)
            place = month.rows.start + int(rows[0])
            found.joins[int(code), year] = True if joins is None else bool(joins[place])
