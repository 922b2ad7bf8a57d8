"""The command ``jobgrant``: answers on standard output, faults on standard error, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfisca_jobgrant.cli import main

EXAMPLES = Path(__file__).parents[2] / "situation_examples"
SHOP = str(EXAMPLES / "welding_shop_prince_george.json")


def run(*arguments, given=None):
    return CliRunner().invoke(main, arguments, input=given)


def answer(*arguments, given=None):
    result = run(*arguments, given=given)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_scenarios_are_listed():
    found = answer("scenarios", "--json")
    assert found[0] == {
        "name": "plan",
        "family": "plan",
        "title": "The Canada Job Grant as announced on 21 March 2013",
        "starts_on": "2014-04-01",
    }
    assert {"delivered_programmes", "premiers_package"} <= {law["name"] for law in found}
    assert "delivered_programmes" in run("scenarios").stdout


def test_nulls_are_filled():
    found = answer("calculate", SHOP)
    assert found["participants"]["Wes"]["federal_contribution"]["2014-05"] == 1200
    text = Path(SHOP).read_text(encoding="utf-8")
    assert answer("calculate", "-", "--scenario", "premiers_package", given=text)["participants"][
        "Wes"
    ]["federal_contribution"] == {"2014-05": 2400}


def test_scenarios_are_compared():
    found = answer("compare", SHOP, "--scenario", "plan", "--scenario", "premiers_package",
                   "--parts", "--json")  # fmt: skip
    assert found["scenarios"] == ["plan", "plan+premiers_package"]
    wes = [
        row
        for row in found["results"]
        if row["member"] == "Wes" and row["variable"] == "federal_contribution"
    ]
    assert wes[0]["values"] == {"plan": 1200, "plan+premiers_package": 2400}
    assert found["parts"]
    shown = run("compare", SHOP, "--scenario", "plan", "--scenario", "premiers_package", "--parts")
    assert "employer_part_paid_by_ottawa.small_employers" in shown.stdout
    assert "$2,400.00" in shown.stdout


def test_json_has_the_words_of_the_law_in_french():
    laws = ("--scenario", "plan", "--scenario", "premiers_package")
    found = answer("compare", SHOP, *laws, "--json", "--lang", "fr")
    row = next(row for row in found["results"] if row["why"])
    assert row["label"] == "Contribution fédérale"
    assert row["why"]["plan+premiers_package"][0]["description"] == (
        "Ottawa paie la part d'employeur des petits employeurs"
    )
    [figure] = answer("law", "show", "contribution.federal.share", "--json", "--lang", "fr")
    assert figure["description"] == "Part fédérale des coûts admissibles"
    assert figure["note"].startswith("Les tiers égaux")
    assert "moyenne" in run("law", "show", "contribution.federal.share", "--lang", "fr").stdout
    [changed] = answer("law", "diff", "plan", "plan+contribution.federal.share=0.5@2014-04-01",
                       "--json", "--lang", "fr")  # fmt: skip
    assert changed["description"] == changed["after"]["description"] == figure["description"]
    [record] = answer("explain", SHOP, "federal_contribution", "2014-05", "--member", "Wes",
                      "--json", "--lang", "fr")  # fmt: skip
    said = {figure["path"]: figure for step in record["steps"] for figure in step["figures"]}
    assert said["contribution.federal.share"]["note"] == figure["note"]


def test_an_override_that_a_record_does_not_rest_on_is_warned_of():
    for path, warned in {"contribution.federal.maximum": False, "population.ON": True}.items():
        shown = run("explain", SHOP, "federal_contribution", "2014-05", "--member", "Wes",
                    "--scenario", f"plan+{path}=4000@2014-04-01", "--json")  # fmt: skip
        assert ("has no effect" in shown.stderr) == warned
        assert json.loads(shown.stdout)[0]["variable"] == "federal_contribution"


def test_what_is_not_in_force_yet_has_not_ended():
    """New Brunswick's grant begins on 16 January 2015."""
    shown = run("law", "diff", "2014-04-01", "2015-04-01").stdout
    assert "not in force yet" in shown
    assert "no longer in force" not in shown
    weeks = "programmes.NB.training.maximum_weeks"
    assert "not in force yet" in run("law", "show", weeks, "--at", "2014-04-01").stdout
    assert "pas encore en vigueur" in run("law", "show", weeks, "--at", "2014-04-01", "--lang",
                                          "fr").stdout  # fmt: skip
    assert "52 weeks" in run("law", "show", weeks, "--at", "2015-02-01").stdout


