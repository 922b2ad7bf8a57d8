"""What bodies of law cost over the bundled population."""

import pytest

from openfisca_jobgrant.population.bundled import BundledCosts
from openfisca_jobgrant.scenarios import Scenarios


def figure(found, scenario, measure, **cell):
    (row,) = [
        row
        for row in found["figures"]
        if row["scenario"] == scenario
        and row["measure"] == measure
        and row["table"] == (next(iter(cell), "all"))
        and all(row.get(key) == value for key, value in cell.items())
    ]
    return row


@pytest.fixture(scope="module")
def found(ask):
    return ask("/cost", {"scenarios": ["plan", "premiers_package"]}).json


def test_the_package_costs_ottawa_more_and_no_province(found):
    package = "plan+premiers_package"
    assert found["rows"] == 100_000
    assert figure(found, package, "federal_contribution")["difference"] > 0
    assert figure(found, "plan", "participants")["value"] == pytest.approx(40_000)
    # Employers' cash goes down by no more than governments pay in addition.
    cash = figure(found, package, "employer_cash_contribution")["difference"]
    government = figure(found, package, "government_contribution")["difference"]
    assert cash < 0
    assert government >= -cash - 0.01


def test_only_the_figures_that_are_asked_for(ask):
    only = ask("/cost", {"scenarios": ["plan"], "measures": ["grants"]}).json
    assert {row["measure"] for row in only["figures"]} == {"grants"}


def test_jurisdictions_add_up(found):
    by_code = [
        row["value"]
        for row in found["figures"]
        if (row["table"], row["scenario"], row["measure"])
        == ("jurisdiction", "plan", "government_contribution")
    ]
    assert len(by_code) == 13
    assert sum(by_code) == pytest.approx(
        figure(found, "plan", "government_contribution")["value"], abs=0.01
    )


def test_a_law_that_changes_nothing_costs_exactly_nothing(ask):
    same = "plan+contribution.federal.maximum=5000@2014-04-01"
    found = ask("/cost", {"scenarios": ["plan", same], "by": "size_class"}).json
    differences = {row.get("difference", 0) for row in found["figures"]}
    errors = {row.get("difference_error", 0) for row in found["figures"]}
    assert (differences, errors) == ({0}, {0})


def test_answers_are_kept_and_the_same():
    costs = BundledCosts(Scenarios(), participants=500)
    assert costs.of(["plan"]) is costs.of(["plan"])
    again = BundledCosts(Scenarios(), participants=500).of(["plan"])
    assert again["figures"] == costs.of(["plan"])["figures"]


@pytest.mark.parametrize(
    ("request_", "pointer"),
    [
        ({"scenarios": []}, "/scenarios"),
        ({"scenarios": ["plan"] * 7}, "/scenarios"),
        ({"scenarios": ["plan", "plann"]}, "/scenarios/1"),
        ({"scenarios": [None]}, "/scenarios/0"),
        ({"scenarios": ["plan"], "by": "colour"}, "/by"),
        ({"scenarios": ["plan"], "by": 3}, "/by"),
        ({"scenarios": ["plan"], "measures": ["tuition"]}, "/measures"),
        ({"scenarios": ["plan"], "measures": "grants"}, "/measures"),
        ({"scenarios": ["plan"], "of": 3}, "/of"),
        ({}, ""),
    ],
)
def test_what_cannot_be_asked_is_refused(ask, request_, pointer):
    answer = ask("/cost", request_)
    assert answer.status in (400, 422)
    fault = answer.json["errors"][0]
    assert fault["pointer"] == pointer
    if pointer in ("/by", "/measures"):
        assert fault["found"]
        assert fault["accepted"]
