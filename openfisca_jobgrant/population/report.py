"""From totals to figures: what each scenario costs each payer, who gains, when money runs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from openfisca_jobgrant.languages.messages import listed, message
from openfisca_jobgrant.population.cells import DIMENSIONS, EMPLOYER_SHAPE, SHAPE
from openfisca_jobgrant.population.engine import Run
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.estimates import (
    DOLLARS,
    NOTHING,
    ONES,
    Estimate,
    Estimator,
    estimator_of,
    quantile_places,
    ratio,
)
from openfisca_jobgrant.population.funds import Fund, funds_of
from openfisca_jobgrant.population.margins import margin, suppressed
from openfisca_jobgrant.population.totals import (
    CHANGES,
    EMPLOYERS,
    MEASURES,
    bin_start,
)
from openfisca_jobgrant.situations.faults import nearest, short, shown

_PARTICIPANTS, _GRANTS, _ELIGIBLE, _FEDERAL, _PROVINCIAL, _CASH, _IN_KIND = range(len(MEASURES))
#: Amounts of the report → the measures that they are sums of.
AMOUNTS = {
    "eligible_costs": (_ELIGIBLE,),
    "federal_contribution": (_FEDERAL,),
    "provincial_contribution": (_PROVINCIAL,),
    "government_contribution": (_FEDERAL, _PROVINCIAL),
    "employer_cash_contribution": (_CASH,),
    "employer_in_kind_contribution": (_IN_KIND,),
    "employer_contribution": (_CASH, _IN_KIND),
}
COUNTS = {"participants": _PARTICIPANTS, "grants": _GRANTS}
QUANTILES = {
    "grant_p10": 0.1,
    "grant_p25": 0.25,
    "grant_median": 0.5,
    "grant_p75": 0.75,
    "grant_p90": 0.9,
}
_MONEY_CHANGES = ("gained", "lost")


@dataclass(frozen=True)
class Figure:
    """One figure of a report.

    Attributes:
        table: What the table is by, such as ``jurisdiction``; ``all`` for the whole file.
        scenario: The body of law.
        cell: Dimension → key, of the cell.
        measure: What it is.
        unit: ``currency-CAD``, or nothing for counts.
        estimate: The figure.
        difference: What it has more than under the first scenario.
        is_suppressed: Whether it isn't shown since the cell is too small.
    """

    table: str
    scenario: str
    cell: dict[str, str]
    measure: str
    unit: str
    estimate: Estimate
    difference: Estimate | None = None
    is_suppressed: bool = False


@dataclass
class Report:
    """All figures of a run.

    Attributes:
        scenarios: Texts of the bodies of law; the first is what the others are held against.
        rows: How many rows the file has.
        figures: The figures.
        funds: By scenario, the transfers by jurisdiction and fiscal year.
        parts: Clause → measure → jurisdiction, or ``all`` → what it adds.
        hidden: The jurisdictions whose figures are too small to be shown.
        seconds: How long the run took.
    """

    scenarios: tuple[str, ...]
    rows: int
    figures: list[Figure]
    funds: dict[str, list[Fund]]
    parts: dict[str, dict[str, dict[str, Estimate]]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    seconds: float = 0.0


def tables_of(text: str) -> list[tuple[str, ...]]:
    """The tables that a text asks for: names of dimensions, with ``*`` to cross them.

    Args:
        text: As ``jurisdiction,size_class,jurisdiction*status``.

    Raises:
        PopulationError: If there is no such dimension.
    """
    found = []
    for part in text.split(","):
        names = tuple(name.strip() for name in part.split("*"))
        for name in names:
            if name not in DIMENSIONS:
                raise PopulationError(
                    message(
                        "totals can't be by {name!r}; they can be by {dimensions}, or crossed, as "
                        "jurisdiction*size_class{hint}",
                        name=short(name),
                        hint=nearest(name, DIMENSIONS),
                        dimensions=", ".join(DIMENSIONS),
                    ),
                    found=shown(name),
                    accepted=listed(DIMENSIONS),
                )
            if names.count(name) > 1:
                raise PopulationError(
                    message("{name} is crossed with itself", name=name),
                    found=shown(part),
                    accepted=listed(DIMENSIONS),
                )
        if names not in found:
            found.append(names)
    return found


def report_of(
    run: Run,
    by: Sequence[tuple[str, ...]] = (("jurisdiction",), ("size_class",), ("status",), ("group",)),
    suppress_below: int = 0,
) -> Report:
    """All figures of a run.

    Args:
        run: The run.
        by: The tables: dimensions, crossed.
        suppress_below: Cells of fewer rows, or of fewer rows with a grant, aren't shown.
    """
    totals = run.totals
    estimator = estimator_of(totals)
    figures: list[Figure] = []
    hidden: frozenset[str] = frozenset()
    for names in ((), *by):
        table = _Table(run, names, estimator, suppress_below)
        figures.extend(table.figures())
        if names == ("jurisdiction",):
            hidden |= table.hidden_keys()
        if not names and table.is_hidden:
            hidden |= {"all"}
    if suppress_below and ("jurisdiction",) not in by:
        hidden |= _Table(run, ("jurisdiction",), estimator, suppress_below).hidden_keys()
    funds = {
        text: list(funds_of(totals, law, run.systems[law], estimator))
        for law, text in enumerate(run.scenarios)
    }
    return Report(run.scenarios, totals.rows, figures, funds, {}, hidden, run.seconds)


class _Table:
    """The figures by some dimensions.

    Args:
        run: The run.
        names: The dimensions; none for the whole file.
        estimator: Reads figures off the totals.
        suppress_below: Cells of fewer rows aren't shown.
    """

    def __init__(
        self, run: Run, names: tuple[str, ...], estimator: Estimator, suppress_below: int
    ) -> None:
        self._run, self._names, self._estimator = run, names, estimator
        totals = run.totals
        self._axes = [list(DIMENSIONS).index(name) for name in names]
        self._rows = self._margin(totals.unweighted)
        self._amounts = self._margin(totals.amounts, trailing=1)
        self._changes = self._margin(totals.changes, trailing=1)
        granted = self._margin(totals.unweighted_grants)
        self._hidden = suppressed(self._rows, granted, suppress_below)
        self._label = "*".join(names) or "all"

    def _margin(self, sums: Any, trailing: int = 0) -> Any:
        """Sums by the table's cells: leading axes, cells in one axis, trailing axes."""
        return margin(sums, SHAPE, self._axes, trailing)

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of the table is shown."""
        return bool(self._hidden.all())

    def hidden_keys(self) -> frozenset[str]:
        """The keys of the cells that aren't shown, for a table by one dimension."""
        keys = list(DIMENSIONS[self._names[0]])
        return frozenset(keys[place] for place in numpy.flatnonzero(self._hidden))

    def _cells(self) -> Iterator[tuple[int, dict[str, str]]]:
        keys = [list(DIMENSIONS[name]) for name in self._names]
        shape = tuple(len(at) for at in keys)
        for place in numpy.flatnonzero(self._rows):
            where = numpy.unravel_index(int(place), shape) if shape else ()
            yield (
                int(place),
                {name: at[i] for name, at, i in zip(self._names, keys, where, strict=True)},
            )

    def figures(self) -> Iterator[Figure]:
        """All figures of the table."""
        for place, cell in self._cells():
            for law, text in enumerate(self._run.scenarios):
                for measure, unit, estimate, difference in (
                    *self._sums(law, place),
                    *self._means(law, place),
                    *self._quantiles(law, place),
                    *self._moves(law, place),
                    *self._employers(law, place),
                ):
                    if self._hidden[place]:
                        yield Figure(self._label, text, cell, measure, unit, NOTHING, None, True)
                    else:
                        yield Figure(self._label, text, cell, measure, unit, estimate, difference)

    def _sums(self, law: int, place: int) -> Iterator[tuple[str, str, Estimate, Estimate | None]]:
        def added(of: int, measures: Sequence[int]) -> Any:
            return sum(self._amounts[of, measure, place] for measure in measures)

        for measure, unit, worth, parts in (
            *((name, "", ONES, (at,)) for name, at in COUNTS.items()),
            *((name, "currency-CAD", DOLLARS, parts) for name, parts in AMOUNTS.items()),
        ):
            sums = added(law, parts)
            difference = None
            if law:
                difference = self._estimator.total(sums - added(0, parts), worth)
            yield measure, unit, self._estimator.total(sums, worth), difference

    def _means(self, law: int, place: int) -> Iterator[tuple[str, str, Estimate, Estimate | None]]:
        def mean(federal: Any, provincial: Any, grants: Any) -> Any:
            return ratio(federal + provincial, grants) / 100

        which = [_FEDERAL, _PROVINCIAL, _GRANTS]
        now, first = (self._amounts[of, which, place] for of in (law, 0))
        difference = None
        if law:
            difference = self._estimator.of(
                lambda *sums: mean(*sums[:3]) - mean(*sums[3:]), *now, *first
            )
        yield "mean_grant", "currency-CAD", self._estimator.of(mean, *now), difference

    def _quantiles(
        self, law: int, place: int
    ) -> Iterator[tuple[str, str, Estimate, Estimate | None]]:
        """Quantiles of grants, for the whole file and by jurisdiction."""
        if self._names not in ((), ("jurisdiction",)):
            return
        totals = self._run.totals
        estimator = Estimator(totals.replicates, totals.histogram_draws)

        def counts(of: int) -> Any:
            return totals.histogram[of, place] if self._names else totals.histogram[of].sum(axis=0)

        for name, share in QUANTILES.items():
            found = [_quantile(counts(of), share, estimator) for of in {0: 0, law: law}]
            estimate = estimator.around(*found[-1]) if found[-1] else NOTHING
            difference = None
            if law and found[0] and found[-1]:
                difference = estimator.around(
                    found[-1][0] - found[0][0], found[-1][1] - found[0][1]
                )
            yield name, "currency-CAD", estimate, difference

    def _moves(self, law: int, place: int) -> Iterator[tuple[str, str, Estimate, Estimate | None]]:
        if not law:
            return
        for number, name in enumerate(CHANGES):
            sums = self._changes[law - 1, number, place]
            money = name in _MONEY_CHANGES
            estimate = self._estimator.total(sums, DOLLARS if money else ONES)
            yield name, "currency-CAD" if money else "", estimate, None

    def _employers(
        self, law: int, place: int
    ) -> Iterator[tuple[str, str, Estimate, Estimate | None]]:
        if any(name not in ("jurisdiction", "size_class") for name in self._names):
            return
        sums = margin(self._run.totals.employers, EMPLOYER_SHAPE, self._axes, 1)
        for number, name in enumerate(EMPLOYERS[: 3 if law else 1]):
            yield name, "", self._estimator.total(sums[law, number, place], ONES), None


def _quantile(counts: Any, share: float, estimator: Estimator) -> tuple[float, Any] | None:
    """A quantile, as the least amount of its bin in dollars, and its replicates."""
    whole = numpy.array([estimator.whole(at) for at in counts], dtype=float)
    place = int(quantile_places(whole, share))
    if place < 0:
        return None
    places = quantile_places(estimator.again(counts), share)
    again = numpy.array([bin_start(int(at)) / 100 if at >= 0 else numpy.nan for at in places])
    return bin_start(place) / 100, again
