"""The first page: who pays what, errors beside fields, nothing that was typed runs."""

import pytest

ANNOUNCED = "?lang=en&month=2014-04&s=plan&s=no_cost_matching&tuition_fees=15000"


def test_it_says_who_pays_what(get):
    page = get(ANNOUNCED)
    assert page.words.count("$5,000.00") >= 3
    assert "−$5,000.00" in page.words


def test_it_names_the_figure_that_makes_the_difference(get):
    page = get(ANNOUNCED)
    assert "/workbench/law/figures/contribution.provincial.share" in page.words


def test_the_language_is_the_browsers_unless_the_address_says_otherwise(get):
    french = {"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"}
    assert '<html lang="fr">' in get("", headers=french).words
    assert '<html lang="en">' in get("?lang=en", headers=french).words


def test_each_page_speaks_its_own_language_whoever_came_before(get):
    for _ in range(2):
        assert "<h1>Who pays what</h1>" in get("?lang=en").words
        assert "<h1>Qui paie quoi</h1>" in get("?lang=fr").words


def test_french_money_is_written_the_french_way(get):
    page = get(ANNOUNCED.replace("lang=en", "lang=fr"))
    assert "5\u00a0000,00\u00a0$" in page.words


def test_numbers_are_read_as_either_language_writes_them(get):
    for typed in ("15000", "15,000.00", "15 000,00 $"):
        page = get("", query_string={"lang": "en", "month": "2014-04", "tuition_fees": typed})
        assert "$15,000.00" in page.words


@pytest.mark.parametrize("typed", ["-1", "ten", "1.005", "1e400", "９"])
def test_what_no_amount_can_be_is_said_beside_its_field(get, typed):
    page = get("", query_string={"lang": "en", "month": "2014-04", "tuition_fees": typed})
    assert 'id="e-tuition_fees">Write an amount in dollars' in page.words
    assert "There is no answer yet" in page.words


def test_a_month_that_is_none_is_said_beside_its_field(get):
    assert 'id="e-month">Write a month' in get("?lang=en&month=2014-13").words


def test_only_inputs_that_matter_are_asked_for(get):
    assert 'name="training_hours"' not in get("?lang=en&s=plan&month=2014-09").words
    own = get("?lang=en&s=delivered_programmes&jurisdiction_code=AB&month=2015-09").words
    assert 'name="training_hours"' in own


def test_what_was_typed_never_becomes_markup(get):
    hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    for key in (
        "title",
        "s",
        "month",
        "tuition_fees",
        "path",
        "value",
        "on",
        "situation",
        "q",
        "who",
        "who.2",
        "tuition_fees.2",
        "along",
        "amount",
        "at",
        "year",
        "by",
        "out",
        "participant",
        "participants",
        "lang",
        "remove",
        hostile,
    ):
        for page in (
            "",
            "/law",
            "/provinces",
            "/costs",
            "/curves",
            "/situations",
            "/law/rules/tuition_fees",
        ):
            query = {"lang": "en", "participants": "2", key: hostile}
            query |= {"from": hostile, "to": hostile}
            status = 400 if key == "remove" and not page else 200
            words = get(page, status, query_string=query).words
            assert "<script>alert" not in words
            assert "<img src=x" not in words


def test_every_page_forbids_what_it_does_not_need(get):
    for page in ("", "/law", "/provinces", "/situations", "/law/rules/tuition_fees"):
        policy = get(page).headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'")
        assert " style=" not in get(page).words


def test_a_seventh_law_is_left_out_with_a_message(get, app):
    from openfisca_jobgrant.scenarios import named_laws

    query = "&".join(f"s={name}" for name in list(named_laws())[:8])
    assert "At most 6 bodies of law" in get(f"?lang=en&{query}").words


def test_an_app_of_another_law_has_no_workbench(system):
    from openfisca_jobgrant.web import create_app

    answer = create_app(system).test_client().get("/workbench")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "No body of law is chosen: the plan is shown."),
     ("fr", "Aucun régime n&#39;est choisi\u00a0: le plan est montré.")],
)  # fmt: skip
@pytest.mark.parametrize("page", ["", "/provinces", "/costs", "/curves"])
def test_that_no_body_of_law_is_chosen_is_said_and_no_box_is_ticked(get, page, language, told):
    query = f"?lang={language}&month=2014-09&tuition_fees=15000"
    words = get(f"{page}{query}").words
    assert told in words
    laws = words.partition('id="laws"')[2].partition("</fieldset>")[0]
    assert "checked" not in laws
    # Links stay without a choice, so that they show the same.
    assert "s=plan" not in words.partition("</nav>")[0]
    assert told not in get(f"{page}{query}&s=plan").words
    assert told not in get(f"{page}?lang={language}").words
