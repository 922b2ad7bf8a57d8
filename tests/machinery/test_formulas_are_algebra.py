"""Every formula runs on algebraic terms, and means the same there as in the engine.

That polices how rules are written: a branch on data, a change in place, a function that rounds by
itself has no meaning for terms and raises.
"""

import random
from fractions import Fraction

import numpy
import pytest
import z3
from building import build, give

from openfisca_jobgrant.proofs.algebra import NotAlgebraError, term
from openfisca_jobgrant.proofs.situation import SymbolicSituation, Unknowns
from openfisca_jobgrant.proofs.terms import Kinds, Terms
from openfisca_jobgrant.reforming import composed
from openfisca_jobgrant.rules import CODES, fiscal_year
from openfisca_jobgrant.scenarios import all_schemes

PLACES = (("2013-12", "ON"), ("2014-04", "QC"), ("2017-10", "BC"), ("2017-10", "NS"))


@pytest.fixture(
    scope="module", params=[None, *all_schemes()], ids=lambda s: s.__name__ if s else "plan"
)
def law(request, system):
    return composed(system, [request.param] if request.param else [])


def drawn(draw, variable):
    """A value for an unknown, and the same value as the engine takes it."""
    if variable.value_type is bool:
        value = draw.random() < 0.5
        return z3.BoolVal(value), value
    if hasattr(variable, "possible_values"):
        members = list(variable.possible_values)
        place = draw.choice([0, 0, draw.randrange(len(members))])
        return z3.IntVal(place), members[place].name
    if variable.dtype == numpy.float64:
        cents = draw.choice([0, 1, 10_000, 1_500_001, draw.randrange(4_000_000)])
        return z3.IntVal(cents), cents / 100
    value = draw.choice([0, 14, 15, 24, 25, 50, 51])
    return (z3.RealVal if variable.value_type is float else z3.IntVal)(value), value


def is_known(plain):
    return (
        z3.is_true(plain)
        or z3.is_false(plain)
        or z3.is_int_value(plain)
        or z3.is_rational_value(plain)
    )


@pytest.mark.parametrize(("month", "code"), PLACES)
def test_terms_and_engine_agree_on_every_formula(law, month, code):
    from openfisca_core.periods import period

    year = str(fiscal_year(period(month)))
    asked = [
        (name, year if variable.definition_period == "year" else month)
        for name, variable in law.variables.items()
        if variable.formulas and variable.value_type is not str
    ]
    known_code = Unknowns({"jurisdiction_code": Fraction(CODES.index(code))})
    situation = SymbolicSituation(law, participants=2, unknowns=known_code)
    meant = {(name, when): situation.calculate(name, when) for name, when in asked}
    unknowns = situation.unknowns.terms
    assert unknowns
    draw = random.Random(f"{month} {code}")
    for _ in range(2):
        simulation = build(law, [(0, 0, 2)])
        give(simulation, "jurisdiction_code", "ETERNITY", [code])
        values = {key: drawn(draw, law.variables[key[0]]) for key in unknowns}
        stated = {}
        for (name, when, _member), (_, value) in values.items():
            stated.setdefault((name, when or "ETERNITY"), []).append(value)
        for (name, when), given in stated.items():
            give(simulation, name, when, given)
        known = [(unknowns[key], value) for key, (value, _) in values.items()]
        places = [(key, member) for key, vector in meant.items() for member in range(len(vector))]
        plains = in_one_go([term(meant[key].items[member]) for key, member in places], known)
        for (key, member), plain in zip(places, plains, strict=True):
            right = simulation.calculate(*key)[member]
            if not is_known(plain):
                # Parts in proportion are any that the rule could give: these must be among them.
                if key[0] == "contribution_with_first_slice":
                    facts = [z3.substitute(fact, *known) for fact in situation.unknowns.facts]
                    solver = z3.Solver()
                    solver.add(*facts, plain == z3.Q(round(right * 100), 100))
                    assert solver.check() == z3.sat, key
            elif z3.is_bool(plain):
                assert z3.is_true(plain) == right, key
            else:
                fraction = plain.as_fraction() if z3.is_rational_value(plain) else plain.as_long()
                assert float(fraction) == pytest.approx(right, abs=1e-9), key


def in_one_go(items, known):
    """The items with what is known put in: what they share is looked at once."""
    together = z3.Function("together", *(item.sort() for item in items), z3.BoolSort())
    return z3.simplify(z3.substitute(together(*items), *known)).children()


x = z3.Real("x")


@pytest.mark.parametrize(
    "formula",
    [
        lambda amounts: amounts if amounts > 0 else -amounts,
        lambda amounts: numpy.round(amounts, 2),
        lambda amounts: numpy.floor(amounts),
        lambda amounts: numpy.clip(amounts, 0, 1),
        lambda amounts: amounts & amounts,
        lambda amounts: amounts // 2,
        lambda amounts: max(amounts, 0),
        lambda amounts: numpy.minimum(amounts, numpy.array([1, 2, 3])),
    ],
)
def test_what_rules_may_not_do_raises(formula):
    with pytest.raises(NotAlgebraError):
        formula(Terms([x, x]))


def test_an_enum_is_compared_with_its_own_members_only(system):
    kinds = system.variables["employer_kind"].possible_values
    with pytest.raises(NotAlgebraError, match="'private' is no member of EmployerKind"):
        Kinds([z3.Int("k")], kinds) == "private"  # noqa: B015
