"""How much of a difference is due to each clause of a scenario.

A clause is a reform (a package's parts are clauses of their own) or an override. Its part is its
Shapley value: what it adds, averaged over all orders in which the clauses could have been enacted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import factorial
from typing import Any

from openfisca_jobgrant.conventions import JOB_GRANT, Conventions
from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.reforming import Scheme
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.scenarios.errors import ScenarioError
from openfisca_jobgrant.scenarios.named import named_laws
from openfisca_jobgrant.scenarios.scenario import Scenario
from openfisca_jobgrant.scenarios.systems import Scenarios, build
from openfisca_jobgrant.situations.answering import simulation_of, values_of
from openfisca_jobgrant.situations.reading import SituationReader

MOST_CLAUSES = 10


@dataclass(frozen=True)
class Attribution:
    """What each clause adds to one amount.

    Attributes:
        entity: Plural of the member's entity.
        member: The member's id.
        variable: The variable.
        period: The period.
        total: How much the whole scenario adds to the amount, in dollars.
        parts: Clause → its part, in dollars; they add up to the total, to the cent.
    """

    entity: str
    member: str
    variable: str
    period: str
    total: float
    parts: dict[str, float]


def clauses_of(scenario: Scenario) -> list[Scenario]:
    """The clauses of a scenario, each a scenario of its own; packages are taken apart."""
    by_scheme = {law.scheme: name for name, law in named_laws().items() if law.scheme}
    names: list[str] = []

    def take_apart(scheme: type[Scheme]) -> None:
        if scheme.includes and not scheme.changes:
            for part in scheme.includes:
                take_apart(part)
        elif by_scheme[scheme] not in names:
            names.append(by_scheme[scheme])

    for reform in scenario.reforms:
        scheme = named_laws()[reform].scheme
        if scheme is not None:
            take_apart(scheme)
    return [
        *(Scenario((name,)) for name in names),
        *(Scenario((), (override,)) for override in scenario.overrides),
    ]


def attribute(
    document: Any,
    scenario: str,
    library: Scenarios,
    *,
    conventions: Conventions = JOB_GRANT,
) -> list[Attribution]:
    """What each clause of a scenario adds to the amounts that a situation asks for.

    Args:
        document: The situation; amounts are asked for with nulls.
        scenario: The scenario's text; it is held against the plan.
        library: Where laws come from.
        conventions: How the situation is read.

    Raises:
        ScenarioError: If the scenario can't be, or has no clause, or more than ten.
        SituationError: If the situation can't be read.
    """
    whole = library.parse(scenario)
    library.system(whole)
    clauses = clauses_of(whole)
    if not 1 <= len(clauses) <= MOST_CLAUSES:
        raise ScenarioError(
            message(
                "the scenario has {count} clauses; parts are worked out for 1 to {most}",
                count=len(clauses),
                most=MOST_CLAUSES,
            ),
            found=whole.text,
        )
    reader = SituationReader(library.baseline, conventions)
    situation = reader.read(document)
    cells = [
        cell
        for cell in situation.asked
        if isinstance(reader.system.variables[cell.variable], Money)
    ]
    worth: dict[frozenset[int], list[int]] = {}
    everyone = range(len(clauses))
    for size in range(len(clauses) + 1):
        for members in combinations(everyone, size):
            law = build(library.baseline, _joined([clauses[place] for place in members]))
            simulation = simulation_of(situation, SituationReader(law, conventions))
            results: dict[tuple[str, str], list[Any]] = {}
            for cell in cells:
                key = (cell.variable, cell.period)
                if key not in results:
                    results[key] = values_of(simulation, *key)
            worth[frozenset(members)] = [
                round(results[cell.variable, cell.period][cell.place] * 100) for cell in cells
            ]
    return [
        Attribution(
            cell.plural,
            cell.member,
            cell.variable,
            cell.period,
            (worth[frozenset(everyone)][place] - worth[frozenset()][place]) / 100,
            {
                clauses[clause].text.removeprefix("plan+"): cents / 100
                for clause, cents in enumerate(
                    in_cents(
                        shapley(len(clauses), {which: at[place] for which, at in worth.items()})
                    )
                )
            },
        )
        for place, cell in enumerate(cells)
    ]


def _joined(clauses: list[Scenario]) -> Scenario:
    return Scenario(
        tuple(name for clause in clauses for name in clause.reforms),
        tuple(override for clause in clauses for override in clause.overrides),
    )


def shapley(count: int, worth: dict[frozenset[int], int]) -> list[Fraction]:
    """Each player's part of what all are worth together.

    Args:
        count: How many players there are.
        worth: What each set of players is worth.
    """
    parts = []
    for player in range(count):
        others = [other for other in range(count) if other != player]
        part = Fraction(0)
        for size in range(count):
            weight = Fraction(factorial(size) * factorial(count - size - 1), factorial(count))
            for members in combinations(others, size):
                before = frozenset(members)
                part += weight * (worth[before | {player}] - worth[before])
        parts.append(part)
    return parts


def in_cents(parts: list[Fraction]) -> list[int]:
    """Whole cents that add up to what the parts do: the largest remainders get the odd cents.

    Args:
        parts: Fractions of cents that add up to a whole number.
    """
    whole = [part.numerator // part.denominator for part in parts]
    odd = sum(parts, Fraction(0)) - sum(whole)
    by_remainder = sorted(range(len(parts)), key=lambda place: (whole[place] - parts[place], place))
    for place in by_remainder[: int(odd)]:
        whole[place] += 1
    return whole
