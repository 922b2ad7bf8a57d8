"""The commands ``jobgrant population``: answers on standard output, faults with exit code 2."""

import csv
import io
import json
import sys
from pathlib import Path

import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from openfisca_jobgrant.cli import main
from openfisca_jobgrant.population.assumptions import ASSUMPTIONS

sys.path.insert(0, str(Path(__file__).parent.parent / "population"))
from small_populations import drawn, row, write


def told(*arguments):
    return CliRunner().invoke(main, [str(at) for at in arguments])


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write(drawn(200), tmp_path_factory.mktemp("cli") / "some.parquet")


def run_of(file, *arguments):
    laws = ("--scenario", "plan", "--scenario", "premiers_package")
    return told("population", "run", file, *laws, *arguments)


def test_a_run_says_who_pays_and_how_long_is_left(file):
    answer = run_of(file)
    assert answer.exit_code == 0
    assert "Who pays: Jurisdiction" in answer.stdout
    assert "Difference from plan: All" in answer.stdout
    assert "201 of 201 rows, 0 s left" in answer.stderr


def test_a_run_answers_in_french(file):
    answer = run_of(file, "--lang", "fr", "--quiet")
    assert "Qui paie : Province ou territoire" in answer.stdout
    assert "Who pays" not in answer.stdout
    assert answer.stderr == ""


def test_json_is_one_document_and_the_run_stands_apart(file):
    one, two = (run_of(file, "--json", "--threads", count) for count in (1, 2))
    documents = [json.loads(at.stdout) for at in (one, two)]
    assert [at.pop("run").keys() for at in documents] == [{"seconds"}] * 2
    assert documents[0] == documents[1]


@pytest.mark.parametrize("kind", ["csv", "json", "parquet", "html", "txt"])
def test_formats_go_by_the_name_of_the_file(file, tmp_path, kind):
    path = tmp_path / f"report.{kind}"
    answer = run_of(file, "--output", path, "--parts", "--by", "jurisdiction*status")
    assert (answer.exit_code, answer.stdout) == (0, "")
    if kind == "parquet":
        found = pyarrow.parquet.read_table(path).to_pylist()
    elif kind == "csv":
        found = pyarrow.csv.read_csv(path).to_pylist()
    elif kind == "json":
        found = json.loads(path.read_text())["figures"]
    else:
        text = path.read_text()
        assert "What each clause of plan+premiers_package adds" in text
        assert ("<svg" in text) == (kind == "html")
        assert "http" not in text
        return
    clauses = {at["scenario"] for at in found if at["table"] == "clause"}
    assert len(clauses) == 3
    assert {at["table"] for at in found} == {"all", "jurisdiction*status", "funds", "clause"}


def test_csv_goes_to_standard_output(file):
    rows = list(csv.DictReader(io.StringIO(run_of(file, "--format", "csv", "--quiet").stdout)))
    assert {"value", "margin", "difference", "jurisdiction"} <= rows[0].keys()


def test_bad_input_is_named_with_exit_code_2(file, tmp_path):
    bad = tmp_path / "bad.csv"
    pyarrow.csv.write_csv(pyarrow.Table.from_pylist([row(1, "E1", "XX")]), bad)
    output = tmp_path / "report.json"
    for answer, message in (
        (run_of(bad, "--output", output), 'row 1, column jurisdiction: "XX" is not accepted'),
        (run_of(tmp_path / "none.parquet"), "there is no file"),
        (run_of(file, "--by", "province"), "totals can't be by 'province'"),
        (run_of(file, "--format", "parquet"), "name it with --output"),
        (run_of(file, "--engine", "dask"), "--scheduler ADDRESS"),
        (run_of(file, "--output", tmp_path / "no" / "r.json"), "can't be written"),
        (told("population", "run", file, "--scenario", "plam"), "plam"),
        (told("population", "check", bad), "row 1, column jurisdiction"),
    ):
        assert answer.exit_code == 2, answer.output
        assert message in answer.stderr
        assert "Traceback" not in answer.output
    assert not output.exists()


def test_nothing_is_written_over_what_is_read_or_under_a_wrong_name(tmp_path):
    source = tmp_path / "in.csv"
    pyarrow.csv.write_csv(pyarrow.Table.from_pylist([row(1, "E1", "ON")]), source)
    before = source.read_bytes()
    (tmp_path / "link.csv").symlink_to(source)
    both = tmp_path / "both.parquet"
    made = ("population", "make", "--participants", 20, "--output")
    for answer, message in (
        (run_of(source, "--output", source), "is FILE, too"),
        (run_of(source, "--output", tmp_path / "link.csv"), "is FILE, too"),
        (run_of(source, "--rows", source), "is FILE, too"),
        (run_of(source, "--rows", both, "--output", both), "is --output, too"),
        (run_of(source, "--rows", tmp_path / "rows.xlsx"), "ends in .parquet"),
        (run_of(source, "--output", tmp_path / "r.xlsx"), "say what it holds with --format"),
        (run_of(source, "--scheduler", "tcp://x:1"), "--scheduler needs --engine dask"),
        (told("population", "sort", source, source), "ends in .parquet"),
        (told(*made, tmp_path / "made.csv"), "ends in .parquet"),
    ):
        assert answer.exit_code == 2, answer.output
        assert message in answer.stderr
    assert source.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "link.csv"]


