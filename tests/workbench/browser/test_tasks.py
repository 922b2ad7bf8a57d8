"""What people do here, in a real browser and in both languages."""

import csv
import re

import pytest
from page_words import WORDS
from playwright.sync_api import expect

LANGUAGES = ("en", "fr")
ANNOUNCED = "/?lang={}&month=2014-04&s=plan&s=no_cost_matching&tuition_fees=15000"


@pytest.mark.parametrize("language", LANGUAGES)
def test_compare_answers_as_one_types_and_keeps_the_place(open_page, language):
    page = open_page(ANNOUNCED.format(language))
    words = WORDS[language]
    field = page.get_by_label(words["tuition"], exact=True)
    field.fill("9000")
    expect(page.locator("#results")).to_contain_text(words["3000"])
    expect(field).to_be_focused()
    expect(page.locator(".causes")).to_be_visible()
    expect(page).to_have_url(re.compile("tuition_fees=9000"))
    field.fill("nothing")
    expect(page.locator("#e-tuition_fees")).to_contain_text(words["amount"])
    expect(field).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_restores_everything_in_a_fresh_browser(open_page, language):
    page = open_page(ANNOUNCED.format(language))
    page.locator("#f-tuition_fees").fill("12345.67")
    page.locator("#f-title").fill("Ein <b>Entwurf</b>")
    page.locator("#c0-path").fill("contribution.federal.maximum")
    page.locator("#c0-value").fill("4000")
    expect(page).to_have_url(re.compile("value=4000"))
    expect(page.locator("#results")).to_contain_text("Ein <b>Entwurf</b>")
    expect(page.locator(".causes").first).to_be_visible()
    shown = page.locator("#results table").inner_text()
    fresh = open_page(page.url)
    assert fresh.locator("#results table").inner_text() == shown
    assert fresh.locator("#f-title").input_value() == "Ein <b>Entwurf</b>"
    assert fresh.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_draft_a_figure_from_its_page_and_export_it(open_page, language):
    page = open_page(f"/law/figures/contribution.federal.maximum?lang={language}")
    words = WORDS[language]
    page.get_by_role("link", name=words["change"]).click()
    page.locator("#c0-value").fill("7000")
    page.locator("#f-tuition_fees").fill("30000")
    expect(page.locator("#results")).to_contain_text(words["7000"])
    with page.expect_download() as download:
        page.get_by_role("link", name=words["scenario"]).click()
    assert "value: 7000" in download.value.path().read_text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("with_script", [True, False])