def test_a_key_that_a_scenario_file_does_not_have_is_named(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text("title: Six thousand\nchanges: []\n", encoding="utf-8")
    refused = run("check", str(path))
    assert refused.exit_code == 2
    assert refused.stderr.endswith(
        's.yaml: a scenario has no "changes"; it has title, author, reference, description, '
        "reforms, parameters, expected\n"
    )


def test_cases_and_proofs_are_named_in_french():
    names = [case["name"] for case in answer("cases", "--no-pairs", "--json", "--lang", "fr")]
    assert "employee_count sous 50 : 49" in names
    assert "Le mois avant le 2014-04-01" in names
    shown = run("prove", "plan: government_contribution <= 10000", "--participants", "1",
                "--lang", "fr").stdout  # fmt: skip
    assert shown.startswith("démontré : plan: government_contribution <= 10000")
    assert "des demandes d'un participant, seules" in shown


def test_no_cliff_is_said():
    shown = run("cliffs", "--jurisdiction", "ON", "--input", "tuition_fees")
    assert shown.stdout == "No amount jumps or falls there.\n"


def test_results_are_explained():
    found = answer("explain", SHOP, "federal_contribution", "2014-05", "--member", "Wes", "--json")
    assert [record["value"] for record in found] == [1200]
    for format_name in ("text", "markdown", "html"):
        shown = run("explain", SHOP, "federal_contribution", "2014-05", "--format", format_name)
        assert "1,200.00" in shown.stdout
    french = run("explain", SHOP, "federal_contribution", "2014-05", "--lang", "fr")
    assert "1\xa0200,00\xa0$" in french.stdout


def test_the_law_is_shown_and_compared():
    [figure] = answer("law", "show", "contribution.federal.maximum", "--at", "2014-04-01", "--json")
    assert figure["value"] == 5000
    assert "contribution.federal.maximum" in run("law", "show", "contribution").stdout
    found = answer("law", "diff", "plan", "no_cost_matching", "--at", "2015-04-01", "--json")
    assert {at["path"] for at in found} == {
        "contribution.provincial.share",
        "transfers.provincial_match.rate",
    }
    days = answer("law", "diff", "2014-04-01", "2015-04-01", "--json")
    assert "transfers.job_grant.diverted_share" in {at["path"] for at in days}


def test_what_is_unknown_is_a_range():
    [*found] = answer("calculate", SHOP, "--unknown", "--json")
    assert all(at["least"] <= at["assumed"] <= at["most"] for at in found)
    assert "what would narrow it most" in run("calculate", SHOP, "--unknown").stdout


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (("calculate", "nowhere.json"), None, "nowhere.json can't be read"),
        (("calculate", "-"), '{"a": NaN}', "NaN is no JSON number"),
        (("calculate", "-"), "{", "not JSON"),
        (("calculate", "-"), "[]", "a situation is an object"),
        (("calculate", "-"), '{"participants": {"a": {"agee": {}}}}', "did you mean 'age'"),
        (("calculate", SHOP, "--scenario", "x"), None, "there is no body of law"),
        (("calculate", SHOP, "--scenario", "no.yaml"), None, "no.yaml can't be read"),
        (("compare", SHOP, "--scenario", "plan", "--scenario",
          "no_cost_matching+delivered_programmes"), None, "replaces"),
        (("compare", SHOP), None, "Missing option '--scenario'"),
        (("explain", SHOP, "x", "2014-05"), None, "there is no variable"),
        (("explain", SHOP, "age", "2014-05", "--lang", "de"), None, "--lang"),
        (("law", "show", "contribution.x"), None, "there is nothing at"),
        (("law", "show", "--at", "yesterday"), None, "is no day"),
        (("serve", "--port", "0"), None, "--port"),
        (("nonsense",), None, "No such command"),
    ],
)  # fmt: skip
def test_bad_input_is_exit_code_2_with_a_message_on_standard_error(arguments, given, message):
    result = run(*arguments, given=given)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_a_scenario_file_is_held_against_what_it_expects(tmp_path):
    path = tmp_path / "higher.yaml"
    text = (
        "title: Higher\nreforms: []\nparameters:\n- {path: contribution.federal.maximum, "
        "value: 6000, start: 2014-04-01, reason: Costs}\nexpected:\n- name: A third of 18,000\n"
        "  situation: {participants: {a: {tuition_fees: {2014-05: 18000}}}}\n"
        "  values: {participants: {a: {federal_contribution: {2014-05: 6000}}}}\n"
    )
    path.write_text(text)
    assert run("check", str(path)).exit_code == 0
    shown = answer("calculate", SHOP, "--scenario", str(path))
    assert shown["participants"]
    path.write_text(text.replace("05: 6000", "05: 6001"))
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "6000.0 instead of 6001" in result.stdout


