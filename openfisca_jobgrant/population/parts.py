"""How much of what a scenario costs each of its clauses adds.

A clause's part is its Shapley value: what it adds, averaged over all orders in which the clauses
could have been enacted. Every set of clauses is a body of law of its own, so that six clauses are
64 laws to run.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.cells import SHAPE
from openfisca_jobgrant.population.engine import Run
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.estimates import DOLLARS, Estimate, estimator_of
from openfisca_jobgrant.population.report import AMOUNTS
from openfisca_jobgrant.population.schema import WEIGHT_UNIT
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenario, Scenarios
from openfisca_jobgrant.scenarios.attribution import clauses_of, in_cents, shapley

MOST_CLAUSES = 6
Parts = dict[str, dict[str, dict[str, Estimate]]]


def coalitions(scenario: str, library: Scenarios) -> dict[frozenset[int], str]:
    """The bodies of law that are run for a scenario's parts: sets of clauses → texts.

    Args:
        scenario: The scenario's text.
        library: Where laws come from.

    Raises:
        PopulationError: If it has no clause, or more than six.
    """
    clauses = clauses_of(library.parse(scenario))
    if not 1 <= len(clauses) <= MOST_CLAUSES:
        raise PopulationError(
            message(
                "{scenario} has {count} clauses; parts are worked out for 1 to {most}",
                scenario=scenario,
                count=len(clauses),
                most=MOST_CLAUSES,
            )
        )
    found = {}
    for size in range(len(clauses) + 1):
        for members in combinations(range(len(clauses)), size):
            which = [clauses[place] for place in members]
            found[frozenset(members)] = Scenario(
                tuple(name for clause in which for name in clause.reforms),
                tuple(override for clause in which for override in clause.overrides),
            ).text
    return found


def parts_of(run: Run, scenario: str, library: Scenarios) -> Parts:
    """What each clause of a scenario adds to the amounts.

    Args:
        run: A run that has all of the scenario's ``coalitions``.
        scenario: The scenario's text.
        library: Where laws come from.

    Returns:
        Clause → amount → jurisdiction, or ``all`` → dollars, which add up to the cent, with their
        sampling error.
    """
    laws = coalitions(scenario, library)
    clauses = [clause.text.removeprefix("plan+") for clause in clauses_of(library.parse(scenario))]
    places = {which: run.scenarios.index(text) for which, text in laws.items()}
    estimator = estimator_of(run.totals)
    sums = run.totals.amounts
    draws = sums.shape[-1]
    by_code = sums.reshape(*sums.shape[:2], *SHAPE, draws).sum(axis=(3, 4, 5))
    found: Parts = {clause: {name: {} for name in AMOUNTS} for clause in clauses}
    for name, measures in AMOUNTS.items():
        amounts = by_code[:, list(measures)].sum(axis=1)
        columns: dict[str, Any] = {"all": amounts.sum(axis=1)}
        columns |= {code: amounts[:, place] for place, code in enumerate(CODES)}
        for key, column in columns.items():
            if key != "all" and not column.any():
                continue
            cents = {which: _cents(estimator.whole(column[at])) for which, at in places.items()}
            values = in_cents(shapley(len(clauses), cents))
            # A Shapley value is a sum, and is taken of each replicate likewise.
            again: dict[frozenset[int], Any] = {
                which: estimator.again(column[at]) * DOLLARS for which, at in places.items()
            }
            replicates: list[Any] = list(shapley(len(clauses), again))
            for clause, value, draw in zip(clauses, values, replicates, strict=True):
                found[clause][name][key] = estimator.around(value / 100, draw)
    return found


def _cents(units: int) -> int:
    """Weighted money in whole cents."""
    return (2 * units + WEIGHT_UNIT) // (2 * WEIGHT_UNIT)
