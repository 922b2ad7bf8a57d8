"""What goes wrong is said in a page in the reader's language; the API keeps its JSON."""

import re

import pytest

from openfisca_jobgrant.workbench import comparing
from openfisca_jobgrant.workbench.pages import POLICY
from openfisca_jobgrant.workbench.state import LONGEST_ADDRESS

FRENCH = {"Accept-Language": "fr-CA,fr;q=0.9"}


def page_of(answer, status):
    words = answer.get_data(as_text=True)
    assert answer.status_code == status, words[:500]
    assert answer.mimetype == "text/html"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert 'type="search"' in words
    assert 'href="/workbench/?lang=' in words
    return words


@pytest.mark.parametrize("path", ["nope", "law/nope/nope", "static/nope.css", "export/nope"])
def test_an_unknown_address_is_answered_with_a_page(app, path):
    answer = app.test_client().get(f"/workbench/{path}?lang=en")
    words = page_of(answer, 404)
    assert "There is no page at this address." in words
    # The page's own style and script may be loaded.
    assert answer.headers.getlist("Content-Security-Policy") == [POLICY]
    words = page_of(app.test_client().get(f"/workbench/{path}", headers=FRENCH), 404)
    assert '<html lang="fr">' in words
    assert "Il n&#39;y a pas de page à cette adresse." in words


def test_a_wrong_method_is_answered_with_a_page_that_says_which_are_right(app):
    for path in ("", "law", "curves", "law/rules/tuition_fees"):
        answer = app.test_client().post(f"/workbench/{path}", headers=FRENCH)
        if answer.status_code == 308:
            continue
        assert "On peut seulement lire cette page" in page_of(answer, 405)
        assert "GET" in answer.headers["Allow"]


def test_what_breaks_is_answered_with_a_page_without_its_details(app, monkeypatch):
    def breaks(*_, **__):
        raise RuntimeError("secret")

    monkeypatch.setattr(comparing, "answers", breaks)
    words = page_of(app.test_client().get("/workbench/?lang=en"), 500)
    assert "Something went wrong here; it was noted." in words
    assert "secret" not in words


def test_too_many_requests_are_answered_with_a_page(system):
    from openfisca_jobgrant.scenarios import Scenarios
    from openfisca_jobgrant.web import create_app

    client = create_app(system, Scenarios(system), requests_per_second=1).test_client()
    answers = [client.get("/workbench/situations?lang=en") for _ in range(40)]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert "try again in a second" in page_of(refused, 429)
    assert refused.headers["Retry-After"] == "1"


def test_what_a_page_refuses_is_said_in_its_language(app):
    client = app.test_client()
    told = page_of(client.get("/workbench/law/rules/nope?lang=fr"), 404)
    assert "Il n&#39;y a pas de règle «\u00a0nope\u00a0»." in told
    told = page_of(client.get("/workbench/export/reform.py?lang=fr"), 400)
    assert "Il n&#39;y a pas de projet" in told


def test_the_way_back_leads_to_what_was_typed(app):
    words = page_of(app.test_client().get("/workbench/record?lang=en&s=plan&tuition_fees=x9"), 400)
    assert "/workbench/?lang=en&amp;month=2014-09&amp;s=plan&amp;tuition_fees=x9" in words


def test_the_api_keeps_its_problems(app):
    client = app.test_client()
    for answer in (client.get("/nope"), client.get("/workbenches"), client.get("/calculate")):
        assert answer.status_code in (404, 405)
        assert answer.mimetype == "application/problem+json"


LONG = "x" * LONGEST_ADDRESS


@pytest.mark.parametrize("page", ["", "provinces", "export/reform.py", "nope"])
def test_an_address_that_is_too_long_is_answered_with_a_page_of_short_links(app, page):
    address = f"/workbench/{page}?lang=fr&s=plan&month=2014-09&situation={LONG}"
    words = page_of(app.test_client().get(address), 414)
    assert "L&#39;adresse est trop longue. Revenez en arrière" in words
    links = re.findall(r'(?:href|action)="(/workbench/[^"]*)"', words)
    # The other language is that of this very address.
    assert sorted(map(len, links))[-2] < 200
    assert app.test_client().get(f"{address[:100]}").status_code in (200, 400, 404)


def test_the_api_says_it_in_json(app):
    answer = app.test_client().get(f"/parameters?x={LONG}")
    assert answer.status_code == 414
    assert answer.mimetype == "application/problem+json"
    assert f"at most {LONGEST_ADDRESS} are read" in answer.json["detail"]


def test_that_an_address_gets_long_is_said_before_it_is_too_long(get):
    said = "servers and browsers take 8,190"
    changes = "".join(
        f"&path=contribution.federal.maximum&value={at}&from={at}-04-01&to={at + 1}-03-31"
        for at in range(2000, 2018)
    )

    def parts_of(query):
        words = get(f"?lang=en&s=plan&s=delivered_programmes&month=2016-05{query}").words
        notes = words.partition('id="notes"')[2].partition("</div>")[0]
        return notes, words.partition("<noscript>")[2].partition("</noscript>")[0]

    assert not any(said in part for part in parts_of("&participants=4"))
    notes, without = parts_of(f"&participants=8{changes}")
    # Without scripts the form sends every field, also those of which nothing is said.
    assert said not in notes
    assert said in without
    notes, _ = parts_of(f"&participants=8{changes}&employee_count={'1' * 4000}&title={'é' * 200}")
    assert said in notes
