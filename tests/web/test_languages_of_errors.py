"""Errors in the language that the client asks for; in English for who asks for nothing."""

import pyarrow
import pytest
from conftest import one

FRENCH = {"headers": {"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"}}
WRONG = one(tution_fees={"2014-05": 1})
DETAIL = "il n'existe pas de variable de ce nom; vouliez-vous dire 'tuition_fees'?"


@pytest.mark.parametrize(
    ("address", "options"), [("/calculate", FRENCH), ("/calculate?lang=fr", {})]
)
def test_problems_in_french(ask, address, options):
    found = ask(address, WRONG, **options)
    assert found.status == 404
    assert found.json == {
        "type": "about:blank",
        "title": "Introuvable",
        "status": 404,
        "detail": DETAIL,
        "errors": [
            {
                "pointer": "/participants/a/tution_fees",
                "detail": DETAIL,
                "found": '"tution_fees"',
                "accepted": "une variable de participants",
            }
        ],
        "count": 1,
    }
    assert found.headers["Content-Language"] == "fr"
    assert "Accept-Language" in found.headers["Vary"]


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("/calculate", {}),
        ("/calculate", {"Accept-Language": "de"}),
        ("/calculate", {"Accept-Language": "*"}),
        ("/calculate", {"Accept-Language": "en-CA,fr;q=0.5"}),
        ("/calculate", {"Accept-Language": "fr;q=0, de"}),
        ("/calculate?lang=en", FRENCH["headers"]),
        ("/calculate?lang=xx", {}),
    ],
)
def test_english_for_everybody_else(ask, address, headers):
    found = ask(address, WRONG, headers=headers)
    assert found.json["title"] == "Not Found"
    assert found.json["detail"] == (
        "there is no variable of that name; did you mean 'tuition_fees'?"
    )
    assert found.headers["Content-Language"] == "en"


def test_answers_without_words_are_the_same(ask):
    english, french = ask("/calculate", one()), ask("/calculate", one(), **FRENCH)
    assert english.text == french.text
    assert "Content-Language" not in french.headers


def test_the_old_shape(ask):
    headers = {**FRENCH["headers"], "Accept": "application/json"}
    found = ask("/calculate", WRONG, headers=headers)
    assert found.json == {"participants": {"a": {"tution_fees": DETAIL}}}


def test_several_faults(ask):
    found = ask("/calculate", one(tuition_fees={"2014": 1, "2014-05": "x"}), **FRENCH)
    assert found.json["detail"] == "2 fautes dans la requête"
    assert found.json["errors"][0]["accepted"] == "un mois, comme 2014-04"


def test_addresses_and_ways_of_sending(ask):
    assert ask("/variable/x?lang=fr").json["detail"] == "il n'existe pas de variable 'x'"
    assert ask("/nowhere", **FRENCH).json["title"] == "Introuvable"
    assert ask("/calculate", **FRENCH).json["title"] == "Méthode non autorisée"
    found = ask("/calculate", raw="x", content_type="text/plain", **FRENCH)
    assert found.json["detail"] == "une requête s'envoie en application/json, pas en text/plain"


def test_scenarios_and_warnings(ask):
    found = ask("/compare", {"situation": one(), "scenarios": ["plan", "plann"]}, **FRENCH)
    assert found.json["errors"][0]["pointer"] == "/scenarios/1"
    assert found.json["detail"].startswith('il n\'existe pas de régime "plann"; il y a plan, ')
    late = "plan+contribution.federal.maximum=1@2030-01-01"
    said = (
        "contribution.federal.maximum=1@2030-01-01 est sans effet : rien de ce qui est demandé ne "
        "lit ce chiffre pour cette période"
    )
    found = ask("/calculate", {"scenario": late, **one()}, **FRENCH)
    assert found.json["warnings"] == [said]
    assert found.headers["Content-Language"] == "fr"
    found = ask("/compare?lang=fr", {"situation": one(), "scenarios": ["plan", late]})
    assert found.json["warnings"] == {late: [said]}


def test_records_follow_their_member(ask):
    body = {"situation": one(), "variable": "x", "period": "2014-05", "lang": "fr"}
    assert ask("/explain", body).json["detail"] == 'il n\'existe pas de variable "x"'
    body = {"situation": one(), "variable": "government_contribution", "period": "2014-05"}
    assert ask("/explain", body).json[0]["language"] == "en"
    assert ask("/explain", body, **FRENCH).json[0]["language"] == "fr"
    assert ask("/explain", {**body, "lang": "en"}, **FRENCH).json[0]["language"] == "en"


ROW = (
    "tuition_fees : on n'accepte pas -3, mais un montant en dollars, avec deux décimales au plus, "
    "de 0 à 1000000000000"
)


def test_rows_of_batches(ask, app):
    batch = {
        "period": "2014-05",
        "inputs": {"tuition_fees": [1, -3]},
        "outputs": ["eligible_costs"],
    }
    assert ask("/batch", batch, **FRENCH).json["errors"] == [{"row": 1, "detail": ROW}]
    address = "/batch?period=2014-05&outputs=eligible_costs&lang=fr"
    client = app.test_client()
    text = client.post(address, data="tuition_fees\n1\n-3\n", content_type="text/csv")
    assert ROW in text.get_data(as_text=True)
    arrow = client.post(
        address,
        data="tuition_fees\n1\n-3\n",
        content_type="text/csv",
        headers={"Accept": "application/vnd.apache.arrow.stream"},
    )
    with pyarrow.ipc.open_stream(arrow.get_data()) as stream:
        assert stream.read_all().column("error").to_pylist() == [None, ROW]


def test_the_description_says_so(ask):
    found = ask("/spec").json
    assert "Accept-Language" in found["info"]["description"]
    problem = found["paths"]["/calculate"]["post"]["responses"]["400"]
    assert "Content-Language" in problem["headers"]
