"""Whether a claim holds: proved, refuted by a situation, or not decided."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy
import z3
from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import NOTHING, Message, message, message_of
from openfisca_jobgrant.proofs.algebra import Item, NotAlgebraError, all_of, negation, term
from openfisca_jobgrant.proofs.batches import Batch, column, holds, values_of
from openfisca_jobgrant.proofs.bounds import constraints
from openfisca_jobgrant.proofs.cases import Case, Situations, cases, months_of
from openfisca_jobgrant.proofs.claims import Claim
from openfisca_jobgrant.proofs.integers import Integers, names_in
from openfisca_jobgrant.proofs.situation import MORE, Key, usual_value
from openfisca_jobgrant.proofs.witnesses import Drawer, figures_of, plainest, searched
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "not decided"


@dataclass(frozen=True)
class Effort:
    """How hard a claim is tried.

    Attributes:
        participants: For applications of up to so many participants.
        seconds: How long one case of one participant may take.
        tried: How many situations the engine tries where algebra decides nothing.
    """

    participants: int = 2
    seconds: float = 5.0
    tried: int = 200_000


@dataclass(frozen=True)
class Open:
    """A case that was not decided, and why.

    Attributes:
        code: The jurisdiction.
        months: The first and the last month.
        participants: How many participants.
        reason: Why.
    """

    code: str
    months: tuple[str, str]
    participants: int
    reason: Message


@dataclass
class Answer:
    """What was found out about a claim.

    Attributes:
        claim: The claim.
        verdict: ``proved``, ``refuted`` or ``not decided``.
        jurisdictions: For which jurisdictions.
        months: The first and the last month.
        participants: For applications of up to so many participants.
        cases: How many cases it came down to.
        tried: How many situations the engine tried.
        witness: The situation that breaks it.
        values: The value of each variable that the claim names, for each participant of it.
        open_cases: What was not decided.
        seconds: How long it took.
        law: Under which body of law, where several were tried.
    """

    claim: Claim
    verdict: str
    jurisdictions: tuple[str, ...] = ()
    months: tuple[str, str] = ("", "")
    participants: int = 1
    cases: int = 0
    tried: int = 0
    witness: Batch | None = None
    values: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    open_cases: list[Open] = field(default_factory=list)
    seconds: float = 0.0
    law: str = ""


class Prover:
    """Decides claims.

    Args:
        library: Where the laws come from.
        effort: How hard it tries.
    """

    def __init__(self, library: Scenarios, effort: Effort | None = None) -> None:
        self._library = library
        self._effort = effort or Effort()
        self._situations = Situations()
        self._integers = Integers()

    def decide(self, claim: Claim) -> Answer:
        """Whether a claim holds for every month, jurisdiction and situation that it is about.

        A situation that breaks it was confirmed by the engine.
        """
        systems = {text: self._library.system(text) for text in claim.scenarios}
        return decide_between(claim, systems, self._effort, self._situations, self._integers)


def decide_between(
    claim: Claim,
    systems: dict[str, TaxBenefitSystem],
    effort: Effort,
    situations: Situations,
    integers: Integers,
) -> Answer:
    """Whether a claim about some laws holds.

    Args:
        claim: The claim.
        systems: The law of each scenario that it names.
        effort: How hard it is tried.
        situations: Where terms are kept.
        integers: Where what they are in whole numbers is kept.
    """
    started = time.perf_counter()
    answer = Answer(claim, PROVED, participants=effort.participants)
    attempt = _Attempt(claim, systems, effort, answer, situations, integers)
    for count in range(1, effort.participants + 1):
        attempt.with_participants(count)
        if answer.verdict == REFUTED:
            break
    if answer.verdict == PROVED and answer.open_cases:
        answer.verdict = UNDECIDED
    answer.seconds = time.perf_counter() - started
    return answer


class _Attempt:
    def __init__(
        self,
        claim: Claim,
        systems: dict[str, TaxBenefitSystem],
        effort: Effort,
        answer: Answer,
        situations: Situations,
        integers: Integers,
    ) -> None:
        self._situations = situations
        self._integers = integers
        self._claim = claim
        self._systems = systems
        self._effort = effort
        self._answer = answer
        self._variables = systems[claim.scenario].variables
        self._decided: dict[int, tuple[z3.ExprRef, Message]] = {}

    def with_participants(self, count: int) -> None:
        """Decide all cases of situations of so many participants."""
        codes: dict[str, None] = {}
        months: set[str] = set()
        try:
            for case in cases(self._claim, self._systems, count, self._situations):
                codes[case.code] = None
                months.update((case.months[0], case.months[-1]))
                self._answer.cases += 1
                if self._decide(case):
                    break
        except NotAlgebraError as error:
            self._search_everywhere(count, message_of(error))
            codes = dict.fromkeys(CODES)
            everywhere = months_of(self._systems)
            months = {everywhere[0], everywhere[-1]}
        if codes:
            self._answer.jurisdictions = tuple(
                code for code in CODES if code in codes or code in self._answer.jurisdictions
            )
            known = [month for month in self._answer.months if month]
            self._answer.months = (min(months | set(known)), max(months | set(known)))

    def _decide(self, case: Case) -> bool:
        """Whether a case refutes the claim."""
        for member, (goal, condition) in enumerate(zip(case.goals, case.conditions, strict=True)):
            broken = all_of([condition, negation(goal)])
            if broken is False:
                continue
            found, reason = self._solved(case, broken)
            if found is not None and self._confirmed(found):
                return True
            if reason:
                self._search(case, member, reason)
                if self._answer.verdict == REFUTED:
                    return True
        return False

    def _solved(self, case: Case, broken: Item) -> tuple[Batch | None, Message]:
        """A candidate that breaks the claim, and why nothing is decided; neither if it holds."""
        said = term(broken)
        known = self._decided.get(said.get_id())
        if known is not None:
            return None, known[1]
        integers = self._integers
        asked = integers.condition(said)
        solver = z3.Solver()
        solver.set("timeout", int(self._effort.seconds * 1000))
        named = names_in(asked, *case.unknowns.facts)
        relevant = {
            key: unknown
            for key, unknown in case.unknowns.terms.items()
            if unknown.decl().name() in named
        }
        facts = constraints(relevant, case.unknowns.facts, self._variables)
        solver.add(*map(integers.condition, facts), asked)
        outcome = solver.check()
        if outcome == z3.sat:
            model = _usual_model(solver, relevant, self._variables)
            return as_batch(case, relevant, model, self._variables), message(
                "the rule was followed only in part"
            )
        reason = (
            NOTHING
            if outcome == z3.unsat
            else message("algebra gave up: {reason}", reason=solver.reason_unknown())
        )
        self._decided[said.get_id()] = (said, reason)
        return None, reason

    def _fails(self, batch: Batch) -> Any:
        return ~holds(self._claim, self._systems, batch).all(axis=1)

    def _confirmed(self, candidate: Batch) -> bool:
        """Whether the engine says the same; if so, the plainest such situation is the answer."""
        if not self._fails(candidate)[0]:
            return False
        witness = plainest(candidate, self._fails, self._variables)
        self._answer.verdict = REFUTED
        self._answer.witness = witness
        found = values_of(self._claim, self._systems, witness)
        self._answer.values = {key: list(values) for key, values in found.items()}
        return True

    def _search(self, case: Case, member: int, reason: Message) -> None:
        """Have the engine try situations where algebra decides nothing."""
        figures: set[float] = set()
        for system in self._systems.values():
            law = system.get_parameters_at_instant(f"{case.months[0]}-01")
            own = getattr(law.programmes, case.code, None)
            for folder in (law.contribution, law.grant, law.small_employer, own):
                figures |= figures_of(folder)
        drawer = Drawer(self._variables, list(case.unknowns.terms), figures)
        shape = (case.months[0], case.code, case.participants)
        found = searched(drawer, self._fails, shape, self._effort.tried)
        if found is not None and self._confirmed(found):
            return
        self._answer.tried += self._effort.tried
        self._answer.open_cases.append(
            Open(case.code, (case.months[0], case.months[-1]), case.participants, reason)
        )

    def _search_everywhere(self, count: int, reason: Message) -> None:
        """Have the engine try situations of every month: a formula has no meaning for terms."""
        months = months_of(self._systems)
        keys = list(_all_inputs(self._systems[self._claim.scenario], months[0], count))
        tried = max(self._effort.tried // (len(months) * len(CODES)), 50)
        for code in CODES:
            for month in months:
                at = [(name, month if when else when, member) for name, when, member in keys]
                law = self._systems[self._claim.scenario].get_parameters_at_instant(f"{month}-01")
                drawer = Drawer(self._variables, at, figures_of(law.contribution))
                found = searched(drawer, self._fails, (month, code, count), tried)
                if found is not None and self._confirmed(found):
                    return
                self._answer.tried += tried
        self._answer.open_cases.append(
            Open(message("every jurisdiction"), (months[0], months[-1]), count, reason)
        )


def _all_inputs(system: TaxBenefitSystem, month: str, participants: int) -> Iterator[Key]:
    for variable in system.variables.values():
        if variable.formulas or variable.definition_period != "month":
            continue
        members: Sequence[int] = range(participants) if variable.entity.is_person else (0,)
        for member in members:
            yield variable.name, month, member


def _usual_model(
    solver: z3.Solver, relevant: Mapping[Key, z3.ExprRef], variables: Any
) -> z3.ModelRef:
    """A model in which as many facts as possible are the usual ones."""
    model = solver.model()
    usual: dict[z3.BoolRef, Key] = {}
    for key, unknown in relevant.items():
        variable = variables[key[0]]
        if variable.dtype == numpy.float64 or key[2] == MORE:
            continue
        usual[unknown == usual_value(variable)] = key
    assumed = list(usual)
    for _ in range(len(usual)):
        if solver.check(*assumed) == z3.sat:
            return solver.model()
        core = solver.unsat_core()
        if not len(core):
            break
        # Another size of the employer is a less odd case than another kind of participant.
        given_up = min(core, key=lambda at: _oddness(variables[usual[at][0]]))
        assumed = [at for at in assumed if not at.eq(given_up)]
    return model


def _oddness(variable: Any) -> int:
    order = (variable.name == "employee_count", variable.value_type is not bool)
    return -2 * order[0] - order[1]


def as_batch(
    case: Case, relevant: Mapping[Key, z3.ExprRef], model: z3.ModelRef, variables: Any
) -> Batch:
    """The situation that a model describes; what it leaves open has its usual value."""
    values = {}
    for key, unknown in relevant.items():
        found = model.eval(unknown)
        if not (
            z3.is_int_value(found)
            or z3.is_rational_value(found)
            or z3.is_true(found)
            or z3.is_false(found)
        ):
            continue
        variable = variables[key[0]]
        values[key] = column(variable, [_read(variable, found)])
    return Batch(case.months[0], case.code, case.participants, 1, values)


def _read(variable: Any, found: Any) -> Any:
    if variable.value_type is bool:
        return z3.is_true(found)
    if variable.value_type is Enum:
        return found.as_long()
    if z3.is_int_value(found):
        value = found.as_long()
        return value / 100 if variable.dtype == numpy.float64 else value
    return float(found.numerator_as_long()) / float(found.denominator_as_long())