@pytest.mark.parametrize("command", ["check_file", "sort_file", "make_file"])
def test_ctrl_c_is_no_answer(command, file, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"openfisca_jobgrant.cli.population.{command}", interrupted)
    target = tmp_path / "target.parquet"
    arguments = {
        "check_file": ("check", file),
        "sort_file": ("sort", file, target),
        "make_file": ("make", "--participants", 20, "--output", target),
    }[command]
    answer = told("population", *arguments, "--lang", "fr")
    assert answer.exit_code == 130
    assert "aucun fichier n'a été écrit" in answer.stderr


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("value: 3.0", "value: three", 'application_size, value: "three" is not accepted'),
        ("value: 3.0", "value: -3", "application_size, value: -3 is not accepted"),
        ("value: 3.0", "value: .nan", "application_size, value: nan is not accepted"),
        ("value: 3.0", "value: 0", "nothing can be drawn from these figures"),
        ("value: 3.0", "", "an object with value"),
        ("{from: 1, to: 4, businesses", "{from: 9, to: 4, businesses", "nothing can be drawn"),
        ("private: 0.90, ", "", "an object with private"),
        ("  months:", "  month:", "says nothing of months"),
        ("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "[]", "months, value: an empty list"),
        ("of: share_of_employers_up_to_100", "of: nothing", 'held_out 1: "nothing" is not'),
        ("drawn:", "- drawn:", "holds no assumptions"),
    ],
)
def test_assumptions_that_cannot_be_are_named(was, now, message, tmp_path):
    ours = ASSUMPTIONS.read_text(encoding="utf-8")
    assert was in ours
    path, target = tmp_path / "mine.yaml", tmp_path / "made.parquet"
    path.write_text(ours.replace(was, now, 1), encoding="utf-8")
    answer = told(
        "population", "make", "--participants", 50, "--output", target, "--assumptions", path
    )
    assert answer.exit_code == 2, answer.output
    assert message in answer.stderr
    assert "Traceback" not in answer.output
    assert not target.exists()


def test_our_assumptions_under_another_name_give_the_same(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_bytes(ASSUMPTIONS.read_bytes())
    made = [tmp_path / "ours.parquet", tmp_path / "mine.parquet"]
    for target, options in zip(made, ((), ("--assumptions", path)), strict=True):
        answer = told("population", "make", "--participants", 50, "--output", target, *options)
        assert answer.exit_code == 0, answer.output
    assert made[0].read_bytes() == made[1].read_bytes()


@pytest.mark.parametrize("left", [0, 100])
def test_a_damaged_part_is_named(left, file, tmp_path):
    kept = tmp_path / "kept"
    assert run_of(file, "--resume", kept, "--quiet").exit_code == 0
    part = next(kept.glob("piece-*.npz"))
    part.write_bytes(part.read_bytes()[:left])
    answer = run_of(file, "--resume", kept, "--quiet")
    assert answer.exit_code == 2
    assert f"{part} can't be read" in answer.stderr
    assert "take it away" in answer.stderr


def test_files_are_checked_and_sorted(tmp_path):
    rows = [row(2, "E2", "ON"), row(1, "E1", "AB")]
    path, target = tmp_path / "mixed.csv", tmp_path / "sorted.parquet"
    pyarrow.csv.write_csv(pyarrow.Table.from_pylist(rows), path)
    assert told("population", "check", path).stdout == (
        "2 participants of 2 employers\nJurisdictions: ON 1, AB 1\nMonths: 2014-04 to 2014-04\n"
        "Inputs: –\nNot sorted, or doesn't say so.\n"
    )
    assert told("population", "check", path, "--lang", "fr").stdout == (
        "2 participants de 2 employeurs\nProvinces et territoires : ON 1, AB 1\n"
        "Mois : 2014-04 à 2014-04\nFaits : –\nNon trié, ou ne le dit pas.\n"
    )
    assert told("population", "sort", path, target).exit_code == 0
    found = json.loads(told("population", "check", target, "--json").stdout)
    assert (found["rows"], found["employers"], found["was_sorted"]) == (2, 2, True)
    assert found["jurisdictions"] == {"ON": 1, "AB": 1}


def test_ctrl_c_leaves_nothing_half_written(file, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("openfisca_jobgrant.population.engine.compute", interrupted)
    answer = run_of(file, "--output", tmp_path / "r.json", "--rows", tmp_path / "rows.parquet")
    assert answer.exit_code == 130
    assert "stopped; no file was written" in answer.stderr
    assert not list(tmp_path.iterdir())


def test_a_population_is_made_and_its_misses_are_said(tmp_path):
    path = tmp_path / "made.parquet"
    answer = told("population", "make", "--participants", 2000, "--seed", 1, "--output", path)
    assert answer.exit_code == 0
    assert "missed" in answer.stdout
    said = told("population", "make", "--participants", 500, "--output", path, "--json")
    document = json.loads(said.stdout)
    assert document["rows"] == 500
    assert {"id", "published", "found", "is_met", "source"} <= document["held_out"][0].keys()
    assert told("population", "make", "--participants", 3, "--output", path).exit_code == 2
