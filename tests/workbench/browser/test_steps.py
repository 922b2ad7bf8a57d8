"""Back, forward, tabs, sections that stay open, addresses that get too long."""

import re

import pytest
from page_words import WORDS
from playwright.sync_api import expect

BEGUN = "/?lang={}&month=2014-09&s=plan&tuition_fees=9000"


def edited(open_page):
    """The page with another cost typed: a step after the one it was opened with."""
    page = open_page(BEGUN.format("en"))
    page.locator("#f-tuition_fees").fill("15000")
    expect(page).to_have_url(re.compile("tuition_fees=15000"))
    return page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_back_and_forward_show_the_state_of_each_step(open_page, language):
    """Typing into one field is one step, however many letters; a box is another."""
    page = open_page(BEGUN.format(language))
    begun = page.url
    field = page.locator("#f-tuition_fees")
    field.press("End")
    field.press_sequentially("0", delay=60)
    expect(page).to_have_url(re.compile("tuition_fees=90000"))
    field.fill("15000")
    expect(page).to_have_url(re.compile("tuition_fees=15000"))
    page.locator("input[name=s][value=no_cost_matching]").check()
    expect(page.locator("#results .bar")).to_have_count(2)
    expect(page).to_have_url(re.compile("s=no_cost_matching"))
    page.locator("button[name=add]").click()
    expect(page.locator("#participant-2")).to_be_focused()
    page.go_back()
    expect(page.locator("#participant-2")).to_have_count(0)
    expect(page.locator("#results .bar")).to_have_count(2)
    page.go_back()
    expect(page.locator("#results .bar")).to_have_count(1)
    expect(page.locator("input[name=s][value=no_cost_matching]")).not_to_be_checked()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")
    expect(page.locator("#results")).to_contain_text(WORDS[language]["5000"])
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("9000")
    expect(page.locator("#results")).to_contain_text(WORDS[language]["3000"])
    assert page.url == begun
    for _ in range(3):
        page.go_forward()
    expect(page.locator("#participant-2")).to_be_visible()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")
    # The page that came back answers as the first one did.
    page.locator("#f-tuition_fees").fill("6000")
    expect(page.locator("#results")).to_contain_text(WORDS[language]["2000"])
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")


def test_back_from_another_page_finds_what_was_typed(open_page):
    page = edited(open_page)
    page.get_by_role("link", name="Provinces", exact=True).click()
    expect(page.locator("#year")).to_be_visible()
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("9000")
    expect(page.locator("#results")).to_contain_text("$3,000.00")


def test_a_link_within_the_page_is_no_step_of_its_own(open_page):
    page = edited(open_page)
    page.locator(".jump a[href='#results']").click()
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")
    page.go_back()
    expect(page.locator("#f-tuition_fees")).to_have_value("9000")


def test_back_and_forward_go_from_step_to_step_on_other_pages_too(open_page):
    page = open_page("/provinces?lang=en&s=plan&month=2014-09")
    page.locator("#year").fill("2015")
    expect(page).to_have_url(re.compile("year=2015"))
    page.get_by_label("Quebec").check()
    expect(page).to_have_url(re.compile("out=QC"))
    page.go_back()
    expect(page.get_by_label("Quebec")).not_to_be_checked()
    expect(page.locator("#year")).to_have_value("2015")
    expect(page.locator("#results a[href*='year=2015']")).to_be_visible()
    page.go_back()
    expect(page.locator("#year")).to_have_value("2014")
    page.go_forward()
    expect(page.locator("#year")).to_have_value("2015")


def test_two_tabs_do_not_mix(open_page):
    first = open_page(BEGUN.format("en"))
    second = first.context.new_page()
    second.goto(first.url)
    first.locator("#f-tuition_fees").fill("15000")
    second.locator("#f-tuition_fees").fill("6000")
    second.locator("#f-title").fill("The other")
    expect(second).to_have_url(re.compile("title=The"))
    expect(first.locator("#results")).to_contain_text("$5,000.00")
    expect(second.locator("#results")).to_contain_text("$2,000.00")
    first.reload()
    expect(first.locator("#f-tuition_fees")).to_have_value("15000")
    expect(first.locator("#f-title")).to_have_value("")
    second.go_back()
    expect(second.locator("#f-title")).to_have_value("")
    expect(second.locator("#f-tuition_fees")).to_have_value("6000")


def test_an_open_section_stays_open_by_its_name(open_page):
    """With a second participant what was the third section is the first."""
    page = open_page("/?lang=en&month=2014-09&s=plan&s=delivered_programmes&tuition_fees=9000")
    page.locator("details[data-name=on] summary").click()
    page.locator("details[data-name=participant-1] summary").click()
    page.locator("button[name=add]").click()
    expect(page.locator("#participant-2")).to_be_focused()
    opened = "all => all.filter(a => a.open).map(a => a.dataset.name)"
    assert page.eval_on_selector_all("details", opened) == ["participant-1", "on"]
    page.locator("details[data-name=participant-1] summary").click()
    page.locator("details[data-name=participant-2] summary").click()
    page.locator("#f-who-2").fill("Wes")
    page.locator("#participant-1 button[name=remove]").click()
    expect(page.locator("#participant-2")).to_have_count(0)
    assert page.eval_on_selector_all("details", opened) == ["participant-1", "on"]


