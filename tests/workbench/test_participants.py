"""Several participants in one application: each with their own facts, in form and address."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import yaml

from openfisca_jobgrant.workbench.state import LONGEST_ADDRESS, MOST_PARTICIPANTS

EXAMPLES = Path(__file__).parents[2] / "situation_examples"
#: Thirds of 9,000 and of 15,000: 3,000 and 5,000 from Ottawa; the third has no employer.
THREE = (
    "?lang=en&month=2014-09&s=plan&s=no_cost_matching&tuition_fees=9000&participants=3"
    "&tuition_fees.2=15000&who.2=Wes&employment_status.3=unemployed&has_job_offer.3=false"
    "&tuition_fees.3=600"
)


def test_the_table_holds_the_total_and_each_participant(get):
    words = get(THREE).words
    assert "2014-09: 3 participants together" in words
    total, each = (part.split("</table>")[0] for part in re.split(r"<table[^>]*>", words)[1:3])
    # 3,000 + 5,000 + 0 from Ottawa; the refused third participant's 600 are the employer's.
    assert "$8,000.00" in total
    assert [title in each for title in ("Participant 1", ">Wes<", "Participant 3")] == [True] * 3
    assert "$3,000.00" in each
    assert "$5,000.00" in each
    # Without a match, what the province doesn't pay: 5,000 for Wes alone, 8,000 together.
    assert "−$8,000.00" in total
    assert "−$5,000.00" in each


def test_only_who_is_refused_is_said_to_be(get):
    words = get(THREE).words
    assert "the grant is refused to 1 of 3 participants." in words
    assert re.search(r"Participant 3: not met:", words)
    assert "Wes: not met" not in words


def test_errors_stand_beside_the_participants_field(get):
    words = get(THREE.replace("tuition_fees.2=15000", "tuition_fees.2=x")).words
    assert 'id="e-tuition_fees-2">Write an amount in dollars' in words
    assert 'href="#f-tuition_fees-2"' in words
    assert 'id="e-tuition_fees"></p>' in words


def test_two_of_a_name_are_told_apart(get):
    words = get(f"{THREE}&who.3=Wes").words
    assert 'id="e-who-3">Another participant has this name' in words
    assert "There is no answer yet" in words


def moved(app, query):
    answer = app.test_client().get(f"/workbench/{query}")
    assert answer.status_code == 303
    address = urlsplit(answer.headers["Location"])
    return {key: found[-1] for key, found in parse_qs(address.query).items()}, address.fragment


def test_one_more_is_added_at_the_end(app):
    query, place = moved(app, f"{THREE}&add=1")
    assert query["participants"] == "4"
    assert query["tuition_fees.2"] == "15000"
    assert place == "participant-4"
    assert "add" not in query


def test_who_is_removed_takes_their_facts_along_and_others_move_up(app):
    query, place = moved(app, f"{THREE}&remove=2")
    assert query["participants"] == "2"
    assert query["tuition_fees"] == "9000"
    assert (query["tuition_fees.2"], query["employment_status.2"]) == ("600", "unemployed")
    assert "who.2" not in query
    assert place == "participant-2"


def test_without_the_first_the_second_is_the_first_and_what_is_shared_stays(app):
    query, place = moved(app, f"{THREE}&employee_count=7&remove=1")
    assert (query["tuition_fees"], query["who"]) == ("15000", "Wes")
    assert (query["tuition_fees.2"], query["employee_count"]) == ("600", "7")
    assert place == "participant-1"


def test_one_participant_always_stays(app):
    query, _ = moved(app, "?lang=en&s=plan&month=2014-09&tuition_fees=9000&remove=1")
    assert "participants" not in query
    assert query["tuition_fees"] == "9000"


@pytest.mark.parametrize("number", ["0", "x9", "4", "²"])
def test_who_is_not_there_is_not_removed(get, number):
    told = get("", 400, query_string=f"lang=en&participants=3&month=2014-09&remove={number}").words
    assert f"There is no participant {number}." in told


def test_there_are_at_most_eight(get, app):
    words = get("?lang=en&s=plan&month=2014-09&tuition_fees=1&participants=999").words
    assert words.count('id="participant-') == MOST_PARTICIPANTS
    assert 'name="add"' not in words
    query, _ = moved(app, "?s=plan&month=2014-09&participants=8&add=1")
    assert query["participants"] == "8"


def test_the_exports_hold_all_of_them(get, app):
    cases = yaml.safe_load(get(f"/export/tests.yaml{THREE}").words)
    found = cases[0]["output"]["participants"]
    federal = {name: amounts["federal_contribution"] for name, amounts in found.items()}
    assert federal == {"participant_1": 3000, "Wes": 5000, "participant_3": 0}
    document = json.loads(get(f"/export/situation.json{THREE}").words)
    answer = app.test_client().post("/calculate", json=document).json
    assert answer["participants"]["Wes"]["federal_contribution"]["2014-09"] == 5000
    assert "Wes" in get(f"/record{THREE}&law=plan").words


def test_a_link_on_the_page_restores_them(get):
    words = get(THREE).words
    link = next(
        part for part in words.split('"') if part.startswith("/workbench/?") and "who" in part
    )
    again = get(link.removeprefix("/workbench").replace("&amp;", "&")).words
    assert again.split('<section id="results"')[1] == words.split('<section id="results"')[1]


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("welding_shop_prince_george", ["Dana", "Wes"]),
        ("first_nation_government_manitoba", ["Joan", "Leo"]),
    ],
)
def test_a_pasted_application_of_several_fills_the_form(app, get, name, people):
    pasted = (EXAMPLES / f"{name}.json").read_text(encoding="utf-8")
    sent = {"pasted": pasted, "lang": "en", "s": "plan"}
    answer = app.test_client().post("/workbench/situations", data=sent)
    query = urlsplit(answer.headers["Location"]).query
    assert "situation" not in parse_qs(query)
    words = get(f"?{query}").words
    for person in people:
        assert f'value="{person}"' in words
        assert f">{person}</th>" in words


def test_the_welding_shop_in_the_form_gets_what_the_api_gives(app, get):
    """Half of the group's 7,200 and the 150 examination: 3,750 for Dana, 3,600 for Wes."""
    pasted = (EXAMPLES / "welding_shop_prince_george.json").read_text(encoding="utf-8")
    answer = app.test_client().post("/workbench/situations", data={"pasted": pasted, "s": "plan"})
    query = urlsplit(answer.headers["Location"]).query
    cases = yaml.safe_load(get(f"/export/tests.yaml?{query}").words)
    found = cases[0]["output"]["participants"]
    assert [found[name]["eligible_costs"] for name in ("Dana", "Wes")] == [3750, 3600]
    assert [found[name]["federal_contribution"] for name in ("Dana", "Wes")] == [1250, 1200]


