"""Totals of a population under several bodies of law, in whole numbers.

Money is in cents times ten-thousandths of weights, counts are in ten-thousandths of weights. The
last axis of every array holds the draws that sampling error comes from: the sums of the groups of
employers, which add up to the whole; or, for a file with replicate weights, the sum under the
weights and under each column of replicates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.cells import CELLS, EMPLOYER_CELLS
from openfisca_jobgrant.population.chunk import GROUPS
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.sums import add_to
from openfisca_jobgrant.rules import CODES

#: What is summed by cell for each scenario.
MEASURES = ("participants", "grants", "eligible", "federal", "provincial", "cash", "in_kind")
#: What is summed by month and jurisdiction.
MONTHLY = ("grants", "federal", "provincial", "cash")
#: Upper ends, in cents, of the bands by which an employer's change of cash is counted.
BANDS = (0, 10_000, 100_000, 500_000)
#: By how much participants' employers pay more or less: from the largest loss to the largest gain.
CHANGES = (
    "pays_over_5000_more",
    "pays_1000_to_5000_more",
    "pays_100_to_1000_more",
    "pays_up_to_100_more",
    "pays_the_same",
    "pays_up_to_100_less",
    "pays_100_to_1000_less",
    "pays_1000_to_5000_less",
    "pays_over_5000_less",
    "gained",
    "lost",
    "newly_granted",
    "no_longer_granted",
)
EMPLOYERS = ("employers", "employers_paying_less", "employers_paying_more")
#: Grants by amount: steps of 10 dollars up to 1,000, of 50 up to 20,000, then of 1,000.
FINE, MIDDLE, COARSE = 1_000, 5_000, 100_000
FINE_END, MIDDLE_END = 100_000, 2_000_000
BINS = FINE_END // FINE + (MIDDLE_END - FINE_END) // MIDDLE + 100
#: Quantiles' sampling error comes from fewer groups.
COARSE_GROUPS = 10


@dataclass
class Totals:
    """Totals of some chunks.

    Attributes:
        scenarios: How many bodies of law there are.
        draws: Length of the last axis.
        replicates: Whether draws are replicate weights rather than groups of employers.
        rows: How many rows.
        unweighted: By cell, rows.
        unweighted_grants: By scenario and cell, rows with a grant.
        amounts: By scenario, measure, cell and draw.
        changes: By scenario but the first, kind of change, cell and draw.
        employers: By scenario, kind, jurisdiction and size, and draw.
        histogram: By scenario, jurisdiction, bin, and groups of draws: grants.
        months: Month → by scenario, monthly measure, jurisdiction and draw.
        joins: (jurisdiction's place, first month of the fiscal year) → whether it joins the grant.
    """

    scenarios: int
    draws: int
    replicates: bool
    rows: int = 0
    unweighted: Any = None
    unweighted_grants: Any = None
    amounts: Any = None
    changes: Any = None
    employers: Any = None
    histogram: Any = None
    months: dict[int, Any] = field(default_factory=dict)
    joins: dict[tuple[int, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, shape in self._shapes().items():
            if getattr(self, name) is None:
                setattr(self, name, numpy.zeros(shape, dtype=numpy.int64))

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        laws, draws = self.scenarios, self.draws
        return {
            "unweighted": (CELLS,),
            "unweighted_grants": (laws, CELLS),
            "amounts": (laws, len(MEASURES), CELLS, draws),
            "changes": (laws - 1, len(CHANGES), CELLS, draws),
            "employers": (laws, len(EMPLOYERS), EMPLOYER_CELLS, draws),
            "histogram": (laws, len(CODES), BINS, self.histogram_draws),
        }

    @property
    def histogram_draws(self) -> int:
        """Length of the histogram's last axis."""
        return self.draws if self.replicates else COARSE_GROUPS

    def month(self, month: int) -> Any:
        """The sums of a month, made when they are first asked for."""
        found = self.months.get(month)
        if found is None:
            shape = (self.scenarios, len(MONTHLY), len(CODES), self.draws)
            found = self.months[month] = numpy.zeros(shape, dtype=numpy.int64)
        return found

    def add(self, other: Totals) -> None:
        """Add the totals of other chunks.

        Raises:
            PopulationError: If they are of another kind, too large, or disagree on a jurisdiction.
        """
        kinds = [(at.scenarios, at.draws, at.replicates) for at in (self, other)]
        if kinds[0] != kinds[1]:
            raise PopulationError(message("totals of different runs can't be added"))
        self.rows += other.rows
        for name in self._shapes():
            add_to(getattr(self, name), getattr(other, name))
        for month, sums in other.months.items():
            add_to(self.month(month), sums)
        for key, joins in other.joins.items():
            if self.joins.setdefault(key, joins) != joins:
                raise PopulationError(
                    message(
                        "column joins_the_grant: rows of {code} say different things of it in one "
                        "fiscal year",
                        code=CODES[key[0]],
                    ),
                    column="joins_the_grant",
                )

    def only(self, count: int) -> Totals:
        """The totals of the first scenarios alone."""
        months = {month: sums[:count] for month, sums in self.months.items()}
        return replace(
            self,
            scenarios=count,
            unweighted_grants=self.unweighted_grants[:count],
            amounts=self.amounts[:count],
            changes=self.changes[: count - 1],
            employers=self.employers[:count],
            histogram=self.histogram[:count],
            months=months,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Only what isn't zero is kept and sent: a chunk has few cells."""
        state = dict(self.__dict__)
        for name in self._shapes():
            state[name] = _sparse(state[name])
        state["months"] = {month: _sparse(sums) for month, sums in self.months.items()}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name, shape in self._shapes().items():
            setattr(self, name, _full(state[name], shape))
        shape = (self.scenarios, len(MONTHLY), len(CODES), self.draws)
        self.months = {month: _full(sums, shape) for month, sums in state["months"].items()}

    def same_as(self, other: Totals) -> bool:
        """Whether every number is the same."""
        return (
            (self.rows, self.joins) == (other.rows, other.joins)
            and self.months.keys() == other.months.keys()
            and all(
                numpy.array_equal(mine, yours)
                for mine, yours in zip(self._arrays(), other._arrays(), strict=True)
            )
        )

    def _arrays(self) -> Iterator[Any]:
        for name in self._shapes():
            yield getattr(self, name)
        for month in sorted(self.months):
            yield self.months[month]


def empty_totals(scenarios: int, replicates: int = 0) -> Totals:
    """Totals of nothing yet.

    Args:
        scenarios: How many bodies of law there are.
        replicates: How many columns of replicate weights the file has.
    """
    if replicates:
        return Totals(scenarios, replicates + 1, replicates=True)
    return Totals(scenarios, GROUPS, replicates=False)


def bins_of(cents: Any) -> Any:
    """The bin of the histogram that each amount falls into."""
    fine = cents // FINE
    middle = FINE_END // FINE + (cents - FINE_END) // MIDDLE
    coarse = FINE_END // FINE + (MIDDLE_END - FINE_END) // MIDDLE + (cents - MIDDLE_END) // COARSE
    found = numpy.where(cents < FINE_END, fine, numpy.where(cents < MIDDLE_END, middle, coarse))
    return numpy.minimum(found, BINS - 1)


def bin_start(place: int) -> int:
    """The least amount of a bin, in cents."""
    fine = FINE_END // FINE
    middle = (MIDDLE_END - FINE_END) // MIDDLE
    if place < fine:
        return place * FINE
    if place < fine + middle:
        return FINE_END + (place - fine) * MIDDLE
    return MIDDLE_END + (place - fine - middle) * COARSE


def _sparse(array: Any) -> tuple[Any, Any]:
    flat = array.ravel()
    places = numpy.flatnonzero(flat)
    return places.astype(numpy.int32), flat[places]


def _full(sparse: tuple[Any, Any], shape: tuple[int, ...]) -> Any:
    found = numpy.zeros(shape, dtype=numpy.int64)
    places, values = sparse
    found.ravel()[places] = values
    return found
