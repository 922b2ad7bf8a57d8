"""Everybody can use the pages: axe finds nothing, and nothing is cut on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = {
    "compare": "/?month=2014-09&s=plan&s=delivered_programmes&tuition_fees=9000",
    "mistaken": "/?month=2014-99&s=nope&tuition_fees=x&path=contribution.federal.maximum&value=x",
    "drafted": "/?month=2014-09&s=plan&tuition_fees=30000&path=contribution.federal.maximum"
    "&value=6000&from=2014-04-01&to=&on=no_cost_matching",
    "sought": "/?month=2014-09&s=plan&tuition_fees=9000&path=ontario+maximum&value=1",
    "refused": "/?month=2014-09&s=plan&s=premiers_package&employment_status=unemployed"
    "&has_job_offer=false&tuition_fees=5000",
    "several": "/?month=2014-09&s=plan&s=no_cost_matching&tuition_fees=9000&participants=3"
    "&tuition_fees.2=5000&who.2=Wes&employment_status.3=unemployed&has_job_offer.3=false",
    "several mistaken": "/?month=2014-09&s=plan&tuition_fees=9000&participants=2&who=A&who.2=A"
    "&tuition_fees.2=x",
    "provinces": "/provinces?s=plan&s=final_offer_2014",
    "costs": "/costs?s=plan&s=premiers_package",
    "curves": "/curves?s=delivered_programmes&along=employee_count&month=2015-10"
    "&tuition_fees=15000&wages_during_training=4000",
    "law": "/law?q=maximum",
    "figure": "/law/figures/contribution.federal.maximum",
    "rule": "/law/rules/federal_contribution",
    "rule of programmes": "/law/rules/participant_ceiling",
    "record": "/record?month=2014-09&s=plan&tuition_fees=9000",
    "situations": "/situations",
    "nowhere": "/nowhere",
    "told": "/?s=nosuch&lang=de&tuiton_fees=1&participants=99&path=contribution.federal.maximum"
    "&value=1&from=2014-04-01&to=&path=contribution.federal.maximum&value=2&from=2015-04-01&to=",
    "curves of one": "/curves?s=plan&month=2015-10&participants=2&who.2=Wes&participant=Wes"
    "&tuition_fees.2=9000&along=employee_count&amount=x&jurisdiction_code=XX",
    "costs mistaken": "/costs?by=nosuch&month=2014-09",
    "provinces mistaken": "/provinces?year=x&out=XX&month=2014-09",
    "figure mistaken": "/law/figures/contribution.federal.maximum?at=x",
    "rule mistaken": "/law/rules/participant_ceiling?at=x",
    "record of several": "/record?month=2014-09&s=plan&participants=2&tuition_fees=9000",
}


@pytest.mark.parametrize(
    ("language", "scheme", "width"),
    [("en", "light", 1280), ("fr", "dark", 1280), ("fr", "light", 360), ("en", "dark", 360)],
)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_violation(open_page, name, language, scheme, width):
    path = PAGES[name]
    sign = "&" if "?" in path else "?"
    page = open_page(
        f"{path}{sign}lang={language}",
        color_scheme=scheme,
        bypass_csp=True,
        viewport={"width": width, "height": 900},
    )
    page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true })")
    found = Axe().run(page)
    assert found.response["passes"]
    assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_cuts_nothing(open_page, name):
    path = PAGES[name]
    sign = "&" if "?" in path else "?"
    page = open_page(f"{path}{sign}lang=fr", viewport={"width": 360, "height": 740})
    page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("h1").is_visible()