def test_it_runs_as_a_program():
    done = subprocess.run(
        [str(Path(sys.executable).with_name("jobgrant")), "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0.1.0" in done.stdout


FAULTS_IN_FRENCH = {
    ("calculate", "nowhere.json"): (
        "impossible de lire nowhere.json : ce fichier ou ce dossier n'existe pas"
    ),
    ("calculate", SHOP, "--scenario", "plan+no_such_law"): (
        'il n\'existe pas de régime "no_such_law"; il y a plan, '
    ),
    ("explain", SHOP, "federal_contribution", "2014"): (
        "/period : 2014 n'est pas une période de federal_contribution : "
        "écrivez un mois, comme 2014-04"
    ),
    ("law", "show", "contributio"): (
        "il n'y a rien sous \"contributio\"; vouliez-vous dire 'contribution'?"
    ),
    ("check", "nowhere.yaml"): "impossible de lire nowhere.yaml : ce fichier ou ce dossier",
    ("prove", "plan: nothing"): 'il n\'existe pas de variable "nothing"',
    ("claims", "nowhere.yaml"): "impossible de lire nowhere.yaml : ce fichier ou ce dossier",
    (
        "cliffs",
        "--at",
        "2015",
    ): '--at : "2015" n\'est pas un mois de 1900 à 2099; écrivez-le comme 2015-04',
    (
        "cases",
        "--at",
        "x",
    ): '--at : "x" n\'est pas un mois de 1900 à 2099; écrivez-le comme 2015-04',
    ("population", "check", "nowhere.csv"): "il n'existe pas de fichier nowhere.csv",
    ("population", "sort", "nowhere.csv", "x.parquet"): "il n'existe pas de fichier nowhere.csv",
}


@pytest.mark.parametrize("command", FAULTS_IN_FRENCH)
def test_faults_are_told_in_french(command):
    result = run(*command, "--lang", "fr")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Erreur : {FAULTS_IN_FRENCH[command]}")
    english = run(*command)
    assert english.exit_code == 2
    assert english.stderr.startswith("Error: ")


def test_warnings_are_told_in_french():
    late = "plan+contribution.federal.maximum=1@2030-01-01"
    result = run("compare", SHOP, "--scenario", "plan", "--scenario", late, "--lang", "fr")
    assert "est sans effet : rien de ce qui est demandé ne lit ce chiffre" in result.stderr


def test_receipts_are_refused_in_french(tmp_path):
    text = run("calculate", SHOP, "--receipt").stdout
    kept = json.loads(text)
    kept["participants"]["Wes"]["federal_contribution"]["2014-05"] = 1
    path = tmp_path / "kept.json"
    path.write_text(json.dumps(kept), encoding="utf-8")
    result = run("replay", str(path), "--lang", "fr")
    assert result.exit_code == 2
    assert result.stderr.startswith("Erreur : la réponse n'est pas l'original pour lequel ce reçu")
    result = run("replay", SHOP, "--lang", "fr")
    assert "ce n'est pas une réponse avec un reçu : son membre receipt manque" in result.stderr
