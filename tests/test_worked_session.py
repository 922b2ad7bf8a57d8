"""The worked session says what the commands say, and what they say is right."""

import json
from pathlib import Path

import pytest

from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations import SituationReader, calculate

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "session.md"
SITUATION = ROOT / "situation_examples" / "founding_article.json"
MONTH = "2015-06"

# federal, provincial, employer in cash, employer in kind
THIRDS = (5000, 5000, 5000, 0)
REFUSED = (0, 0, 15000, 0)
RIGHT = {
    # The announcement: 5,000 from each. River has no employer and no job offer.
    "plan": (THIRDS, REFUSED),
    "restore_labour_market_funding": (THIRDS, REFUSED),
    # Ottawa pays the small employer's 5,000; the wages of 4,000 count in kind.
    "small_business_relief": ((10000, 5000, 0, 4000), REFUSED),
    "underrepresented_groups_access": (THIRDS, (10000, 5000, 0, 0)),
    "premiers_package": ((10000, 5000, 0, 4000), (10000, 5000, 0, 0)),
    # Two thirds up to 10,000; half of the small employer's 5,000 may be wages.
    "canada_job_fund_2014": ((10000, 0, 2500, 2500), REFUSED),
    "delivered_programmes": ((10000, 0, 5000, 0), REFUSED),
}


@pytest.mark.parametrize("scenario", RIGHT)
def test_the_founding_article_under_each_body_of_law(scenario):
    library = Scenarios()
    document = json.loads(SITUATION.read_text(encoding="utf-8"))
    for facts in document["participants"].values():
        facts["employer_in_kind_contribution"] = {MONTH: None}
    reader = SituationReader(library.system(scenario))
    found = calculate(reader.read(document), reader).document["participants"]
    for name, right in zip(("Ann", "River"), RIGHT[scenario], strict=True):
        amounts = (
            "federal_contribution",
            "provincial_contribution",
            "employer_cash_contribution",
            "employer_in_kind_contribution",
        )
        assert tuple(found[name][amount][MONTH] for amount in amounts) == right, name


def test_the_page_holds_the_real_output(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    from session import played

    page = PAGE.read_text(encoding="utf-8")
    assert page.count("```console") > 5
    assert played(page) == page, "run `make docs`"
    assert played(page.replace("$10,000.00", "$10,000.01")) == page
