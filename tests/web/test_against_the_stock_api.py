"""Valid requests get the stock API's answers, and no request gets nonsense."""

import copy
import json
import random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openfisca_web_api.app import create_app as stock_app
from oracle import oracle
from oracle.oracle import CODES

AMOUNTS = ("eligible_costs", "federal_contribution", "provincial_contribution",
           "employer_contribution")  # fmt: skip
MONTH = "2014-06"


@pytest.fixture(scope="module")
def stock(system):
    return stock_app(system).test_client()


money = st.integers(0, 5_000_000).map(lambda cents: cents / 100)
people = st.fixed_dictionaries(
    {
        "tuition_fees": money,
        "examination_fees": money,
        "wages_during_training": money,
        "age": st.integers(14, 70),
        "employment_status": st.sampled_from(["employed", "underemployed", "unemployed"]),
        "has_job_offer": st.booleans(),
    }
)


@st.composite
def situations(draw):
    """Complete requests: every group written, every participant in one of each kind."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    document = {plural: {} for plural in ("participants", "applications", "employers",
                                          "jurisdictions")}  # fmt: skip
    for place, size in enumerate(sizes):
        names = [f"{place}.{member}" for member in range(size)]
        for name in names:
            facts = draw(people)
            document["participants"][name] = {
                **{key: {MONTH: value} for key, value in facts.items()},
                **{key: {MONTH: None} for key in AMOUNTS},
                "job_grant_eligible": {MONTH: None},
            }
        document["applications"][f"a{place}"] = {
            "participants": names,
            "group_training_costs": {MONTH: draw(money)},
            "application_government_contribution": {MONTH: None},
        }
        document["employers"][f"e{place}"] = {
            "participants": names,
            "employee_count": {MONTH: draw(st.integers(1, 200))},
        }
        document["jurisdictions"][f"j{place}"] = {
            "participants": names,
            "jurisdiction_code": {"ETERNITY": draw(st.sampled_from(CODES))},
            "labour_market_transfer": {"year:2014-04": None},
        }
    return document


def leaves(document, path=()):
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, (*path, key))
    else:
        yield path, document


@settings(max_examples=40)
@given(document=situations())
def test_valid_requests_get_the_same_answers(ask, stock, document):
    ours = ask("/calculate", document)
    theirs = stock.post("/calculate", json=document)
    assert ours.status == theirs.status_code == 200
    right = dict(leaves(theirs.json))
    found = dict(leaves(ours.json))
    assert found.keys() == right.keys()
    for path, value in found.items():
        if isinstance(value, float):
            assert value == pytest.approx(float(numpy.float32(right[path])), rel=1e-6, abs=0.01)
            assert round(value, 2) == value
        else:
            assert value == right[path], path


@settings(max_examples=40)
@given(document=situations())
def test_answers_are_the_oracle_s_to_the_cent(ask, document):
    answer = ask("/calculate", document).json
    for place, application in enumerate(document["applications"].values()):
        names = application["participants"]
        crowd = [document["participants"][name] for name in names]
        request = oracle.Request(
            people=[
                oracle.Person(
                    cents={
                        line: round(facts[line][MONTH] * 100)
                        for line in ("tuition_fees", "examination_fees")
                    },
                    wages=round(facts["wages_during_training"][MONTH] * 100),
                    employment_status=facts["employment_status"][MONTH],
                    has_job_offer=facts["has_job_offer"][MONTH],
                    age=facts["age"][MONTH],
                )
                for facts in crowd
            ],
            group_cents=round(application["group_training_costs"][MONTH] * 100),
            employee_count=document["employers"][f"e{place}"]["employee_count"][MONTH],
        )
        for name, row in zip(names, oracle.contributions(request, (2014, 6)), strict=True):
            for amount in AMOUNTS:
                found = answer["participants"][name][amount][MONTH]
                assert found == float(row[amount] / 100), (name, amount)


def test_trace_answers_like_the_stock_api(ask, stock):
    document = {
        "participants": {
            "a": {"tuition_fees": {MONTH: 3000}, "federal_contribution": {MONTH: None}}
        },
        "applications": {"a": {"participants": ["a"]}},
        "employers": {"a": {"participants": ["a"]}},
        "jurisdictions": {"a": {"participants": ["a"]}},
    }  # fmt: skip
    ours, theirs = ask("/trace", document).json, stock.post("/trace", json=document).json
    assert ours["requestedCalculations"] == theirs["requestedCalculations"]
    assert ours["entitiesDescription"] == theirs["entitiesDescription"]
    assert ours["trace"].keys() == theirs["trace"].keys()
    for key, step in ours["trace"].items():
        assert step["dependencies"] == theirs["trace"][key]["dependencies"]
        assert step["parameters"] == theirs["trace"][key]["parameters"]


@pytest.mark.parametrize("path", ["/", "/entities", "/variables", "/variable/age", "/parameters",
                                  "/parameter/contribution/federal/maximum",
                                  "/parameter/contribution.federal.maximum"])  # fmt: skip
def test_descriptions_are_the_stock_api_s(ask, stock, path):
    ours, theirs = ask(path), stock.get(path)
    assert ours.status == theirs.status_code
    assert ours.json == theirs.json


WILD = [None, True, False, 0, 1, -1, 1.5, 1e308, "", "x", "2014-05", "ON", [], [None], {}, {"": 0},
        ["a"], "a", 10**30, "٢", "\u0000", {"2014-05": None}, {"ETERNITY": "ON"}]  # fmt: skip
KEYS = ["participants", "applications", "employers", "jurisdictions", "a", "b", "tuition_fees",
        "age", "2014-05", "year:2014-04", "ETERNITY", "", "axes", "scenario", "jurisdiction_code",
        "government_contribution", "employer_received_to_date", "x/y", "~"]  # fmt: skip


def mutated(draw, document):
    """A request with something in it replaced, removed or added."""
    document = json.loads(json.dumps(document))
    for _ in range(draw.randrange(1, 4)):
        place = document
        while isinstance(place, dict) and place and draw.random() < 0.75:
            key = draw.choice(list(place))
            if not isinstance(place[key], dict) or draw.random() < 0.2:
                break
            place = place[key]
        if not isinstance(place, dict):
            continue
        act = draw.randrange(3)
        if act == 0 and place:
            place[draw.choice(list(place))] = copy.deepcopy(draw.choice(WILD))
        elif act == 1 and place:
            del place[draw.choice(list(place))]
        else:
            place[draw.choice(KEYS)] = copy.deepcopy(draw.choice(WILD))
    return document


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("path", ["/calculate", "/scenarios/delivered_programmes/calculate",
                                  "/trace"])  # fmt: skip
def test_no_request_gets_a_500_or_no_json(ask, path, seed):
    """A hundred mutants of a request for each seed and address; ``ask`` checks every answer."""
    draw = random.Random(seed)
    base = {
        "participants": {
            "a": {"tuition_fees": {"2014-05": 9000}, "government_contribution": {"2014-05": None}},
            "b": {"age": {"2014-05": 20}, "failed_conditions": {"2014-05": None}},
        },
        "applications": {"a": {"participants": ["a", "b"]}},
        "employers": {"e": {"participants": ["a", "b"], "employee_count": {"2014-05": 20}}},
        "jurisdictions": {
            "j": {
                "participants": ["a", "b"],
                "jurisdiction_code": {"ETERNITY": "BC"},
                "provincial_match": {"year:2014-04": None},
            }
        },
    }
    statuses = {ask(path, mutated(draw, base)).status for _ in range(100)}
    assert statuses <= {200, 400, 404, 422}
    assert len(statuses) > 1


@pytest.mark.parametrize("seed", range(3))
def test_no_bytes_get_a_500(ask, seed):
    draw = random.Random(seed)
    text = json.dumps({"participants": {"a": {"age": {"2014-05": 30}}}}).encode()
    for _ in range(200):
        raw = bytearray(text)
        for _ in range(draw.randrange(1, 5)):
            raw[draw.randrange(len(raw))] = draw.randrange(256)
        ask("/calculate", raw=bytes(raw))
