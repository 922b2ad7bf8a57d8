"""Law coverage: planted errors are noticed, and what makes no difference is recognised."""

import json
import warnings
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.cli import main
from openfisca_jobgrant.coverage.cases import CasesFailError, ready_cases
from openfisca_jobgrant.coverage.figures import FigureChange, figure_changes
from openfisca_jobgrant.coverage.formulas import formula_changes
from openfisca_jobgrant.coverage.measuring import NOTICED, SAME, UNNOTICED, Measurer
from openfisca_jobgrant.coverage.telling import Teller
from openfisca_jobgrant.proofs.deciding import Effort
from openfisca_jobgrant.testing.systems import Systems

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def systems():
    return Systems(CountryTaxBenefitSystem)


@pytest.fixture(scope="module")
def cases(systems):
    return ready_cases([TESTS], systems)


@pytest.fixture(scope="module")
def measurer(systems, cases):
    return Measurer(systems.baseline, cases, None)


def test_every_case_is_read(cases):
    in_files = sum(
        len(yaml.safe_load(path.read_text(encoding="utf-8"))) for path in TESTS.rglob("*.yaml")
    )
    assert len(cases) == in_files


# A cent, a day, a size, a share: errors as they are made when law is written down.
PLANTED_FIGURES = [
    ("contribution.federal.maximum", "2014-04-01", "down"),
    ("contribution.federal.maximum", "2014-04-01", "a day later"),
    ("contribution.federal.share", "2014-04-01", "up"),
    ("contribution.provincial.share", "2014-04-01", "removed"),
    ("contribution.employer.minimum_share", "2014-04-01", "up"),
    ("programmes.ON.small_employers.maximum_employees", "2018-01-01", "down"),
    ("programmes.ON.small_employers.maximum_employees", "2018-01-01", "up"),
    ("programmes.ON.government_share.small", "2018-01-01", "a day later"),
    ("programmes.BC.ceilings.employer", "2018-04-01", "down"),
    ("programmes.BC.ceilings.participant", "2018-04-01", "up"),
    ("transfers.job_grant.diverted_share", "2014-04-01", "up"),
    ("transfers.labour_market_agreement.annual_total", "2008-04-01", "down"),
]
PLANTED_FORMULAS = [
    ("is_small_employer", "<= into <"),
    ("is_small_employer", "<= into >"),
    ("has_short_enough_training", "<= into <"),
    ("government_contribution", "+ into -"),
    ("employer_cash_contribution", "- into +"),
    ("eligible_travel_costs", "> into >="),
    ("federal_part_before_ceiling", "minimum into maximum"),
    ("has_terms_of_new_hires", "& into |"),
]


def test_there_are_twenty_planted_errors():
    assert len(PLANTED_FIGURES) + len(PLANTED_FORMULAS) == 20


@pytest.mark.parametrize(("path", "start", "kind"), PLANTED_FIGURES)
def test_a_wrong_figure_is_noticed(path, start, kind, measurer, systems):
    planted = FigureChange(path, start, kind)
    assert planted in figure_changes(systems.baseline), "there is no such figure"
    (result,) = measurer.measure([planted]).results
    assert result.outcome == NOTICED


@pytest.mark.parametrize(("variable", "kind"), PLANTED_FORMULAS)
def test_a_wrong_formula_is_noticed(variable, kind, measurer, systems):
    planted = [
        change
        for change in formula_changes(systems.baseline)
        if (change.variable, change.kind) == (variable, kind)
    ]
    assert planted
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for result in measurer.measure(planted).results:
            assert result.outcome == NOTICED


# Changes that no case can notice under any body of law that has a name, and why.
NO_DIFFERENCE = {
    # Multiplied by what is always 1 where costs count at all, or by a condition that is divided by.
    ("programme_costs", "* into /"): "these cost lines count under every programme",
    # A whole number of cents comes out, so that nothing is rounded.
    ("contribution_with_first_slice", "share_of into share_of_down"): "all of the first slice",
    ("federal_contribution", "share_of into share_of_down"): "Ottawa's part is all of it",
    ("federal_job_grant_money", "share_of into share_of_down"): "whole millions",
    ("job_grant_spending_from_any_source", "share_of into share_of_down"): "whole millions",
    ("mfor_contribution", "share_of into share_of_down"): "for literacy, all of it",
    ("mfor_wages", "share_of into share_of_down"): "hours in hundredths times whole dollars",
    ("pacme_contribution", "share_of into share_of_down"): "all of the first spending",
    ("pacme_spending", "share_of into share_of_down"): "hours in hundredths times whole dollars",
    ("pacme_wages", "share_of into share_of_down"): "hours in hundredths times whole dollars",
    ("provincial_match", "share_of into share_of_down"): "as much, or nothing",
    # The employer's minimum and both governments' shares add up to one wherever they are in force.
    ("federal_part_before_ceiling", "* into /"): "the minimum never binds beyond the shares",
    ("federal_part_before_ceiling", "- into +"): "the minimum never binds beyond the shares",
    ("provincial_part_before_ceiling", "minimum into maximum"): "both are the same",
    ("provincial_part_before_ceiling", "* into /"): "the minimum never binds beyond the shares",
    ("provincial_part_before_ceiling", "- into +"): "the minimum never binds beyond the shares",
    # Amounts that are nothing wherever the rule is in force.
    ("employer_ceiling", "+ into -"): "zeros are added to give each member a value",
    ("has_first_slice", "0 into 1"): "no slice is of a dollar or less",
    ("eligible_costs", "1 into 0"): "what is divided by no one is given to no one",
    ("wages_counted_in_the_employer_part", "- into +"): (
        "the limit on wages is below the part, and no province adds its own"
    ),
}


