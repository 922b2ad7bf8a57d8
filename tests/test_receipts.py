"""Receipts: an answer can be worked out again, and one that was changed shows."""

import copy
import json

import pytest
from click.testing import CliRunner

from openfisca_jobgrant.cli import main
from openfisca_jobgrant.receipts import (
    ReceiptError,
    digest,
    law_digest,
    receipt_of,
    replay,
)
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations import SituationReader, calculate
from openfisca_jobgrant.web import create_app

MONTH = "2014-06"
#: Ottawa pays at most 700; under the plan it would be a third of 3,000.
SCENARIO = "plan+contribution.federal.maximum=700@2014-04-01"


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def situation():
    return {
        "participants": {
            "Wes/é": {
                "tuition_fees": {MONTH: 3000},
                "federal_contribution": {MONTH: None},
                "employment_status": {MONTH: None},
                "job_grant_eligible": {MONTH: None},
            }
        },
        "jurisdictions": {"here": {"participants": ["Wes/é"]}},
    }


def answered(library, text=SCENARIO, document=None):
    reader = SituationReader(library.system(text))
    read = reader.read(document or situation())
    answer = calculate(read, reader).document
    return {**answer, "receipt": receipt_of(read, answer, text)}


def sealed(document):
    """The document with digests that fit what it says, as a forger or an older law would."""
    receipt = document["receipt"]
    answer = {key: value for key, value in document.items() if key != "receipt"}
    receipt["scenario_digest"] = digest(receipt["scenario"])
    receipt["answer_digest"] = digest(answer)
    receipt.pop("receipt_digest", None)
    receipt["receipt_digest"] = digest(document)
    return document


def run(*arguments, given=None):
    return CliRunner().invoke(main, ["replay", *arguments], input=given)


def test_canonical_json_is_that_of_the_standard():
    # RFC 8785, sections 3.2.2 and 3.2.3: keys in order, no blanks, numbers as ECMAScript has them.
    from hashlib import sha256

    expected = b'{"a":[1,1e+30,4.5],"b":"\xe2\x82\xac"}'
    assert digest({"b": "€", "a": [1.0, 1e30, 4.50]}) == "sha256:" + sha256(expected).hexdigest()
    assert digest({"a": 2**70}) == digest({"a": float(2**70)})
    with pytest.raises(ReceiptError, match="canonical JSON"):
        digest({"a": "\ud800"})


def test_todays_law_gives_the_same(library):
    found = replay(answered(library), library)
    assert (found.same, found.same_law, found.refusal, found.differences) == (True, True, "", ())
    assert found.scenario == SCENARIO


def test_how_it_was_written_makes_no_difference(library):
    document = answered(library)
    again = json.loads(json.dumps(document, indent=3, sort_keys=True))
    assert replay(again, library).same


def test_another_answer_shows_with_both_values(library):
    document = answered(library)
    document["participants"]["Wes/é"]["federal_contribution"][MONTH] = 1000.0
    document["receipt"]["law_digest"] = "sha256:" + "0" * 64
    found = replay(sealed(document), library)
    assert not found.same
    assert not found.same_law
    assert found.differences == (
        {
            "entity": "participants",
            "member": "Wes/é",
            "variable": "federal_contribution",
            "period": MONTH,
            "before": 1000.0,
            "now": 700.0,
        },
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda document: document["participants"]["Wes/é"]["federal_contribution"].update(
                {MONTH: 700.01}
            ),
            "the answer is not the one",
        ),
        (
            lambda document: document["participants"]["Wes/é"]["tuition_fees"].update(
                {MONTH: 3001}
            ),
            "the answer is not the one",
        ),
        (lambda document: document["receipt"].update(scenario="plan"), "the scenario is not"),
        (lambda document: document["receipt"]["asked"].pop(), "the request is not the one"),
        (lambda document: document.pop("receipt"), "its member receipt is missing"),
        (lambda document: document["receipt"].pop("asked"), "the receipt has no asked"),
        (lambda document: document["receipt"].update(asked="all"), 'asked is "all"'),
        (lambda document: document["receipt"].update(asked=[["a"]]), "nothing in the answer at"),
        (
            lambda document: document["receipt"]["asked"][0].__setitem__(1, "Ann"),
            "nothing in the answer at",
        ),
        (lambda document: document.update(participants=[1]), "nothing in the answer at"),
        (lambda document: document.update(scenario="plan"), "the whole is not the one"),
        (lambda document: document.update(warnings=["none"]), "the whole is not the one"),
        (lambda document: document["receipt"].update(issued="yesterday"), "the whole is not"),
        (lambda document: document["receipt"].update(law_digest="x"), "the whole is not the one"),
        (lambda document: document["receipt"].update(package={"version": "9"}), "the whole is not"),
        (lambda document: document["receipt"].update(more=1), "the whole is not the one"),
        (lambda document: document["receipt"].update(request_digest=3), "request_digest is 3"),
    ],
)
def test_what_was_changed_since_is_refused(library, change, said):
    document = copy.deepcopy(answered(library))
    change(document)
    with pytest.raises(ReceiptError, match=said):
        replay(document, library)


