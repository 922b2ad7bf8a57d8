"""Curves: months and years, light and dark, several people at once, and never without an end."""

import html
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from openfisca_jobgrant.charts import along
from openfisca_jobgrant.proofs.cliffs import Surveyor
from openfisca_jobgrant.proofs.pieces import TakesTooLongError
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.workbench import algebra, curves

PAYROLL = (
    "?lang=en&s=plan&month=2015-10&jurisdiction_code=QC&along=annual_payroll"
    "&amount=payroll_training_obligation"
)


def test_an_amount_of_a_year_is_followed_along_a_payroll(get):
    """Beyond a payroll of 2,000,000 dollars one per cent of it is owed: 20,000."""
    words = get(f"/curves{PAYROLL}").words
    assert "$2,000,000.00 → $2,000,000.01" in words
    assert "<td>$0.00</td><td>$20,000.00</td>" in words
    assert "<svg" in get(f"/curves.svg{PAYROLL}").words


def test_what_else_the_amount_depends_on_is_asked_for(get):
    """Who spent 12,000 owes the fund 8,000 of the 20,000 that the threshold asks for."""
    query = PAYROLL.replace("obligation", "contribution")
    words = get(f"/curves{query}&annual_training_expenditure=12,000").words
    assert 'name="annual_training_expenditure" value="12,000"' in words
    assert words.count('name="annual_training_expenditure"') == 1
    assert "<td>$8,000.00</td>" in words
    words = get(f"/curves{query}&annual_training_expenditure=much").words
    assert 'id="e-annual_training_expenditure">Write an amount' in words


def test_only_inputs_that_matter_for_the_amounts_are_offered(get):
    words = get(f"/curves{PAYROLL}").words
    assert '<option value="annual_payroll" selected>' in words
    assert '<option value="tuition_fees"' not in words
    words = get(f"/curves{PAYROLL.replace('annual_payroll', 'age')}").words
    assert "None of these amounts depends on this fact" in words
    words = get(f"/curves{PAYROLL.replace('annual_payroll', 'nope')}").words
    assert 'id="e-along">Choose one of the list.' in words


def test_the_drawing_writes_numbers_as_its_language_does_and_has_a_dark_side(get):
    drawn = get("/curves.svg?lang=fr&s=plan&tuition_fees=9000").words
    assert ">30\u00a0000<" in drawn
    assert "@media (prefers-color-scheme: dark)" in drawn
    assert ">30,000<" in get("/curves.svg?lang=en&s=plan&tuition_fees=9000").words


def test_the_legend_names_the_lines_as_they_are_drawn(get):
    """Each amount has the colour beside its name: the first blue, the second orange."""
    page = get("/curves?lang=en&s=plan&month=2014-09&tuition_fees=9000").words
    order = re.findall(r'<svg class="line c-(\d)".*?</svg> (.*?)</li>', page)
    address = html.unescape(re.search(r'<img class="chart" src="(.*?)"', page)[1])
    drawn = get(address.removeprefix("/workbench")).words
    colours = ["#1f5f8b", "#c4631c"]
    for place, label in order:
        lines = re.findall(rf'<path aria-label="[^"]*amount: {label};?[^"]*"[^>]*>', drawn)
        assert lines
        assert all(f'"{colours[int(place) - 1]}"' in line for line in lines)


TWO = (
    "?lang=en&s=plan&month=2014-09&tuition_fees=9000&participants=2&who.2=Wes+%26+son"
    "&employment_status.2=unemployed&has_job_offer.2=false"
)


def test_of_several_participants_one_is_chosen(get):
    """Without a job offer the plan refuses the second: there is no cliff, and nothing to pay."""
    first = get(f"/curves{TWO}&along=employee_count").words
    assert "of one participant alone, Participant 1, with" in first
    assert '<option value="participant_1" selected>Participant 1</option>' in first
    query = f"{TWO}&along=tuition_fees&amount=government_contribution"
    second = get(f"/curves{query}&participant=Wes+%26+son").words
    assert '<option value="Wes &amp; son" selected>Wes &amp; son</option>' in second
    assert "of one participant alone, Wes &amp; son, with" in second
    drawings = []
    for page in (get(f"/curves{query}").words, second):
        address = html.unescape(re.search(r'<img class="chart" src="(.*?)"', page)[1])
        drawings.append(get(address.removeprefix("/workbench")).words)
    paths = [re.findall(r'<path aria-label="[^"]*amount: [^"]*" [^>]*d="([^"]*)"', at)
             for at in drawings]  # fmt: skip
    assert paths[0] != paths[1]
    assert 'name="participant"' not in get("/curves?lang=en&s=plan&tuition_fees=9000").words
    assert 'id="e-participant">Choose one of' in get(f"/curves{TWO}&participant=x").words