def test_every_change_of_a_formula_is_noticed_or_can_make_no_difference(systems, measurer):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = measurer.measure(formula_changes(systems.baseline))
    unnoticed = {
        (one.change.variable, one.change.kind) for one in found.results if one.outcome == UNNOTICED
    }
    assert unnoticed == set(NO_DIFFERENCE)


# Dated figures none of whose changes a case can notice, and why.
UNNOTICED_FIGURES = {
    # Held from July 2012 to March 2013, when no fiscal year begins; the count before is the same.
    "population": {"2012-07-01"},
    # They ended together: what one of them would still give is taken from nothing.
    "quebec.pacme": {"2020-10-01"},
    # The province's part is nothing under these laws, whatever its maximum.
    "contribution.provincial.maximum": {"2014-04-01"},
    # From 2017 on nothing is diverted, so that there is nothing to match.
    "transfers.provincial_match.rate": {"2017-04-01"},
    # National figures that no rule allocates.
    "transfers.workforce_development_agreement": {"2017-04-01", "2020-04-01"},
    # The programmes' own terms hold instead.
    "regime.national_grant": {"2014-04-01"},
}


def test_every_dated_figure_outside_the_programmes_is_noticed(systems, measurer):
    changes = [
        change
        for change in figure_changes(systems.baseline)
        if not change.path.startswith("programmes.")
    ]
    outcomes = {}
    for one in measurer.measure(changes).results:
        key = (one.change.path, one.change.start, one.change.scheme)
        outcomes.setdefault(key, set()).add(one.outcome)
    unnoticed = {
        (path, start)
        for (path, start, _), found in outcomes.items()
        if NOTICED not in found and found != {SAME}
    }
    unexplained = {
        (path, start)
        for path, start in unnoticed
        if not any(
            path.startswith(known) and start in days for known, days in UNNOTICED_FIGURES.items()
        )
    }
    assert unexplained == set()


def test_a_day_on_which_no_month_begins_makes_no_difference(measurer):
    earlier = FigureChange("contribution.federal.maximum", "2014-04-01", "a day earlier")
    (result,) = measurer.measure([earlier]).results
    assert result.outcome == SAME


def test_what_no_case_notices_comes_with_a_situation_that_shows_it(systems, cases):
    few = [case for case in cases if "transfers" in case.name]
    teller = Teller(systems.baseline, Effort(participants=1))
    change = FigureChange("contribution.federal.maximum", "2014-04-01", "down")
    (result,) = Measurer(systems.baseline, few, teller).measure([change]).results
    assert result.outcome == UNNOTICED
    shown = result.shown_by
    (costs,) = [value[0] for (name, _, _), value in shown.witness.values.items()]
    # A third of it has to come to more than 4,999.99.
    assert costs > 14999.97


def test_the_solver_recognises_what_can_make_no_difference(systems, cases):
    # The plan's shares are a third each, and the employer's minimum is a third: which of the two
    # numbers is taken for the province makes no difference, under any body of law.
    (change,) = [
        change
        for change in formula_changes(systems.baseline)
        if change.variable == "provincial_part_before_ceiling"
        and change.kind == "minimum into maximum"
    ]
    teller = Teller(systems.baseline, Effort(participants=1))
    (result,) = Measurer(systems.baseline, cases[:1], teller).measure([change]).results
    assert result.outcome == SAME


def test_cases_that_fail_measure_nothing(systems, tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "- name: A wrong third\n  period: 2014-04\n  input: {tuition_fees: 3000}\n"
        "  output: {federal_contribution: 1001}\n"
    )
    with pytest.raises(CasesFailError, match="expected 1001"):
        ready_cases([file], systems)
    done = CliRunner().invoke(main, ["coverage", str(file)])
    assert done.exit_code == 2
    assert "expected 1001" in done.output
    done = CliRunner().invoke(main, ["coverage", str(tmp_path / "no.yaml")])
    assert (done.exit_code, "no such file" in done.output) == (2, True)


def test_the_commands(tmp_path):
    file = tmp_path / "cases.yaml"
    file.write_text(
        "- name: A right third\n  period: 2014-04\n  input: {tuition_fees: 3000}\n"
        "  output: {federal_contribution: 1000}\n"
    )
    options = ["coverage", str(file), "--only", "parameters/contribution", "--no-solver", "--json"]
    done = CliRunner().invoke(main, options)
    data = json.loads(done.output)
    assert (done.exit_code, data["cases"]) == (0, 1)
    assert data["dated_figures"]["noticed"] >= 1
    assert CliRunner().invoke(main, [*options, "--figures-at-least", "100"]).exit_code == 1
    assert CliRunner().invoke(main, ["coverage", str(file), "--only", "nowhere"]).exit_code == 2


def test_boundary_cases_stand_just_below_at_and_above_each_threshold():
    done = CliRunner().invoke(
        main, ["cases", "--scenario", "delivered_programmes", "--jurisdiction", "ON"]
    )
    assert done.exit_code == 0
    names = [case["name"] for case in yaml.safe_load(done.output)]
    # P-ON: up to 50 employees, up to 52 weeks; 10,000 is two thirds of 15,000.
    for name in (
        "employee_count below 50: 49",
        "employee_count at 50: 50",
        "employee_count above 50: 51",
        "training_weeks above 52: 53",
        "tuition_fees at 15000: 15000",
        "trainer_kind is in_house",
        "The month before 2014-09-01",
        "The month from 2014-09-01",
    ):
        assert name in names
    assert any("is_owner is True" in name and "trainer_kind" in name for name in names)
    assert CliRunner().invoke(main, ["cases", "--at", "x"]).exit_code == 2
