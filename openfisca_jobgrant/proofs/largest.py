"""The most that an amount can come to, and for whom: who gains most?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

from openfisca_jobgrant.proofs.algebra import term
from openfisca_jobgrant.proofs.batches import Batch, measured, values_of
from openfisca_jobgrant.proofs.bounds import constraints
from openfisca_jobgrant.proofs.cases import Case, Situations, cases
from openfisca_jobgrant.proofs.claims import Claim
from openfisca_jobgrant.proofs.deciding import (
    PROVED,
    UNDECIDED,
    Answer,
    Effort,
    as_batch,
)
from openfisca_jobgrant.proofs.integers import Integers, NotLinearError, names_in
from openfisca_jobgrant.proofs.witnesses import plainest
from openfisca_jobgrant.scenarios import Scenarios

_CENT = 0.01


@dataclass
class _Best:
    cents: int
    case: Case
    batch: Batch


def largest(claim: Claim, library: Scenarios, effort: Effort) -> tuple[float | None, Answer]:
    """The most that an expression comes to, over all situations that it is about.

    Args:
        claim: An expression that is a number: see ``parse_amount``.
        library: Where the laws come from.
        effort: How hard it is tried.

    Returns:
        The most, in dollars, as the engine gives it for the answer's witness; None if there is no
        situation. The verdict is ``proved`` if nothing can come to more, else ``not decided``.
    """
    systems = {text: library.system(text) for text in claim.scenarios}
    variables = systems[claim.scenario].variables
    answer = Answer(claim, PROVED, participants=effort.participants)
    integers, situations = Integers(), Situations()
    best: _Best | None = None
    codes: dict[str, None] = {}
    months: set[str] = set()
    for count in range(1, effort.participants + 1):
        for case in cases(claim, systems, count, situations):
            codes[case.code] = None
            months |= {case.months[0], case.months[-1]}
            answer.cases += 1
            for goal, condition in zip(case.goals, case.conditions, strict=True):
                if condition is False:
                    continue
                found = _most(case, goal, condition, integers, variables, effort)
                if found is None:
                    answer.verdict = UNDECIDED
                elif best is None or found.cents > best.cents:
                    best = found
    answer.jurisdictions = tuple(codes)
    answer.months = (min(months, default=""), max(months, default=""))
    if best is None:
        return None, answer
    most = float(measured(claim, systems, best.batch).max())

    def reaches(batch: Batch) -> Any:
        found = measured(claim, systems, batch)
        return found.max(axis=1) >= most - _CENT / 2

    answer.witness = plainest(best.batch, reaches, variables)
    answer.values = {
        key: list(values) for key, values in values_of(claim, systems, answer.witness).items()
    }
    if abs(most * 100 - best.cents) > 0.5:
        # The engine gives less than algebra allows: a rule was followed only in part.
        answer.verdict = UNDECIDED
    return most, answer


def _most(
    case: Case, goal: Any, condition: Any, integers: Integers, variables: Any, effort: Effort
) -> _Best | None:
    """The most of one participant's amount in a case; None if it isn't known."""
    solver = z3.Optimize()
    solver.set("timeout", int(effort.seconds * 1000))
    asked = integers.condition(term(condition))
    amount = term(goal)
    named = names_in(asked, amount, *case.unknowns.facts)
    relevant = {
        key: unknown
        for key, unknown in case.unknowns.terms.items()
        if unknown.decl().name() in named
    }
    facts = constraints(relevant, case.unknowns.facts, variables)
    solver.add(*map(integers.condition, facts), asked)
    try:
        cents = integers.cents(amount)
    except NotLinearError:
        return None
    handle = solver.maximize(cents)
    outcome = solver.check()
    if outcome != z3.sat:
        return None if outcome == z3.unknown else _Best(-(10**15), case, _nobody(case))
    reached = solver.upper(handle)
    if not z3.is_int_value(reached):
        return None
    batch = as_batch(case, relevant, solver.model(), variables)
    return _Best(reached.as_long(), case, batch)


def _nobody(case: Case) -> Batch:
    return Batch(case.months[0], case.code, case.participants, 1, {})
