"""What an address says is used, or told: nothing of it is silently replaced or left out."""

import html

import pytest

from openfisca_jobgrant.workbench.state import MOST_CHANGES

SITUATION = "lang=en&month=2014-09&s=plan&tuition_fees=9000"


@pytest.mark.parametrize("page", ["", "/provinces", "/costs", "/curves", "/law", "/situations",
                                  "/record", "/law/rules/tuition_fees",
                                  "/law/figures/contribution.federal.share"])  # fmt: skip
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("tuiton_fees=1", "The address says what isn't known here, and isn't used: tuiton_fees."),
        ("tuition_fees.2=1", "isn't known here, and isn't used: tuition_fees.2."),
        ("who=Ann", "isn't known here, and isn't used: who."),
        ("lang=de", "lang is en or fr, not de."),
        ("month=2014-10", "month stands more than once: the first is used."),
        ("participants=many", "The form holds 1 to 8 participants, not many."),
        ("participants=9", "The form holds 1 to 8 participants, not 9."),
        (f"title={'x' * 201}", "title: only the first 200 characters are read."),
        ("path=contribution.federal.maximum&value=1&from=&to=&" * (MOST_CHANGES + 1),
         f"A draft holds at most {MOST_CHANGES} changes."),
    ],
)  # fmt: skip
def test_what_every_page_reads_is_used_or_told(get, page, said, told):
    query = SITUATION.replace("lang=en", "lang=de") if said == "lang=de" else f"{SITUATION}&{said}"
    words = html.unescape(get(f"{page}?{query.strip('&')}").words)
    assert told in words.partition('id="notes"')[2].partition("</div>")[0]
    usual = get(f"{page}?{SITUATION}").words
    assert 'class="notice"' not in usual.partition('id="notes"')[2].partition("</div>")[0]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/costs?by=nosuch", 'id="e-by">Choose one of the list.'),
        ("/provinces?year=2014-99", 'id="e-year">Write the year'),
        ("/provinces?year=", 'id="e-year">Write the year'),
        ("/provinces?out=XX", 'id="e-out">Choose from the list only.'),
        ("/curves?amount=nosuch", 'id="e-amount">Choose from the list only.'),
        ("/curves?along=nosuch", 'id="e-along">Choose one of the list.'),
        ("/curves?participant=nosuch&participants=2", 'id="e-participant">Choose one of the list.'),
        ("/curves?jurisdiction_code=XX&month=2014-09", 'id="e-code">Choose one of the list.'),
        ("/law?at=nosuch", 'name="at" value="nosuch"'),
        ("/law?at=nosuch", 'id="e-at">Write a day such as 2014-04-01; shown is 1 September 2014.'),
        (f"/law?q={'x' * 201}", "q: only the first 200 characters are read."),
        ("/?month=", 'id="e-month">Write a month'),
        ("/?s=plan&s=nosuch", 'id="e-s">This body of law can\'t be used'),
        ("/?s=nosuch", "No body of law is chosen: the plan is shown."),
        ("/?on=nosuch", "The draft can't be made"),
        ("/?add=2", "add can't be 2: it isn't used."),
        ("/?why=nosuch", "why can't be nosuch: it isn't used."),
        ("/?s=plan&value=3000", 'id="c0-error">Say which figure is to change.'),
        ("/?s=plan&employment_status=nosuch", 'id="e-employment_status">Choose one of the list.'),
        ("/situations?pasted=x", "and isn't used: pasted."),
    ],
)
def test_what_a_page_cannot_use_is_told_beside_its_field(get, address, told):
    page, _, query = address.removeprefix("/").partition("?")
    assert told in html.unescape(get(f"/{page}?lang=en&{query}").words)


@pytest.mark.parametrize("name", ["provinces.csv", "curves.svg", "export/scenario.yaml",
                                  "export/reform.py", "export/tests.yaml",
                                  "export/situation.json"])  # fmt: skip
@pytest.mark.parametrize("said", ["s=nosuch", "tuiton_fees=1", "participants=0"])
def test_files_are_refused_where_something_would_be_left_out(get, name, said):
    draft = "path=contribution.federal.maximum&value=1&from=2014-04-01&to="
    get(f"/{name}?{SITUATION}&{draft}")
    get(f"/{name}?{SITUATION}&{draft}&{said}", 400)


@pytest.mark.parametrize("address", ["provinces.csv?year=1066", "provinces.csv?out=XX",
                                     "curves.svg?along=nosuch", "curves.svg?amount=nosuch",
                                     "curves.svg?narrow=2", "curves.svg?participant=nosuch",
                                     "record?law=nosuch", "record?s=nosuch",
                                     "?remove=2"])  # fmt: skip
def test_files_and_steps_are_refused_where_their_own_words_are_wrong(get, address):
    sign = "&" if "?" in address else "?"
    get(f"/{address}{sign}{SITUATION}", 400)


def test_a_faulty_draft_is_not_offered_as_a_file_nor_given_as_one(get):
    right = "path=contribution.federal.maximum&value=1&from=2014-04-01&to="
    wrong = "path=contribution.federal.share&value=&from=2014-04-01&to="
    assert "/export/scenario.yaml" in get(f"?{SITUATION}&{right}").words
    words = get(f"?{SITUATION}&{right}&{wrong}").words
    assert "/export/scenario.yaml" not in words
    assert "/export/tests.yaml" in words
    for name in ("scenario.yaml", "reform.py"):
        told = get(f"/export/{name}?{SITUATION}&{right}&{wrong}", 400).words
        assert "The draft has mistakes: mend what is marked first." in told


def test_a_page_that_reads_what_it_can_draws_what_it_can(get):
    """The drawing is asked for without what the page itself said that it can't use."""
    page = get(f"/curves?{SITUATION}&s=nosuch&month=2014-99&employee_count=x&tuiton_fees=1").words
    address = html.unescape(page.partition('class="chart" src="')[2].partition('"')[0])
    get(address.removeprefix("/workbench"))


def test_what_was_typed_stays_with_whoever_reads_the_law(get):
    rule = get(f"/law/rules/federal_contribution?{SITUATION}").words
    links = [part for part in rule.split('"') if "/workbench/law/rules/" in part and "?" in part]
    assert links
    assert all("tuition_fees=9000" in link for link in links)


def test_the_law_is_shown_as_of_the_month_that_is_looked_at(get):
    assert 'name="at" value="2019-05-01"' in get("/law?lang=en&month=2019-05&s=plan").words
    assert 'name="at" value="2016-02-29"' in get("/law?lang=en&at=29+February+2016").words or (
        "2016-02-29" in get("/law?lang=en&at=29+February+2016").words
    )
