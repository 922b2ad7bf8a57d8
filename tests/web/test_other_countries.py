"""What the API takes for laws that agree on less than the Canada Job Grant's."""

import dataclasses

import pytest
from openfisca_core.periods import MONTH
from openfisca_core.reforms import Reform
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.web import create_app


@pytest.fixture(scope="module")
def client(system):
    conventions = dataclasses.replace(JOB_GRANT, dates_what_lasts=True)
    return create_app(system, conventions=conventions).test_client()


def two_jurisdictions(**codes):
    """Two participants in a jurisdiction each, whose codes are asked and stated as given."""
    return {
        "participants": {"a": {}, "b": {}},
        "jurisdictions": {
            name: {"participants": [name], "jurisdiction_code": code}
            for name, code in codes.items()
        },
    }


def test_what_lasts_may_be_dated_and_each_spelling_counts(client):
    """The stock API reads one spelling and writes the other: one of the two is lost."""
    for spelling in ("2014-05", "2014", "2014-05-31"):
        a = {"ETERNITY": "BC", "2020-01": None}
        request = two_jurisdictions(a=a, b={spelling: "QC", "ETERNITY": None})
        answer = client.post("/calculate", json=request).json["jurisdictions"]
        assert answer["a"]["jurisdiction_code"] == {"ETERNITY": "BC", "2020-01": "BC"}
        assert answer["b"]["jurisdiction_code"] == {spelling: "QC", "ETERNITY": "QC"}


def test_one_value_lasts(client):
    request = two_jurisdictions(a={"ETERNITY": "BC", "2014-05": "QC"}, b={})
    del request["jurisdictions"]["b"]["jurisdiction_code"]
    answer = client.post("/calculate", json=request)
    assert answer.status_code == 400
    [error] = answer.json["errors"]
    assert error["pointer"] == "/jurisdictions/a/jurisdiction_code/2014-05"


@pytest.mark.parametrize("spelling", ["2014-5", "1850", "eternity", "month:2014-05", "2014-02-30"])
def test_other_spellings_of_for_ever_are_refused(client, spelling):
    request = two_jurisdictions(a={spelling: "BC"}, b={"ETERNITY": "BC"})
    assert client.post("/calculate", json=request).status_code == 400


def test_the_job_grant_writes_eternity(ask):
    assert (
        ask("/calculate", two_jurisdictions(a={"2014": "BC"}, b={"ETERNITY": "BC"})).status == 400
    )


class note(Variable):  # noqa: N801
    """Text with a longest length, which the engine keeps as bytes."""

    value_type = str
    max_length = 5
    entity = Participant
    definition_period = MONTH


class WithNote(Reform):
    def apply(self):
        self.add_variable(note)
        self.neutralize_variable("age")


@pytest.fixture(scope="module")
def changed(system):
    return create_app(WithNote(system)).test_client()


def asked_of_a(name, value):
    return {"participants": {"a": {name: {"2014-05": value}}, "b": {name: {"2014-05": None}}}}


@pytest.mark.parametrize("path", ["/calculate", "/trace"])
def test_text_is_text(changed, path):
    answer = changed.post(path, json=asked_of_a("note", "12 ab"))
    assert answer.status_code == 200
    if path == "/calculate":
        assert answer.json["participants"]["b"]["note"]["2014-05"] == ""
    else:
        assert answer.json["trace"]["note<2014-05>"]["value"] == ["12 ab", ""]


@pytest.mark.parametrize("text", ["123456", "é", 5])
def test_text_that_would_be_cut_is_refused(changed, text):
    answer = changed.post("/calculate", json=asked_of_a("note", text))
    assert answer.status_code == 400
    assert "at most 5 characters" in answer.json["detail"]


def test_what_is_out_of_use_is_answered_with_its_default(changed):
    answer = changed.post("/calculate", json={"participants": {"a": {"age": {"2014-05": None}}}})
    assert answer.json["participants"]["a"]["age"] == {"2014-05": 30}
    answer = changed.post("/calculate", json={"participants": {"a": {"age": {"2014-05": 31}}}})
    assert answer.status_code == 400
    assert "out of use" in answer.json["detail"]