def test_a_participant_bears_a_part_of_what_the_group_costs(get):
    """Of 30,000 for three each bears 10,000, and 2 cents more let the first two bear one each."""
    query = "?lang=en&s=plan&month=2014-09&participants=3&group_training_costs=30000.02"
    seen = []

    def base_of(participant):
        get(f"/curves{query}&along=employee_count&participant={participant}")
        return seen[-1]

    with pytest.MonkeyPatch.context() as patched:
        real = Surveyor.__init__

        def note(self, system, base, until=None):
            seen.append(base["group_training_costs"])
            real(self, system, base, until)

        patched.setattr(Surveyor, "__init__", note)
        parts = [base_of(f"participant_{number}") for number in (1, 2, 3)]
    assert parts == [10000.01, 10000.01, 10000.0]


def test_that_nothing_is_paid_where_no_cost_is_stated_is_said(get):
    said = "No cost of the training is stated"
    assert said in get("/curves?lang=en&s=plan&along=employee_count").words
    assert said not in get("/curves?lang=en&s=plan&along=tuition_fees").words
    assert said not in get("/curves?lang=en&s=plan&along=employee_count&tuition_fees=9000").words


def test_that_no_amount_is_chosen_is_said_and_no_box_is_ticked(get):
    told = "No amount is chosen: the usual ones are drawn."
    words = get("/curves?lang=en&s=plan&tuition_fees=9000&along=tuition_fees").words
    assert told in words
    assert "checked" not in words.partition('id="amounts"')[2].partition("</fieldset>")[0]
    words = get("/curves?lang=en&s=plan&tuition_fees=9000").words
    assert told not in words
    assert words.partition('id="amounts"')[2].partition("</fieldset>")[0].count("checked") == 2


def test_what_cannot_be_read_is_said_here_too(get):
    words = get("/curves?lang=en&s=plan&month=2014-13&tuition_fees=x").words
    assert 'id="e-month">Write a month' in words
    assert "typed on the first page can&#39;t be read, and is left out" in words


def test_many_at_once_get_the_same_as_one_alone(app):
    """The solver's terms live in one context, which isn't made for threads."""
    addresses = [
        f"/workbench/{page}?lang=en&month=2015-10&s={law}&along={moved}&tuition_fees={fee}"
        for fee, page in enumerate(("curves", "curves.svg", "curves", ""), start=9001)
        for law in ("plan", "delivered_programmes", "premiers_package")
        for moved in ("tuition_fees", "employee_count")
    ]

    def answer(address):
        found = app.test_client().get(address)
        return found.status_code, found.get_data(as_text=True)

    alone = [answer(address) for address in addresses]
    assert {status for status, _ in alone} == {200}
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(answer, addresses * 2)) == alone * 2


def test_what_takes_too_long_is_given_up_with_a_message(get, monkeypatch):
    real = Surveyor.__init__

    def late(self, system, base, until=None):
        real(self, system, base, time.monotonic() - 1)

    monkeypatch.setattr(Surveyor, "__init__", late)
    words = get("/curves?lang=en&s=plan&month=2015-11&tuition_fees=9000").words
    assert "This takes too long to draw" in words
    assert 'class="chart"' not in words
    assert "This takes too long" in get("/curves.svg?lang=en&s=plan&tuition_fees=9000", 503).words


def test_a_survey_ends_when_its_time_is_over():
    surveyor = Surveyor(Scenarios().system("plan"), {}, time.monotonic() - 1)
    with pytest.raises(TakesTooLongError):
        surveyor.survey("government_contribution", "tuition_fees", "ON", "2015-10")


def test_who_waits_too_long_for_others_is_told(app, monkeypatch):
    wait = algebra.algebra
    monkeypatch.setattr(curves, "algebra", lambda: wait(0.05))
    client = app.test_client()
    address = "/workbench/curves?lang=en&s=plan&tuition_fees=9000"
    assert client.get(address).status_code == 200
    entered, done = threading.Event(), threading.Event()

    def hold():
        with wait():
            entered.set()
            done.wait(10)

    other = threading.Thread(target=hold)
    monkeypatch.setattr("openfisca_jobgrant.workbench.fields.algebra", lambda: wait(0.05))
    other.start()
    try:
        assert entered.wait(10)
        answer = client.get(address)
    finally:
        done.set()
        other.join()
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Others keep the workbench busy" in answer.get_data(as_text=True)


def test_all_lines_of_a_drawing_end_at_the_same_place():
    library = Scenarios()
    laws = ["plan", "plan+premiers_package", "plan+canada_job_fund_2014"]
    amounts = ["government_contribution", "employer_cash_contribution"]
    # The agreements' maximum is met at 24,000 dollars or so, the plan's at 15,000.
    chart = along(library, laws, {"employee_count": 9}, "ON", "2015-06", amounts, "tuition_fees")
    ends = {}
    lines, _ = chart.to_dict()["layer"]
    for at in lines["data"]["values"]:
        key = (at["scenario"], at["amount"])
        ends[key] = max(ends.get(key, 0), at["x"])
    assert len(ends) == 6
    assert len(set(ends.values())) == 1
