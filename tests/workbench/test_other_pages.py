"""Provinces, curves, decision records, situations to start from."""

import csv
import io
import json
from pathlib import Path

import pytest
import yaml

from openfisca_jobgrant.workbench.typical import TYPICAL

EXAMPLES = sorted((Path(__file__).parents[2] / "situation_examples").glob("*.json"))


def test_the_transfers_as_csv_add_up(get):
    rows = list(csv.DictReader(io.StringIO(get("/provinces.csv?lang=en&s=plan&year=2015").words)))
    assert len(rows) == 14
    money = [float(row["labour_market_transfer"]) for row in rows]
    assert money[-1] == pytest.approx(sum(money[:-1]), abs=0.005)
    assert money[-1] > 0


def test_who_does_not_join_shows_in_the_table(get):
    one = get("/provinces.csv?s=opt_out_with_compensation&year=2014").words
    other = get("/provinces.csv?s=opt_out_with_compensation&year=2014&out=QC").words
    changed = set(one.splitlines()) - set(other.splitlines())
    assert any(",QC," in line for line in changed)
    assert not any(",ON," in line for line in changed)


def test_a_year_that_is_none_is_said_beside_its_field(get):
    assert "Write the year" in get("/provinces?lang=en&year=1066").words


def test_costs_are_those_of_the_api(get, app):
    page = get("/costs?lang=en&s=plan&s=premiers_package&by=size_class").words
    found = app.test_client().post(
        "/cost", json={"scenarios": ["plan", "premiers_package"], "by": "size_class"}
    )
    federal = [
        row
        for row in found.get_json()["figures"]
        if (row["measure"], row["table"]) == ("federal_contribution", "size_class")
    ]
    assert len(federal) == 10
    for row in federal:
        assert f"${row['value']:,.2f}" in page
        assert f"± ${row['margin']:,.2f}" in page
    assert "20 to 50 employees" in page
    french = get("/costs?lang=fr&s=plan&by=nothing").words
    assert "Terre-Neuve-et-Labrador" in french


def test_cliffs_are_listed_with_their_rules(get):
    page = get("/curves?lang=en&s=delivered_programmes&along=employee_count&month=2015-10"
               "&tuition_fees=15000&wages_during_training=4000&jurisdiction_code=ON")  # fmt: skip
    assert "/workbench/law/rules/" in page.words
    assert "50 employees → 51 employees" in page.words


def test_the_drawing_is_an_image_that_loads_nothing(get):
    drawn = get("/curves.svg?lang=fr&s=plan")
    assert drawn.mimetype == "image/svg+xml"
    assert "default-src 'none'" in drawn.headers["Content-Security-Policy"]
    assert "<script" not in drawn.words


def test_a_decision_record_can_be_had_of_an_answer(get):
    page = get("/record?lang=fr&s=plan&tuition_fees=15000&month=2014-09&law=plan")
    assert "Dossier de décision" in page.words
    assert "5\u00a0000,00\u00a0$" in page.words
    get("/record?law=nope", 400)
    get("/record?of=nope", 404)


@pytest.mark.parametrize("number", range(len(TYPICAL)))
def test_typical_situations_have_answers(get, number):
    typical = TYPICAL[number]
    query = {"lang": "fr", "month": typical.month, "s": list(typical.scenarios), **typical.facts}
    page = get("", query_string=query)
    assert 'class="bar"' in page.words
    assert 'aria-invalid="true"' not in page.words


#: Government money under each law, as the stories say.
TOLD = (
    (10000, 5000, 10000),
    (4000, 6000, 5100, 4000),
    (0, 6400, 6400, 0),
    (10000, 10000, 10000),
    (2000, 3000, 2500),
    (6000, 9000),
    (0, 0, 0),
    (1666.66, 0),
    (3333.32, 3333.33, 3333.33),
    (2333.32, 2333.33, 3133.33),
)


@pytest.mark.parametrize("number", range(len(TYPICAL)))
def test_typical_situations_show_what_their_stories_say(get, number):
    typical = TYPICAL[number]
    query = {"month": typical.month, "s": list(typical.scenarios), **typical.facts}
    cases = yaml.safe_load(get("/export/tests.yaml", query_string=query).words)
    amounts = [case["output"]["participants"]["participant"] for case in cases]
    assert tuple(at["government_contribution"] for at in amounts) == TOLD[number]


def test_there_are_ten_of_them():
    assert len(TYPICAL) == 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_situation_as_the_api_takes_it_is_read(app, path):
    client = app.test_client()
    sent = {"pasted": path.read_text(encoding="utf-8"), "lang": "en", "s": "plan"}
    answer = client.post("/workbench/situations", data=sent)
    if answer.status_code == 400:
        assert "too long for an address" in answer.get_data(as_text=True)
        return
    page = client.get(answer.headers["Location"]).get_data(as_text=True)
    assert 'class="bar"' in page


def test_a_file_is_read_too_and_faults_are_named(app):
    client = app.test_client()
    one = {"participants": {"Ann": {"tuition_fees": {"2014-05": 3000}}}}
    sent = {"file": (io.BytesIO(json.dumps(one).encode()), "ann.json"), "lang": "en"}
    answer = client.post("/workbench/situations", data=sent)
    assert "tuition_fees=3000" in answer.headers["Location"]
    answer = client.post("/workbench/situations", data={"pasted": "{", "lang": "en"})
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.get_data(as_text=True)


TWO_MONTHS = {
    "participants": {
        "Ann": {"tuition_fees": {"2014-05": 3000}, "government_contribution": {"2014-05": None}},
        "Ben": {"tuition_fees": {"2014-06": 600}},
    }
}


def test_a_pasted_situation_is_answered_for_the_month_that_is_typed(app, get):
    """Of 3,000 in May both governments pay 2,000; of 600 in June they pay 400."""
    sent = {"pasted": json.dumps(TWO_MONTHS), "lang": "en", "s": "plan"}
    address = app.test_client().post("/workbench/situations", data=sent).headers["Location"]
    page = get(address.removeprefix("/workbench")).words
    assert 'name="month" value="2014-05"' in page
    assert "$2,000.00" in page
    page = get(address.removeprefix("/workbench").replace("month=2014-05", "month=2014-06")).words
    assert 'name="month" value="2014-06"' in page
    assert "$400.00" in page
    query = {"lang": "en", "s": "plan", "situation": json.dumps(TWO_MONTHS)}
    for dated in ({}, {"month": ""}):
        page = get("", query_string=query | dated).words
        assert 'name="month" value="2014-05"' in page
        assert "$2,000.00" in page
    page = get("", query_string=query | {"month": "x"}).words
    assert 'id="e-month">Write a month' in page
    assert "There is no answer yet" in page


def test_that_nothing_was_pasted_is_said_plainly(app):
    sent = app.test_client().post("/workbench/situations", data={"pasted": " ", "lang": "fr"})
    assert sent.status_code == 400
    assert "Collez une situation, ou choisissez un fichier." in sent.text
