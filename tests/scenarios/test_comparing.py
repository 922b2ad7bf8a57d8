"""Comparing scenarios: values, differences, causes that hold, and parts that add up."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from openfisca_core.periods import DateUnit
from openfisca_core.reforms import Reform
from openfisca_core.variables import Variable

from openfisca_jobgrant.reforming import WithParameters, with_figure
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios, named_laws
from openfisca_jobgrant.scenarios.attribution import attribute, in_cents, shapley
from openfisca_jobgrant.scenarios.comparing import compare
from openfisca_jobgrant.scenarios.law import differences, figures
from openfisca_jobgrant.situations import SituationError, SituationReader, calculate

EXAMPLES = sorted((Path(__file__).parents[2] / "situation_examples").glob("*.json"))


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def one(month="2014-05", asked=("federal_contribution",), **inputs):
    """A participant of a small employer with 9,000 dollars of tuition."""
    facts = {"tuition_fees": 9000, **inputs}
    employees = facts.pop("employee_count", 20)
    return {
        "participants": {
            "a": {
                **{name: {month: value} for name, value in facts.items()},
                **{name: {month: None} for name in asked},
            }
        },
        "employers": {"e": {"participants": ["a"], "employee_count": {month: employees}}},
    }


def test_every_amount_stands_side_by_side(library):
    """9,000: a third each; relief pays the small employer's 3,000, too; December pays 6,000.

    December's ceiling is a cause of its own: with 5,000 again, 5,000 of the 6,000 would be paid.
    """
    scenarios = ["plan", "small_business_relief", "december_2013_offer"]
    [row] = compare(one(), scenarios, library).rows
    assert list(row.values.values()) == [3000, 6000, 6000]
    assert row.differences == {"plan+small_business_relief": 3000, "plan+december_2013_offer": 3000}
    relief, december = row.why.values()
    assert [cause.path for cause in relief] == ["employer_part_paid_by_ottawa.small_employers"]
    assert (relief[0].before, relief[0].after, relief[0].alone) == (False, True, True)
    assert (relief[0].before_since, relief[0].after_since) == ("1900-01-01", "2014-04-01")
    assert "iPolitics" in relief[0].reference[0]["title"]
    share = next(cause for cause in december if cause.path == "contribution.federal.share")
    assert share.before_since == share.after_since == "2014-04-01"
    assert share.before_reference
    assert share.before_reference != share.reference
    assert {cause.path for cause in december} == {
        "contribution.federal.share",
        "contribution.federal.maximum",
        "contribution.provincial.share",
    }


def test_a_refusal_is_a_difference_with_a_cause(library):
    """In May 2014 the agreements pay nothing yet: the national grant begins in July."""
    document = one(asked=("job_grant_eligible",))
    [row] = compare(document, ["plan", "canada_job_fund_2014"], library).rows
    assert list(row.values.values()) == [True, False]
    assert [cause.path for cause in row.why["plan+canada_job_fund_2014"]] == [
        "regime.national_grant"
    ]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", [name for name in named_laws() if name != "plan"])
def test_each_cause_put_back_moves_the_result(library, path, name):
    document = json.loads(path.read_text(encoding="utf-8"))
    comparison = compare(document, ["plan", name], library)
    other = library.system(name)
    for row in comparison.rows:
        now = row.values[f"plan+{name}"]
        causes = row.why.get(f"plan+{name}", [])
        assert bool(causes) == (now != row.values["plan"])
        joint = [cause for cause in causes if not cause.alone]
        for group in [[cause] for cause in causes if cause.alone] + ([joint] if joint else []):
            parameters = other.parameters
            for cause in group:
                item = library.baseline.parameters
                for part in cause.path.split("."):
                    item = item.children[part]
                parameters = with_figure(parameters, cause.path, item)
            reader = SituationReader(WithParameters(other, parameters))
            answer = calculate(reader.read(document), reader).document
            found = answer[row.entity][row.member][row.variable][row.period]
            assert found != now, (row.variable, [cause.path for cause in group])


def test_nothing_asked_is_refused(library):
    with pytest.raises(SituationError, match="nothing is asked"):
        compare(one(asked=()), ["plan", "no_cost_matching"], library)


def test_parts_of_two_clauses_by_hand(library):
    """9,000, small employer: no match leaves 3,000 federal; relief takes over 3,000, or 6,000 with
    no match. Federal: plan 3,000, no match 3,000, relief 6,000, both 9,000. So the match's part is
    ((3,000 - 3,000) + (9,000 - 6,000)) / 2 = 1,500 and the relief's 6,000 - 1,500 = 4,500.
    """
    [found] = attribute(one(), "no_cost_matching+small_business_relief", library)
    assert found.total == 6000
    assert found.parts == {"no_cost_matching": 1500, "small_business_relief": 4500}


def test_parts_of_three_clauses_by_hand(library):
    """The ceiling of 2,000 as third clause c. Federal under: {} 3,000; c 2,000; relief r 6,000
    (2,000 + 4,000 with c: 6,000); no match m 3,000; mc 2,000; mr 9,000; rc 6,000; mrc 9,000.
    Over the six orders r adds 3,000, 6,000, 6,000, 4,000, 7,000, 7,000 ... as worked out below.
    """
    worth = {"": 3000, "c": 2000, "r": 6000, "m": 3000, "cm": 2000, "mr": 9000, "cr": 6000}
    worth["cmr"] = 9000
    parts = dict.fromkeys("cmr", 0)
    for order in permutations("cmr"):
        for place, clause in enumerate(order):
            before = "".join(sorted(order[:place]))
            after = "".join(sorted(order[: place + 1]))
            parts[clause] += worth[after] - worth[before]
    text = "no_cost_matching+small_business_relief+contribution.federal.maximum=2000@2014-04-01"
    [found] = attribute(one(), text, library)
    assert found.total == 6000
    assert list(found.parts.values()) == pytest.approx(
        [parts["m"] / 6, parts["r"] / 6, parts["c"] / 6], abs=0.01
    )
    assert round(sum(found.parts.values()) * 100) == 600000


def test_a_package_is_taken_apart(library):
    [found] = attribute(one(), "premiers_package", library)
    assert found.parts == {
        "restore_labour_market_funding": 0,
        "small_business_relief": 3000,
        "underrepresented_groups_access": 0,
    }


def test_odd_cents_go_to_the_largest_remainders():
    """100 cents over three players of equal worth: 34, 33, 33."""
    parts = shapley(3, {frozenset(s): 100 if len(s) == 3 else 0 for s in _subsets(3)})
    assert in_cents(parts) == [34, 33, 33]
    assert in_cents([-part for part in parts]) == [-33, -33, -34]


def _subsets(count):
    for bits in range(2**count):
        yield [place for place in range(count) if bits >> place & 1]


def test_more_than_ten_clauses_are_refused(library):
    text = "+".join(f"contribution.federal.maximum={n}@2014-04-01" for n in range(11))
    with pytest.raises(ScenarioError, match="11 clauses"):
        attribute(one(), text, library)


def test_the_law_is_shown_with_sources(library):
    [figure] = figures(library.baseline, "contribution.federal.maximum", "2014-04-01")
    assert (figure.value, figure.unit) == (5000, "currency-CAD")
    assert figure.reference
    with pytest.raises(ScenarioError, match="did you mean"):
        figures(library.baseline, "contribution.federl")
    with pytest.raises(ScenarioError, match="no day"):
        figures(library.baseline, "", "2014-13-01")


def test_two_laws_and_two_days_are_told_apart(library):
    other = library.system("no_cost_matching")
    found = {at.path for at in differences(library.baseline, other, at="2015-04-01")}
    assert found == {
        "contribution.provincial.share",
        "transfers.provincial_match.rate",
    }
    steps = differences(library.baseline, library.baseline, at="2014-04-01", other_at="2015-04-01")
    [step] = [at for at in steps if at.path == "transfers.job_grant.diverted_share"]
    assert (step.before.value, step.after.value) == (0.15, 0.3)


UNREAD = "plan+programmes.ON.ceilings.participant=9000@2014-04-01"
READ = "plan+contribution.federal.maximum=4000@2014-04-01"
TOO_LATE = "plan+contribution.federal.maximum=4000@2030-04-01"


@pytest.mark.parametrize(("text", "warned"), [(UNREAD, True), (READ, False), (TOO_LATE, True)])
def test_an_override_that_nothing_reads_is_warned_of(text, warned, library):
    # Ruling 22: such an override is accepted, with a warning that it has no effect.
    situation = {
        "participants": {"a": {"tuition_fees": {"2015-04": 15000},
                               "federal_contribution": {"2015-04": None}}},
    }  # fmt: skip
    found = compare(situation, ["plan", text], library)
    assert (text in found.warnings) == warned
    assert all("has no effect" in warning for at in found.warnings.values() for warning in at)


def test_rules_differ_from_the_day_on_which_another_one_begins(library):
    """Costs count half from April 2016, by a reform in Python with a formula of its own."""

    def whole(participant, period):
        return participant("eligible_costs", period)

    def half(participant, period):
        return participant("eligible_costs", period) / 2

    half_costs = type(
        "half_costs",
        (Variable,),
        {
            "value_type": float,
            "entity": library.baseline.variables["eligible_costs"].entity,
            "definition_period": DateUnit.MONTH,
            "label": "Costs, counted half",
            "formula": whole,
            "formula_2016_04": half,
        },
    )

    class Halving(Reform):
        name = "Halving"

        def apply(self):
            self.add_variable(half_costs)

    law = Halving(library.baseline)
    days = {"2015-04-01": [], "2016-03-31": [], "2016-04-01": ["half_costs"]}
    for day, rules in days.items():
        found = differences(law, law, at="2014-04-01", other_at=day)
        assert [one.path for one in found if one.kind == "rule"] == rules
