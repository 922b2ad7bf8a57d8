"""The cases that a claim about every month and jurisdiction comes down to.

Between two dates at which a figure changes that the rules read, and among figures of other
jurisdictions than one's own, nothing differs: such months are one case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from openfisca_core.parameters import ParameterNodeAtInstant
from openfisca_core.periods import period
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.law_versions import change_dates
from openfisca_jobgrant.proofs.algebra import Item
from openfisca_jobgrant.proofs.claims import Claim, Meaning, months_compared
from openfisca_jobgrant.proofs.situation import SymbolicSituation, Unknowns
from openfisca_jobgrant.proofs.terms import Terms
from openfisca_jobgrant.rules import CODES, fiscal_year

FIRST_MONTH = "2014-04"


@dataclass
class Case:
    """One jurisdiction in months in which the same law holds for a claim.

    Attributes:
        code: The jurisdiction.
        months: The months, in order.
        participants: How many participants there are.
        unknowns: The inputs.
        goals: For each participant what the claim comes to.
        conditions: For each participant what the claim's condition comes to.
    """

    code: str
    months: list[str]
    participants: int
    unknowns: Unknowns
    goals: list[Item]
    conditions: list[Item]
    situations: dict[str, SymbolicSituation] = field(default_factory=dict)


def period_of(variable: Any, month: str) -> str:
    """The period, as text, in which a variable is meant in a month."""
    at = period(month)
    if variable.definition_period == "year":
        if variable.name in JOB_GRANT.calendar_years:
            return str(at.start.year)
        return str(fiscal_year(at))
    return month


def months_of(systems: Mapping[str, TaxBenefitSystem]) -> list[str]:
    """Every month from 2014-04 to the last at which a figure of one of the laws changes."""
    last = max(date for system in systems.values() for date in change_dates(system.parameters))
    first_year, first_month = map(int, FIRST_MONTH.split("-"))
    last_year, last_month = int(last[:4]), int(last[5:7])
    count = (last_year - first_year) * 12 + last_month - first_month + 1
    if last[8:] != "01":
        # A figure that changes within a month holds from the next month on.
        count += 1
    places = range(first_month - 1, first_month - 1 + count)
    return [f"{first_year + place // 12:04}-{place % 12 + 1:02}" for place in places]


class Situations:
    """Situations under laws, kept: claims about the same laws share their terms."""

    def __init__(self) -> None:
        self._unknowns: dict[tuple[str, str, int], Unknowns] = {}
        self._situations: dict[tuple[str, str, str, int], SymbolicSituation] = {}

    def unknowns(self, code: str, month: str, participants: int) -> Unknowns:
        """The inputs of so many participants, in a jurisdiction and a month."""
        known = {"jurisdiction_code": Fraction(CODES.index(code))}
        return self._unknowns.setdefault((code, month, participants), Unknowns(known))

    def under(
        self, text: str, system: TaxBenefitSystem, code: str, month: str, participants: int
    ) -> SymbolicSituation:
        """The same situation under a scenario."""
        key = (text, code, month, participants)
        found = self._situations.get(key)
        if found is None:
            unknowns = self.unknowns(code, month, participants)
            found = self._situations[key] = SymbolicSituation(system, participants, unknowns)
        return found


def cases(
    claim: Claim,
    systems: Mapping[str, TaxBenefitSystem],
    participants: int,
    situations: Situations,
) -> Iterator[Case]:
    """The cases of a claim, for situations of so many participants.

    Args:
        claim: The claim.
        systems: The law of each scenario that it names.
        participants: How many participants.
        situations: Where terms are kept.

    Raises:
        NotAlgebraError: If a formula does what has no meaning for terms.
    """
    prints = _Fingerprints(systems)
    months = months_of(systems)
    for code in CODES:
        found: list[tuple[Any, Any, Case]] = []
        for month in months:
            said = months_compared(claim.where_tree, month) + months_compared(claim.tree, month)
            for reads, print_, case in found:
                if print_ == (said, prints.of(reads, month, code)):
                    case.months.append(month)
                    break
            else:
                case = _case(claim, systems, code, month, participants, situations)
                reads = prints.named(case, month)
                found.append((reads, (said, prints.of(reads, month, code)), case))
        for _, _, case in found:
            if any(condition is not False for condition in case.conditions):
                yield case


def _case(
    claim: Claim,
    systems: Mapping[str, TaxBenefitSystem],
    code: str,
    month: str,
    participants: int,
    situations: Situations,
) -> Case:
    under = {
        text: situations.under(text, systems[text], code, month, participants)
        for text in claim.scenarios
    }
    unknowns = situations.unknowns(code, month, participants)
    case = Case(code, [month], participants, unknowns, [], [], under)
    for member in range(participants):
        meaning = _meaning(case, claim, systems, month, member)
        condition = True if claim.where_tree is None else _only(meaning.of(claim.where_tree))
        case.conditions.append(condition)
        case.goals.append(True if condition is False else _only(meaning.of(claim.tree)))
    return case


def _only(found: Any) -> Item:
    return found if isinstance(found, bool) else found.items[0]


def _meaning(
    case: Case, claim: Claim, systems: Mapping[str, TaxBenefitSystem], month: str, member: int
) -> Meaning:
    def value(scenario: str, name: str) -> Any:
        return _of_member(case.situations[scenario], name, month, member)

    def pair(scenario: str, name: str, moved: str) -> Any:
        as_it_is = value(scenario, name)
        with_more = case.unknowns.with_more(systems[scenario].variables[moved], month, member)
        raised = SymbolicSituation(systems[scenario], case.participants, with_more)
        # The unknowns that only the raised one asks for are the same situation's.
        found = _of_member(raised, name, month, member)
        case.unknowns.terms.update(with_more.terms)
        case.situations[f"{scenario}, more {moved}, {member}"] = raised
        return as_it_is, found

    return Meaning(month, value, pair)


def _of_member(situation: SymbolicSituation, name: str, month: str, member: int) -> Terms:
    """A variable's vector for one participant alone."""
    variable = situation.system.variables[name]
    vector = situation.calculate(name, period_of(variable, month))
    return vector.of_member(member if variable.entity.is_person else 0)


