"""Cases at the boundaries of the law, whose right values a drafter fills in."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import z3
from openfisca_core.indexed_enums import Enum
from openfisca_core.parameters import Parameter
from openfisca_core.periods import period

from openfisca_jobgrant.languages.messages import Message, joined, message
from openfisca_jobgrant.proofs.algebra import plain
from openfisca_jobgrant.proofs.batches import plain_value
from openfisca_jobgrant.proofs.bounds import bounds_of
from openfisca_jobgrant.proofs.cases import period_of
from openfisca_jobgrant.proofs.cliffs import Surveyor
from openfisca_jobgrant.proofs.situation import SymbolicSituation, Unknowns
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios, named_laws

_ASKED = (
    "job_grant_eligible",
    "failed_conditions",
    "government_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
)
_AMOUNTS = ("government_contribution", "employer_cash_contribution")
_COSTS = {"tuition_fees": 9000.0, "wages_during_training": 2000.0}
_COMPARISONS = (z3.Z3_OP_LT, z3.Z3_OP_LE, z3.Z3_OP_GT, z3.Z3_OP_GE, z3.Z3_OP_EQ)


def boundary_cases(
    library: Scenarios,
    scenario: str,
    code: str,
    month: str,
    *,
    pairs: bool = True,
    language: str = "en",
) -> list[dict[str, Any]]:
    """YAML cases just below, at and above each threshold, and on both sides of each date.

    Args:
        library: Where the law comes from.
        scenario: Its text.
        code: The jurisdiction.
        month: The month whose thresholds are meant.
        pairs: Whether every two inputs that can refuse are put together, too.
        language: The language of the cases' names, ``en`` or ``fr``.

    Returns:
        Cases as YAML test files hold them; every expected value is None, to be filled in.
    """
    system = library.system(scenario)
    reforms = [_path(name) for name in library.parse(scenario).reforms]
    found: dict[str, dict[str, Any]] = {}

    def add(words: Message, when: str, facts: dict[str, Any]) -> None:
        name = words.said_in(language)
        # Periods as OpenFisca gives them are no plain text to YAML.
        case: dict[str, Any] = {"name": name, "period": "".join(when)}
        if reforms:
            case["reforms"] = reforms
        case["input"] = {"jurisdiction_code": code, **_COSTS, **facts}
        case["output"] = dict.fromkeys(_ASKED)
        found.setdefault(name, case)

    for name, at in thresholds(system, code, month):
        variable = system.variables[name]
        step = 0.01 if variable.dtype == numpy.float64 else 1
        threshold = plain_value(variable, at)
        for value in (at - step, at, at + step):
            if 0 <= value <= bounds_of(variable)[1]:
                shown = plain_value(variable, round(value, 2))
                add(_where(name, shown, threshold), month, {name: shown})
    refusing = list(_refusing(system, code, month))
    for name, value in refusing:
        add(message("{name} is {value}", name=name, value=value), month, {name: value})
    if pairs:
        for one, other in itertools.combinations(refusing, 2):
            if one[0] != other[0]:
                both = (message("{name} is {value}", name=n, value=v) for n, v in (one, other))
                add(joined(both, ", "), month, dict([one, other]))
    for day in _dates(system, code):
        first = period(day[:7])
        before = str(first.offset(-1))
        add(message("The month before {day}", day=day), before, {})
        add(message("The month from {day}", day=day), str(first), {})
    return list(found.values())


def _where(name: str, value: Any, threshold: Any) -> Message:
    if value < threshold:
        return message("{name} below {at}: {value}", name=name, at=threshold, value=value)
    if value > threshold:
        return message("{name} above {at}: {value}", name=name, at=threshold, value=value)
    return message("{name} at {at}: {value}", name=name, at=threshold, value=value)


def _path(name: str) -> str:
    scheme = named_laws()[name].scheme
    return "" if scheme is None else f"{scheme.__module__}.{scheme.__name__}"


def thresholds(system: Any, code: str, month: str) -> list[tuple[str, float]]:
    """The (input, value) at which the amounts bend or jump, or a condition changes."""
    surveyor = Surveyor(system, _COSTS)
    found: dict[tuple[str, float], None] = {}
    for moved in surveyor.inputs(_AMOUNTS, code, month):
        scale = 100 if surveyor.is_money(moved) else 1
        for amount in _AMOUNTS:
            for place in surveyor.places(amount, moved, code, month):
                if place > 0:
                    found[moved, _roundest(round(place), scale) / scale] = None
    for name, at in _compared(system, code, month):
        if at > 0:
            found[name, at] = None
    return sorted(found)


def _roundest(place: int, scale: int) -> int:
    """The roundest number near a place, which is right to within a few cents."""
    near = range(place - 3, place + 4) if scale > 1 else (place,)
    return max(near, key=lambda at: len(str(at)) - len(str(at).rstrip("0")))


def _compared(system: Any, code: str, month: str) -> set[tuple[str, float]]:
    """The figures with which rules compare an input as it is."""
    unknowns = Unknowns({"jurisdiction_code": plain(CODES.index(code))})
    situation = SymbolicSituation(system, 1, unknowns)
    roots = []
    for amount in (*_AMOUNTS, "job_grant_eligible"):
        item = situation.for_member(amount, period_of(system.variables[amount], month), 0)
        if isinstance(item, z3.ExprRef):
            roots.append(item)
    names = {unknown.decl().name(): key for key, unknown in unknowns.terms.items()}
    seen: set[int] = set()
    found: set[tuple[str, float]] = set()
    while roots:
        term = roots.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        children = term.children()
        if term.decl().kind() in _COMPARISONS and z3.is_arith(children[0]):
            for one, other in (children, children[::-1]):
                bare = one.arg(0) if z3.is_to_real(one) else one
                key = names.get(bare.decl().name())
                variable = None if key is None else system.variables[key[0]]
                if (
                    variable is not None
                    and z3.is_rational_value(other)
                    and variable.value_type is not Enum
                ):
                    value = other.numerator_as_long() / other.denominator_as_long()
                    found.add((variable.name, value))
        roots.extend(children)
    return found


def _refusing(system: Any, code: str, month: str) -> Any:
    """The (input, value) of every kind and flag that refuses somebody who is otherwise usual."""
    surveyor = Surveyor(system, _COSTS)
    usual = surveyor.curve("job_grant_eligible", "tuition_fees", [9000.0], code, month)[0]
    if not usual:
        return
    for name, variable in system.variables.items():
        if variable.formulas or variable.definition_period != "month":
            continue
        if variable.value_type is Enum:
            values = range(len(list(variable.possible_values)))
        elif variable.value_type is bool:
            values = range(2)
        else:
            continue
        for value in values:
            with_it = Surveyor(system, {**_COSTS, name: value})
            at = with_it.curve("job_grant_eligible", "tuition_fees", [9000.0], code, month)
            if not at[0]:
                yield name, plain_value(variable, value)


def _dates(system: Any, code: str) -> list[str]:
    """The first days on which a figure of the jurisdiction's, or of everybody's, changes."""
    found: set[str] = set()
    for item in system.parameters.get_descendants():
        if not isinstance(item, Parameter):
            continue
        head, _, rest = item.name.partition(".")
        if head in ("programmes", "population") and rest.partition(".")[0] != code:
            continue
        found.update(value.instant_str for value in item.values_list)
    return sorted(day for day in found if day > "2013-04-01")