def test_a_programmes_figure_is_found_by_words_and_drafted(open_page, language, with_script):
    page = open_page(
        f"/?lang={language}&month=2015-10&s=plan&tuition_fees=9000",
        java_script_enabled=with_script,
    )
    page.locator("#c0-path").fill(WORDS[language]["materials"])
    if not with_script:
        page.locator("form .do button").click()
    page.locator("#c0-now a[href*='programmes.ON.materials.maximum']").first.click()
    expect(page.locator("#c0-path")).to_have_value("programmes.ON.materials.maximum")
    if with_script:
        expect(page.locator("#c0-value")).to_be_focused()
    expect(page.locator("#c0-now")).to_contain_text("Ontario")
    expect(page.locator("#f-tuition_fees")).to_have_value("9000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_transfers_change_with_the_year_and_can_be_taken_along(open_page, language):
    page = open_page(f"/provinces?lang={language}&s=plan&month=2014-09")
    page.locator("#year").fill("2017")
    expect(page.locator("#results a[href*='year=2017']")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.reader(download.value.path().read_text().splitlines()))
    assert len(rows) == 15
    assert rows[1][2] == "2017-2018"


def test_a_draft_goes_along_to_other_pages(open_page):
    page = open_page(
        "/?lang=en&month=2014-09&s=plan&title=Half"
        "&path=transfers.job_grant.diverted_share&value=0.3&from=2014-04-01&to="
        "&path=contribution.federal.maximum&value=4000&from=2014-04-01&to=2016-03-31"
    )
    page.get_by_role("link", name="Provinces", exact=True).click()
    expect(page.locator("#results h2")).to_have_text([re.compile("The Canada"), "Half"])
    page.locator("#year").fill("2015")
    expect(page.locator("#results a[href*='year=2015']")).to_be_visible()
    expect(page.locator("#results h2")).to_have_text([re.compile("The Canada"), "Half"])
    page.get_by_role("link", name="Compare").click()
    assert page.locator("#c1-to").input_value() == "2016-03-31"


@pytest.mark.parametrize("language", LANGUAGES)
def test_curves_are_drawn_and_their_cliffs_named(open_page, language):
    page = open_page(
        f"/curves?lang={language}&s=delivered_programmes&month=2015-10&tuition_fees=15000"
        "&wages_during_training=4000"
    )
    page.locator("#along").select_option("employee_count")
    expect(page.locator("#results table")).to_contain_text("50")
    expect(page).to_have_url(re.compile("along=employee_count"))
    assert (
        page.locator("img.chart").evaluate("image => image.decode().then(() => image.naturalWidth)")
        > 100
    )


def test_other_amounts_are_offered_other_facts_at_once(open_page):
    page = open_page("/curves?lang=en&s=plan&month=2015-10&jurisdiction_code=QC")
    page.locator("input[value=payroll_training_contribution]").check()
    page.locator("#along").select_option("annual_payroll")
    page.locator("#f-annual_training_expenditure").fill("12000")
    expect(page.locator("#results table")).to_contain_text("$8,000.00")
    expect(page.locator("#f-annual_training_expenditure")).to_be_focused()


@pytest.mark.parametrize(("scheme", "ground"), [("light", 255), ("dark", 20)])
def test_the_drawing_has_the_ground_of_the_page(open_page, scheme, ground):
    page = open_page("/curves?lang=en&s=plan&tuition_fees=9000", color_scheme=scheme)
    assert page.locator("img.chart").evaluate("image => image.decode().then(() => true)")
    shot = page.locator("img.chart").screenshot()
    # The picture's first pixel, as the browser reads it back.
    red = page.evaluate(
        """async bytes => {
          const shown = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const canvas = new OffscreenCanvas(1, 1).getContext("2d");
          canvas.drawImage(shown, 0, 0);
          return canvas.getImageData(0, 0, 1, 1).data[0];
        }""",
        list(shot),
    )
    assert red == ground


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_law_is_searched_and_read(open_page, language):
    page = open_page(f"/law?lang={language}")
    page.get_by_role("searchbox").fill(WORDS[language]["search"])
    page.keyboard.press("Enter")
    page.locator("a[href*='figures/contribution.federal.maximum']").first.click()
    expect(page.locator("svg.steps")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_had_of_an_answer_and_printed(open_page, language):
    page = open_page(ANNOUNCED.format(language))
    page.locator("a[href*='/record']").first.click()
    expect(page.locator("h1")).to_have_text(WORDS[language]["record"])
    page.emulate_media(media="print")
    expect(page.locator("form")).to_be_hidden()
    expect(page.locator("article")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_begin_from_a_typical_situation_or_a_pasted_one(open_page, language):
    page = open_page(f"/situations?lang={language}")
    page.locator(".cards a").first.click()
    expect(page.locator("#f-tuition_fees")).to_have_value("15000")
    page = open_page(f"/situations?lang={language}")
    page.locator("#pasted").fill(
        '{"participants": {"Ann": {"tuition_fees": {"2014-05": 3000}}, "Ben": {}}}'
    )
    page.locator("main button").click()
    expect(page.locator("#f-situation")).to_contain_text("Ann")
    expect(page.locator("#results table").first).to_be_visible()


def test_by_keyboard_only(open_page):
    page = open_page("/?lang=en&month=2014-04&s=plan&tuition_fees=15000")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "f-tuition_fees":
            break
    page.keyboard.press("Control+A")
    page.keyboard.type("9000")
    expect(page.locator("#results")).to_contain_text("$3,000.00")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "no_cost_matching":
            break
    page.keyboard.press("Space")
    expect(page.locator("#results .bar")).to_have_count(2)


def test_without_javascript(open_page):
    page = open_page(ANNOUNCED.format("fr"), java_script_enabled=False)
    page.locator("#f-tuition_fees").fill("9000")
    page.locator("input[name=s][value=premiers_package]").check()
    page.locator("form .do button").click()
    expect(page.locator("#results .bar")).to_have_count(3)
    expect(page.locator("#results")).to_contain_text(WORDS["fr"]["3000"])
    expect(page.locator(".causes").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("with_script", [True, False])
def test_participants_come_and_go(open_page, language, with_script):
    """With 9,000 and 6,000 dollars of costs Ottawa pays 3,000 and 2,000: 5,000 together."""
    words = WORDS[language]
    page = open_page(
        f"/?lang={language}&month=2014-09&s=plan&tuition_fees=9000",
        java_script_enabled=with_script,
    )

    def answered():
        if not with_script:
            page.locator("form .do button").click()

    page.get_by_role("button", name=words["add"]).click()
    second = page.get_by_role("group", name=words["second"])
    if with_script:
        expect(second).to_be_focused()
    else:
        assert page.url.endswith("#participant-2")
    second.get_by_label(words["tuition"], exact=True).fill("6000")
    answered()
    expect(page.locator("#results table").first).to_contain_text(words["5000"])
    expect(page.locator("#results table").nth(1)).to_contain_text(words["2000"])
    expect(page).to_have_url(re.compile("tuition_fees.2=6000"))
    fresh = open_page(page.url)
    assert fresh.locator("#f-tuition_fees-2").input_value() == "6000"
    page.locator("#participant-1 button").click()
    expect(page.locator("#f-tuition_fees")).to_have_value("6000")
    expect(page.locator("#f-tuition_fees-2")).to_have_count(0)
    expect(page.locator("#results table")).to_have_count(1)
    if with_script:
        expect(page.locator("#participant")).to_be_focused()


@pytest.mark.parametrize("with_script", [True, False])
def test_enter_in_a_field_works_it_out_and_removes_nobody(open_page, with_script):
    page = open_page(
        "/?lang=en&month=2014-09&s=plan&tuition_fees=9000&participants=2",
        java_script_enabled=with_script,
    )
    page.locator("#f-tuition_fees").fill("6000")
    page.keyboard.press("Enter")
    expect(page.locator("#results table").first).to_contain_text("$2,000.00")
    expect(page.locator("fieldset[id^=participant-]")).to_have_count(2)


def test_a_participant_is_added_by_keyboard(open_page):
    page = open_page("/?lang=en&month=2014-09&s=plan&tuition_fees=9000")
    page.locator("button[name=add]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#participant-2")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("Ann")
    page.keyboard.press("Tab")
    page.keyboard.type("3000")
    expect(page.get_by_role("region", name="Each participant")).to_contain_text("Ann")
    expect(page.locator("#results table").nth(1)).to_contain_text("$1,000.00")


def test_what_is_hostile_does_nothing(open_page):
    hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    page = open_page("/?lang=en&month=2014-04&s=plan&tuition_fees=15000")
    page.locator("#f-title").fill(hostile)
    page.locator("#c0-path").fill("contribution.federal.maximum")
    page.locator("#c0-value").fill("1")
    expect(page.locator("#results")).to_contain_text(hostile)
    page = open_page("/situations?lang=en")
    page.locator("#pasted").fill(
        '{"participants": {"<img src=x onerror=alert(1)>": {"employment_status": '
        '{"2014-05": "unemployed"}, "has_job_offer": {"2014-05": false}}, "b": {}}}'
    )
    page.locator("main button").click()
    expect(page.locator("#results")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("#results img").count() == 0
