"""Every cliff that a million points show is found, and none that isn't there."""

import json

import numpy
import pytest
import z3
from click.testing import CliRunner

from openfisca_jobgrant.cli import main
from openfisca_jobgrant.proofs.cliffs import Surveyor
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError, Pieces
from openfisca_jobgrant.scenarios import Scenarios

MILLION = 1_000_000
SITUATIONS = [
    # Nova Scotia: a minimum of 10,000 for large employers, and a first slice for small ones.
    ("delivered_programmes", "NS", "2019-04", "tuition_fees", {}, 500_000),
    ("delivered_programmes", "NS", "2019-04", "tuition_fees", {"employee_count": 20}, 0),
    ("delivered_programmes", "NS", "2019-04", "tuition_fees", {"employee_count": 20}, 1_000_000),
    ("delivered_programmes", "ON", "2015-04", "travel_costs", {"travel_distance_km": 30}, 0),
    # British Columbia refuses what would pass the employer's 300,000: 240,000 are used up.
    (
        "delivered_programmes",
        "BC",
        "2018-04",
        "tuition_fees",
        {"employer_received_to_date": 297_000.0},
        0,
    ),
    ("plan", "ON", "2015-04", "tuition_fees", {}, 1_000_000),
    ("premiers_package", "ON", "2015-04", "wages_during_training", {"employee_count": 20}, 0),
    ("small_firm_floor_2013", "ON", "2015-04", "tuition_fees", {"employee_count": 20}, 1_000_000),
]


@pytest.fixture(scope="module")
def library():
    return Scenarios()


@pytest.mark.parametrize(("scenario", "code", "month", "moved", "facts", "start"), SITUATIONS)
@pytest.mark.parametrize("amount", ["government_contribution", "employer_cash_contribution"])
def test_along_an_amount(scenario, code, month, moved, facts, start, amount, library):
    base = {"tuition_fees": 9000.0, "wages_during_training": 4000.0, **facts}
    surveyor = Surveyor(library.system(scenario), base)
    cents = numpy.arange(start, start + MILLION + 1)
    values = numpy.rint(surveyor.curve(amount, moved, cents / 100, code, month) * 100)
    changes = numpy.diff(values)
    dense = [
        (int(cents[at]), int(values[at]), int(values[at + 1]))
        for at in numpy.flatnonzero(numpy.abs(changes) > 5)
    ]
    found = [
        (round(cliff.before * 100), round(cliff.amount_before * 100),
         round(cliff.amount_after * 100))
        for cliff in surveyor.survey(amount, moved, code, month)
        if cliff.kind != "falls" and start <= round(cliff.before * 100) < start + MILLION
    ]  # fmt: skip
    assert found == dense


@pytest.mark.parametrize("scenario", ["plan", "premiers_package", "delivered_programmes"])
@pytest.mark.parametrize("code", ["ON", "BC", "NB", "QC"])
def test_along_every_count(scenario, code, library):
    base = {"tuition_fees": 15000.0, "wages_during_training": 4000.0}
    surveyor = Surveyor(library.system(scenario), base)
    amount, month = "government_contribution", "2019-04"
    variables = library.baseline.variables
    counts = [
        name for name in surveyor.inputs([amount], code, month) if not surveyor.is_money(name)
    ]
    assert counts
    for moved in counts:
        at = numpy.arange(100_001)
        values = numpy.round(surveyor.curve(amount, moved, at, code, month), 2)
        dense = [
            (int(at[place]), values[place], values[place + 1])
            for place in numpy.flatnonzero(numpy.diff(values))
        ]
        found = [
            (cliff.before, cliff.amount_before, cliff.amount_after)
            for cliff in surveyor.survey(amount, moved, code, month)
        ]
        assert found == dense, variables[moved].label


def test_a_fall_without_a_jump_is_named(library):
    # F-A9, F-A10 (P-NU-in-kind): wages stand for up to half of the employer's third of 9,000.
    surveyor = Surveyor(
        library.system("delivered_programmes"), {"tuition_fees": 9000.0, "employee_count": 20}
    )
    (fall,) = surveyor.survey(
        "employer_cash_contribution", "wages_during_training", "NU", "2015-05"
    )
    assert (fall.kind, fall.before, fall.after) == ("falls", 0, 1500)
    assert (fall.amount_before, fall.amount_after) == (3000, 1500)


def test_the_rule_behind_a_cliff_is_named(library):
    surveyor = Surveyor(library.system("premiers_package"), {"tuition_fees": 15000.0})
    (cliff,) = surveyor.survey("government_contribution", "employee_count", "ON", "2015-04")
    # F-D10: Ottawa pays the employer's 5,000 for up to 50 employees.
    assert (cliff.before, cliff.after, cliff.size) == (50, 51, -5000)
    assert cliff.rules == ("is_small_employer",)
    assert cliff.figures[0] == ("small_employer.maximum_employees", 50)


def test_along_a_payroll(library):
    # P-QC-payroll-threshold-2015-01-01: one per cent of a payroll above 2,000,000, of all of it.
    surveyor = Surveyor(library.system("delivered_programmes"), {})
    (cliff,) = surveyor.survey("payroll_training_obligation", "annual_payroll", "QC", "2016-05")
    assert (cliff.before, cliff.after) == (2_000_000, 2_000_000.01)
    assert (cliff.amount_before, cliff.amount_after) == (0, 20_000)
    assert "annual_payroll" in surveyor.inputs(["payroll_training_obligation"], "QC", "2016-05")


def test_what_is_not_followed_is_said():
    x = z3.Int("x")
    with pytest.raises(NotPiecewiseError):
        Pieces(100).lines(z3.ToReal(x * x))
    assert Pieces(100).lines(z3.If(x < 10, z3.IntVal(1), 2 * x))[1][1] == 2


def test_the_command(tmp_path):
    chart = tmp_path / "chart.svg"
    options = [
        "--scenario",
        "premiers_package",
        "--jurisdiction",
        "ON",
        "--input",
        "employee_count",
    ]
    done = CliRunner().invoke(main, ["cliffs", *options, "--chart", str(chart), "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.output)
    assert {row["before"] for row in data["cliffs"]} == {50}
    assert "<svg" in chart.read_text(encoding="utf-8")
    for wrong, message in (
        (["--at", "2015"], "is no month"),
        (["--amount", "x"], "there is no variable"),
        (["--with", "tuition_fees=much"], "is no number"),
        (["--with", "employer_kind=firm"], "is none of private"),
        (["--with", "is_owner=1"], "neither true nor false"),
        (["--with", "eligible_costs=1"], "is no monthly input"),
        (["--input", "employer_kind"], "no input that is a number"),
        (["--input", "eligible_costs"], "no input that is a number"),
        (["--amount", "failed_conditions"], "is no number"),
        (["--amount", "job_grant_eligible"], "is no number"),
        (["--chart", "x.svg"], "needs one --input"),
        (["--chart", str(tmp_path / "x.gif"), "--input", "age", "--jurisdiction", "ON"], "ends in"),
    ):
        bad = CliRunner().invoke(main, ["cliffs", *wrong])
        assert bad.exit_code == 2, (wrong, bad.output)
        assert message in bad.output