def test_applications_apart_stay_as_they_were_pasted(app):
    apart = {"participants": {"Ann": {"tuition_fees": {"2014-05": 3000}}, "Ben": {}}}
    sent = {"pasted": json.dumps(apart), "lang": "en"}
    answer = app.test_client().post("/workbench/situations", data=sent)
    assert "situation=" in answer.headers["Location"]


def test_what_is_not_asked_for_now_is_kept(get):
    words = get("?lang=en&month=2014-09&s=plan&tuition_fees=9000&training_hours=30").words
    assert '<input type="hidden" name="training_hours" value="30">' in words


def test_what_is_printed_says_the_situation(get):
    words = get(THREE).words
    stated = words.split('<dl class="facts stated">')[1].split("</dl>")[0]
    assert "(Participant 1)</dt><dd>$9,000.00</dd>" in stated
    assert "(Wes)</dt><dd>$15,000.00</dd>" in stated
    assert "Employment status (Participant 3)</dt><dd>Unemployed</dd>" in stated


def test_a_hostile_name_stays_text(get):
    hostile = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    for page in ("", "/record", "/curves", "/export/tests.yaml"):
        assert "<script>alert" not in get(f"{page}{THREE}&who={hostile}").words or page.endswith(
            "yaml"
        )


def test_a_form_of_the_most_participants_fits_into_an_address(app):
    """Without scripts every field is sent, also those of which nothing is said."""
    page = (
        app.test_client()
        .get(
            f"/workbench/?month=2016-05&s=plan&s=delivered_programmes&participants={MOST_PARTICIPANTS}"
        )
        .text
    )
    fields = []
    for _, attributes in re.findall(r"<(input|select)\b([^>]*)>", page):
        said = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
        if "name" in said and said.get("type") not in ("submit", "radio", "checkbox", "file"):
            fields.append((said["name"], said.get("value") or "1234567.89"))
    assert len(fields) > 20 * MOST_PARTICIPANTS
    assert len(f"GET /workbench/?{urlencode(fields)} HTTP/1.1") < LONGEST_ADDRESS