class _Fingerprints:
    """What a law says in a month and a jurisdiction, of what was read of it."""

    def __init__(self, systems: Mapping[str, TaxBenefitSystem]) -> None:
        self._systems = systems
        self._known: dict[tuple[int, str, str], Any] = {}
        self._at: dict[tuple[str, str], Any] = {}
        self._dated = [
            variable
            for system in systems.values()
            for variable in system.variables.values()
            if len(variable.formulas) > 1
        ]

    def named(self, case: Case, month: str) -> list[tuple[str, str, str]]:
        """What a case read: (law, which day: of the month, the fiscal or the calendar year)."""
        days = _days(month)
        return sorted(
            {
                (text.partition(",")[0], day, folder)
                for text, situation in case.situations.items()
                for date, folder in situation.reads
                for day, at in days.items()
                if at == date
            }
        )

    def of(self, reads: list[tuple[str, str, str]], month: str, code: str) -> Any:
        """The figures of what was read, as they are in a month."""
        days = _days(month)
        formulas = tuple(variable.get_formula(period(month)) for variable in self._dated)
        figures = tuple(self._figures(text, days[day], folder, code) for text, day, folder in reads)
        return formulas, figures

    def _figures(self, text: str, date: str, folder: str, code: str) -> Any:
        node = self._at.get((text, date))
        if node is None:
            node = self._systems[text].get_parameters_at_instant(date)
            self._at[text, date] = node
        key = (id(node), folder, code)
        found = self._known.get(key)
        if found is None:
            part: Any = node
            for name in folder.split("."):
                part = _child(part, name, code)
            found = self._known[key] = _flat(part)
        return found


@cache
def _days(month: str) -> dict[str, str]:
    at = period(month)
    return {
        "month": str(at.start),
        "fiscal year": str(fiscal_year(at).start),
        "calendar year": f"{at.start.year}-01-01",
    }


def _child(node: Any, name: str, code: str) -> Any:
    if name == "_children":
        # The programmes as a whole: what a jurisdiction reads of them is its own.
        return {key: node._children.get(key) for key in (code, "neutral")}
    return getattr(node, name, None)


def _flat(node: Any) -> Any:
    if isinstance(node, ParameterNodeAtInstant):
        node = node._children
    if isinstance(node, dict):
        return tuple((name, _flat(child)) for name, child in sorted(node.items()))
    return node