def test_what_is_selected_stays_selected_while_the_form_changes(open_page):
    """With a further change a row comes, and the fields are put in anew."""
    page = open_page(BEGUN.format("en"))
    page.locator("#c0-path").fill("contribution.federal.maximum")
    page.locator("#c0-value").fill("4000")
    expect(page.locator("#c1-path")).to_be_visible()
    expect(page.locator("#results .bar")).to_have_count(2)
    expect(page.locator("[data-pending]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.locator("#f-tuition_fees").select_text()
    page.evaluate("""() => {
        document.getElementById("c1-path").value = "contribution.federal.share";
        document.getElementById("c1-path").dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(page.locator("#c2-path")).to_be_visible()
    page.keyboard.type("6000")
    expect(page.locator("#f-tuition_fees")).to_have_value("6000")


def test_an_address_that_gets_too_long_is_told_before_it_is_asked(open_page):
    page = open_page(BEGUN.format("en") + "&participants=8")
    for number in range(1, 9):
        page.locator("#f-who" + (f"-{number}" if number > 1 else "")).fill("é" * 78 + str(number))
    expect(page).to_have_url(re.compile("who.8="))
    page.locator("#f-title").fill("é" * 200)
    notes = page.locator("#notes")
    expect(notes).to_contain_text("servers and browsers take 8,190")
    page.locator("#c0-path").fill("é" * 120)
    page.locator("#c0-value").fill("é" * 40)
    page.locator("#c0-from").fill("é" * 40)
    page.locator("#c0-to").fill("é" * 40)
    page.locator("#c1-path").fill("é" * 120)
    page.locator("#c1-value").fill("é" * 40)
    expect(notes).to_contain_text("no longer fits into an address of 8,190 characters")
    assert len(page.url) < 8190
    page.locator("#f-title").fill("")
    page.locator("#f-who").fill("Ann")
    page.locator("#c0-path").fill("")
    expect(notes).not_to_contain_text("no longer fits")
    expect(page).to_have_url(re.compile("who=Ann"))


def test_what_cannot_be_answered_is_told_and_the_page_stays(open_page):
    page = open_page(BEGUN.format("en"))
    refused = page.context.new_page()
    refused.route("**/workbench/?**", lambda route: route.fulfill(
        status=200, body='<main><p class="error">Others keep it busy.</p></main>'
    ) if "fees=1" in route.request.url else route.continue_())  # fmt: skip
    refused.goto(page.url)
    refused.locator("#f-tuition_fees").fill("1")
    expect(refused.locator("#notes")).to_contain_text("Others keep it busy.")
    expect(refused.locator("#results")).to_contain_text("$3,000.00")
    refused.locator("#f-tuition_fees").fill("6000")
    expect(refused.locator("#results")).to_contain_text("$2,000.00")
    expect(refused.locator("#notes")).to_have_text("")


def test_the_law_of_a_field_is_read_without_losing_what_was_typed(open_page):
    page = edited(open_page)
    page.locator("[data-field=tuition_fees] a").click()
    page.get_by_role("link", name="Compare", exact=True).click()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")


@pytest.mark.parametrize("with_script", [True, False])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_curves_of_another_participant(open_page, language, with_script):
    page = open_page(
        f"/curves?lang={language}&month=2014-09&s=plan&along=tuition_fees&participants=2"
        "&tuition_fees=9000&who.2=Wes&employment_status.2=unemployed&has_job_offer.2=false"
        "&amount=government_contribution",
        java_script_enabled=with_script,
    )
    before = page.locator("img.chart").get_attribute("src")
    page.locator("#participant").select_option("Wes")
    if not with_script:
        page.locator("form .do button").click()
    expect(page).to_have_url(re.compile("participant=Wes"))
    expect(page.locator("#results .notice").first).to_contain_text("Wes")
    expect(page.locator("#participant")).to_have_value("Wes")
    after = page.locator("img.chart").get_attribute("src")
    assert "participant=Wes" in after
    assert after != before


@pytest.mark.parametrize("with_script", [True, False])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_a_body_of_law_the_plan_is_shown_and_that_is_said(open_page, language, with_script):
    page = open_page(BEGUN.format(language), java_script_enabled=with_script)
    page.locator("input[name=s][value=plan]").uncheck()
    if not with_script:
        page.locator("form .do button").click()
    told = {"en": "No body of law is chosen", "fr": "Aucun régime n'est choisi"}[language]
    expect(page.locator("#e-s")).to_contain_text(told)
    expect(page.locator("#results .bar")).to_have_count(1)
    fresh = open_page(page.url)
    expect(fresh.locator("#e-s")).to_contain_text(told)
    expect(fresh.locator("input[name=s]:checked")).to_have_count(0)
