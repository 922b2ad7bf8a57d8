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
from openfisca_jobgrant.coverage.measuring import NOTICED, SAME, UNNOTICED, Measurer, all_changes
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
    ("transfers.labour_market_agreement.annual_total", "2013-04-01", "down"),
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


def test_every_formula_change_is_noticed_or_listed(systems, measurer):
    """At least 95 of a hundred changes of formulas that make a difference are noticed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = measurer.measure(formula_changes(systems.baseline))
    unnoticed = [one for one in found.results if one.outcome == UNNOTICED]
    assert len(unnoticed) <= 0.05 * len(found.results), [one.change.text for one in unnoticed]


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
    # A share of nothing: the plan's own terms of small employers aren't in force.
    teller = Teller(systems.baseline, Effort(participants=1))
    few = [case for case in cases if "transfers" in case.name]
    lambda_free = [
        change
        for change in formula_changes(systems.baseline)
        if change.variable == "federal_part_before_ceiling"
        and change.kind == "minimum into maximum"
    ]
    (result,) = Measurer(systems.baseline, few, teller).measure(lambda_free).results
    assert result.outcome == UNNOTICED
    assert len(all_changes(systems.baseline)) > 4000


def test_cases_that_fail_measure_nothing(systems, tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "- name: Wrong\n  period: 2014-04\n  input: {tuition_fees: 3000}\n"
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
        "- name: Right\n  period: 2014-04\n  input: {tuition_fees: 3000}\n"
        "  output: {federal_contribution: 1000}\n"
    )
    options = ["coverage", str(file), "--only", "parameters/contribution", "--no-solver", "--json"]
    done = CliRunner().invoke(main, options)
    data = json.loads(done.output)
    assert (done.exit_code, data["cases"]) == (0, 1)
    assert data["dated_figures"]["noticed"] >= 1
    assert CliRunner().invoke(main, [*options, "--figures-at-least", "100"]).exit_code == 1
    assert CliRunner().invoke(main, ["coverage", str(file), "--only", "x"]).exit_code == 2


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