@pytest.mark.parametrize("document", [None, [], "receipt", {"receipt": 3}, {"receipt": None}])
def test_what_is_no_receipt_is_refused(library, document):
    with pytest.raises(ReceiptError, match="no answer with a receipt"):
        replay(document, library)


def test_a_scenario_that_is_gone_is_another_answer(library):
    document = answered(library)
    document["receipt"]["scenario"] = "plan+what_was_once"
    found = replay(sealed(document), library)
    assert not found.same
    assert 'there is no body of law "what_was_once"' in found.refusal


def test_the_law_has_one_digest():
    assert law_digest() == law_digest()
    assert law_digest().startswith("sha256:")


@pytest.mark.parametrize(
    ("path", "said", "text"),
    [
        ("/calculate", None, "plan"),
        ("/calculate", SCENARIO.removeprefix("plan+"), SCENARIO),
        ("/scenarios/premiers_package/calculate", None, "plan+premiers_package"),
        (
            "/calculate",
            {
                "reforms": ["small_business_relief"],
                "parameters": [
                    {
                        "path": "contribution.federal.maximum",
                        "value": 700,
                        "start": "2014-04-01",
                        "reason": "A test.",
                    }
                ],
            },
            "plan+small_business_relief+contribution.federal.maximum=700@2014-04-01",
        ),
    ],
)
def test_the_api_gives_receipts_that_can_be_replayed(library, app, path, said, text):
    body = situation() | {"receipt": True} | ({} if said is None else {"scenario": said})
    answer = app.test_client().post(path, json=body)
    assert answer.status_code == 200
    assert answer.json["receipt"]["scenario"] == text
    assert replay(answer.json, library).same
    without = app.test_client().post(path, json=body | {"receipt": False})
    assert "receipt" not in without.json


@pytest.fixture(scope="module")
def app(library):
    return create_app(library.baseline, library)


def test_a_receipt_is_wanted_or_not(app):
    answer = app.test_client().post("/calculate", json=situation() | {"receipt": "yes"})
    assert answer.status_code == 400
    assert answer.json["errors"] == [
        {
            "pointer": "/receipt",
            "detail": 'receipt is "yes", and takes true or false',
            "found": '"yes"',
            "accepted": "true or false",
        }
    ]


def test_the_command_says_yes_no_or_that_it_was_changed(library, tmp_path):
    document = answered(library)
    kept = tmp_path / "answer.json"
    kept.write_text(json.dumps(document), encoding="utf-8")
    result = run(str(kept))
    assert result.exit_code == 0
    assert "Today's law gives the same answer." in result.stdout
    assert json.loads(run("--json", "-", given=kept.read_text(encoding="utf-8")).stdout)["same"]

    changed = copy.deepcopy(document)
    changed["participants"]["Wes/é"]["federal_contribution"][MONTH] = 1000.0
    result = run("-", given=json.dumps(changed))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the answer is not the one" in result.stderr

    result = run("-", given=json.dumps(sealed(changed)))
    assert result.exit_code == 1
    assert "1000.0" in result.stdout
    assert "700.0" in result.stdout
    assert run(str(tmp_path / "none.json")).exit_code == 2


def test_the_command_gives_receipts(tmp_path):
    asked = tmp_path / "situation.json"
    asked.write_text(json.dumps(situation()), encoding="utf-8")
    given = CliRunner().invoke(main, ["calculate", str(asked), "--receipt", "--scenario", SCENARIO])
    assert given.exit_code == 0
    assert run("-", given=given.stdout).exit_code == 0
    both = CliRunner().invoke(main, ["calculate", str(asked), "--receipt", "--unknown"])
    assert (both.exit_code, both.stdout) == (2, "")
