"""A draft: its effect, its faults, and what it is exported as."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from openfisca_jobgrant.scenarios.files import scenario_from_data

DRAFT = (
    "?lang=en&month=2014-09&s=plan&tuition_fees=30000&title=Six+thousand"
    "&path=contribution.federal.maximum&value=6,000&from=2014-04-01&to="
)

CONFTEST = """
from pathlib import Path

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.testing import JOB_GRANT, YamlCases


def pytest_configure(config):
    cases = YamlCases(Path(__file__).parent, CountryTaxBenefitSystem, JOB_GRANT)
    config.pluginmanager.register(cases, "openfisca-yaml-cases")
"""


def test_the_effect_of_a_change_is_shown(get):
    page = get(DRAFT)
    assert "Six thousand" in page.words
    assert "$6,000.00" in page.words
    assert "since 1 April 2014: $5,000.00" in page.words


def test_a_change_that_cannot_be_is_said_at_its_place(get):
    page = get(DRAFT.replace("2014-04-01", "1800-01-01"))
    assert 'id="c0-error">This change can&#39;t be made' in page.words or (
        'id="c0-error">This change can\'t be made' in page.words
    )
    page = get(DRAFT.replace("federal.maximum", "federal.maximun"))
    assert 'id="c0-error">Choose a figure below.' in page.words
    assert 'data-path="contribution.federal.maximum"' in page.words


def test_a_figure_of_any_programme_is_found_by_words_in_either_language(get):
    for words in ("Ontario materials", "matériel ontario", "programmes.ON.materials"):
        page = get("", query_string={"lang": "en", "s": "plan", "path": words, "value": "100"})
        link = next(
            part for part in page.words.split('"') if "path=programmes.ON.materials.maximum" in part
        )
        chosen = get(html.unescape(link).removeprefix("/workbench").removesuffix("#draft")).words
        assert 'value="programmes.ON.materials.maximum"' in chosen
        assert "Ontario: Most of a participant&#39;s textbooks" in chosen


def test_a_changed_programme_shows_its_effect(get):
    """A ceiling of 4,000 in Ontario: of 9,000 with two thirds, 4,000 instead of 6,000."""
    page = get(
        "?lang=en&month=2015-10&s=delivered_programmes&jurisdiction_code=ON&tuition_fees=9000"
        "&on=delivered_programmes&path=programmes.ON.ceilings.participant&value=4000"
        "&from=2015-01-01&to="
    )
    assert "−$2,000.00" in page.words


def test_words_that_mean_no_figure_are_said_to(get):
    page = get("?lang=en&s=plan&path=zzzzqqqq&value=1")
    assert "No figure has these words in its name" in page.words


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"value": ""}, "Écrivez la nouvelle valeur."),
        ({"value": "quatre mille"}, "Écrivez un nombre à partir de 0"),
        ({"value": "-5"}, "Écrivez un nombre à partir de 0"),
        ({"path": "contribution.federal.share", "value": "150 %"}, "Écrivez une part de 0 à 1"),
        ({"path": "regime.own_programmes", "value": "peut-être"}, "Écrivez oui ou non."),
        ({"from": "01/04/2014"}, "Écrivez un jour"),
        ({"to": "2013-01-01"}, "Le dernier jour précède le premier."),
    ],
)
def test_plain_mistakes_are_said_in_the_pages_language(get, typed, told):
    usual = {"path": "contribution.federal.maximum", "value": "4000", "from": "2014-04-01"}
    page = get("", query_string={"lang": "fr", "s": "plan", "to": "", **usual, **typed})
    assert f'id="c0-error">{told}' in page.words


def test_a_day_is_read_in_words(get):
    query = DRAFT.replace("2014-04-01", "1er+avril+2014")
    cases = yaml.safe_load(get(f"/export/scenario.yaml{query}").words)
    assert cases["parameters"][0]["start"] == "2014-04-01"


def test_a_second_figure_joins_the_first_through_the_law(get):
    listed = get(f"/law{DRAFT}&q=largest+provincial").words
    address = next(
        part for part in listed.split('"') if "figures/contribution.provincial.maximum?" in part
    )
    figure = get(html.unescape(address).removeprefix("/workbench")).words
    address = next(part for part in figure.split('"') if part.endswith("#draft"))
    page = get(html.unescape(address).removeprefix("/workbench")).words
    assert 'value="contribution.federal.maximum"' in page
    assert 'value="contribution.provincial.maximum"' in page


SAME_FIGURE = (
    "?lang={language}&month=2014-09&s=plan&tuition_fees=30000"
    "&path=contribution.federal.maximum&value=6000&from=2014-04-01&to={end}"
    "&path=contribution.provincial.maximum&value=1&from=2014-04-01&to="
    "&path=contribution.federal.maximum&value={value}&from=2016-04-01&to="
)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "From 1 April 2016, change 1 sets contribution.federal.maximum to $6,000.00, and "
               "change 3 to $7,000.00."),
        ("fr", "À partir du 1er avril 2016, le changement 1 fixe contribution.federal.maximum à "
               "6\u00a0000,00\u00a0$, et le changement 3 à 7\u00a0000,00\u00a0$."),
    ],
)  # fmt: skip
def test_changes_of_a_figure_for_the_same_days_clash_and_both_are_named(get, language, told):
    query = SAME_FIGURE.format(language=language, end="", value=7000)
    words = get(query).words
    assert told in words
    assert '<a href="#draft">' in words.partition('<section id="results"')[2]
    assert words.count('<div class="bar">') == 1
    get(f"/export/scenario.yaml{query}", 400)
    for end, value in (("2016-03-31", 7000), ("", 6000)):
        words = get(SAME_FIGURE.format(language=language, end=end, value=value)).words
        assert told[:20] not in words
        assert words.count('<div class="bar">') == 2


def test_reforms_that_clash_are_named(get):
    page = get("?lang=en&on=delivered_programmes&on=no_cost_matching")
    assert "These don&#39;t go together" in page.words or "These don't go together" in page.words


def test_the_scenario_file_reads_back_as_the_same_law(get, system):
    content = yaml.safe_load(get(f"/export/scenario.yaml{DRAFT}&on=no_cost_matching").words)
    scenario = scenario_from_data(content, system.parameters).scenario
    assert scenario.text == ("plan+no_cost_matching+contribution.federal.maximum=6000@2014-04-01")


def test_the_python_reform_has_the_same_effect(get, system, tmp_path, monkeypatch):
    hostile = "&title=%22%22%22)%3Bimport+os%23"
    text = get(f"/export/reform.py{DRAFT.replace('&title=Six+thousand', hostile)}").words
    (tmp_path / "drafted_here.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import drafted_here

    scheme = next(
        item
        for item in vars(drafted_here).values()
        if isinstance(item, type) and item.__module__ == "drafted_here"
    )
    law = scheme(system)
    assert law.parameters.contribution.federal.maximum("2015-01-01") == 6000
    assert "os" not in vars(drafted_here)
    del sys.modules["drafted_here"]


def test_the_test_cases_hold_what_is_on_the_screen(get):
    cases = yaml.safe_load(get(f"/export/tests.yaml{DRAFT}").words)
    amounts = [case["output"]["participants"]["participant"] for case in cases]
    assert [at["federal_contribution"] for at in amounts] == [5000, 6000]


def test_the_situation_is_what_the_api_takes(get, app):
    document = json.loads(get(f"/export/situation.json{DRAFT}").words)
    answer = app.test_client().post("/calculate", json=document)
    assert answer.json["participants"]["participant"]["federal_contribution"]["2014-09"] == 5000


def test_without_a_draft_there_is_nothing_to_export(get):
    get("/export/reform.py?lang=en", 400)


@pytest.mark.parametrize(
    "people",
    ["", "&participants=3&who.2=Wes&tuition_fees.2=7000&is_indigenous.3=true"],
)
def test_the_test_cases_and_the_reform_hold_together(get, tmp_path, people):
    """What was exported runs as it is: the cases name the reform that is exported beside them."""
    query = f"{DRAFT}&s=delivered_programmes&s=premiers_package&on=no_cost_matching{people}"
    (tmp_path / "reform.py").write_text(get(f"/export/reform.py{query}").words, encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(get(f"/export/tests.yaml{query}").words, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(cases)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def run_as_told(folder):
    """Runs what the comment on top of the test cases says."""
    text = (folder / "tests.yaml").read_text(encoding="utf-8")
    command = re.search(r"^#     (.*)$", text, re.MULTILINE)[1]
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**environment, "PATH": here},
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_stock_tool_runs_the_test_cases_as_their_comment_says(get, tmp_path, language):
    plain = f"?lang={language}&month=2014-09&s=plan&s=delivered_programmes&tuition_fees=4999.99"
    (tmp_path / "tests.yaml").write_text(get(f"/export/tests.yaml{plain}").words, encoding="utf-8")
    assert "2 passed" in run_as_told(tmp_path).stdout
    query = (
        f"{plain}&on=no_cost_matching&path=contribution.federal.maximum&value=6000&from=2014-04-01"
        "&to=&participants=3&tuition_fees.2=100.01&group_training_costs=100"
    )
    cases = get(f"/export/tests.yaml{query}").words
    assert "reform.py" in cases.partition("- name")[0]
    (tmp_path / "tests.yaml").write_text(cases, encoding="utf-8")
    assert run_as_told(tmp_path).returncode != 0
    (tmp_path / "reform.py").write_text(get(f"/export/reform.py{query}").words, encoding="utf-8")
    done = run_as_told(tmp_path)
    assert "3 passed" in done.stdout, done.stdout


def test_the_exports_speak_the_language_of_the_page(get):
    query = DRAFT.replace("lang=en", "lang=fr").replace("&title=Six+thousand", "")
    scenario = get(f"/export/scenario.yaml{query}").words
    reform = get(f"/export/reform.py{query}").words
    cases = get(f"/export/tests.yaml{query}").words
    assert "reason: Rédigé dans l'atelier." in scenario
    assert 'because="Rédigé dans l\'atelier."' in reform
    assert "Ce que l'atelier a donné" in cases
    assert "# Pour exécuter ces cas" in cases
    for text in (scenario, reform, cases):
        assert not {"Drafted", "draft", "What", "Scenario"} & set(re.findall(r"\w+", text))


def test_what_is_wrong_is_said_in_french(get):
    page = get("?lang=fr&month=2014-09&on=premiers_package&on=delivered_programmes").words
    assert "premiers_package modifie la subvention nationale" in page
    page = get("?lang=fr&s=plann").words
    assert "Ce régime ne peut pas être utilisé\u00a0: il n&#39;existe pas de régime" in page
    page = get("?lang=fr&situation={").words
    assert "la requête n&#39;est pas du JSON\u00a0: un nom de propriété" in page
