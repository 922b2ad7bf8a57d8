"""A run's totals are the sums of single evaluations, however it is cut up and shared out."""

import threading

import numpy
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from small_populations import drawn, row, write

from openfisca_jobgrant.population import PopulationError, engine
from openfisca_jobgrant.population.engine import Settings, run
from openfisca_jobgrant.population.evaluating import AMOUNTS
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations import SituationReader, calculate

LAWS = ["plan", "delivered_programmes", "premiers_package", "canada_job_fund_2014"]
OF_PERSONS = (
    "tuition_fees",
    "wages_during_training",
    "employment_status",
    "has_job_offer",
    "age",
    "has_disability",
)


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


@pytest.fixture(scope="module")
def whole(some_file, library):
    return run(some_file, LAWS, library, Settings(threads=1))


def situation_of(rows):
    """One employer's rows as a request of the Web API, with its amounts asked for."""
    people, applications = {}, {}
    months = sorted({at["month"] for at in rows})
    for at in rows:
        month = at["month"]
        given = {name: {month: at[name]} for name in OF_PERSONS}
        people[str(at["participant"])] = given | {name: {month: None} for name in AMOUNTS}
        applications.setdefault(
            at["application"],
            {"participants": [], "group_training_costs": {month: at["group_training_costs"]}},
        )["participants"].append(str(at["participant"]))
    everyone = list(people)
    staff = dict.fromkeys(months, rows[0]["employee_count"])
    code = {"ETERNITY": rows[0]["jurisdiction"]}
    return {
        "participants": people,
        "applications": applications,
        "employers": {"e": {"participants": everyone, "employee_count": staff}},
        "jurisdictions": {"j": {"participants": everyone, "jurisdiction_code": code}},
    }


def test_rows_and_totals_are_those_of_single_evaluations(
    some_rows, some_file, library, tmp_path, whole
):
    rows_file = tmp_path / "rows.parquet"
    run(some_file, LAWS, library, Settings(threads=1, rows=rows_file))
    found = {
        (at["scenario"], at["participant"]): at
        for at in pyarrow.parquet.read_table(rows_file).to_pylist()
    }
    employers = {}
    for at in some_rows:
        employers.setdefault(at["employer"], []).append(at)
    for law, text in enumerate(LAWS):
        reader = SituationReader(library.system(text))
        text = library.parse(text).text
        sums = dict.fromkeys(AMOUNTS, 0)
        for rows in employers.values():
            answer = calculate(reader.read(situation_of(rows)), reader).document
            for at in rows:
                for name in AMOUNTS:
                    value = answer["participants"][str(at["participant"])][name][at["month"]]
                    assert found[text, at["participant"]][name] == value
                    sums[name] += round(value * 100) * round(at["weight"] * 10_000)
        for place, name in enumerate(AMOUNTS, start=2):
            assert whole.totals.amounts[law, place].sum() == sums[name], (text, name)


@pytest.mark.parametrize(("threads", "chunk_rows"), [(1, 1), (2, 1), (2, 130), (3, 10**9)])
def test_chunks_and_threads_change_nothing(some_file, library, whole, threads, chunk_rows):
    other = run(some_file, LAWS, library, Settings(threads=threads, chunk_rows=chunk_rows))
    assert other.totals.same_as(whole.totals)


def test_a_sorted_copy_and_csv_change_nothing(some_rows, library, whole, tmp_path):
    mixed = sorted(some_rows, key=lambda at: (hash(at["employer"]), at["participant"]))
    path, text = tmp_path / "mixed.parquet", tmp_path / "mixed.csv"
    table = pyarrow.Table.from_pylist(mixed)
    pyarrow.parquet.write_table(table, path)
    pyarrow.csv.write_csv(table, text)
    for at in (path, text):
        assert run(at, LAWS, library, Settings(threads=1)).totals.same_as(whole.totals)


def test_a_reform_that_changes_nothing_changes_exactly_nothing(some_file, library):
    same = run(
        some_file, ["plan", "plan+contribution.federal.maximum=5000@2014-04-01"], library
    ).totals
    assert numpy.array_equal(same.amounts[0], same.amounts[1])
    moved = same.changes.sum(axis=(2, 3))[0]
    assert moved[4] == same.amounts[0, 0].sum()
    assert moved.sum() == moved[4]


def test_what_was_received_may_be_stated(library, tmp_path):
    """Alberta, 300,000 an employer and year: 299,000 stated leave 1,000; nothing stated, all."""
    inputs = {"tuition_fees": 3000.0, "employee_count": 20}
    rows = [
        row(1, "E1", "AB", "2015-05", **inputs, employer_received_to_date=299_000.0),
        row(2, "E1", "AB", "2015-06", **inputs, employer_received_to_date=None),
        row(3, "E2", "AB", "2015-05", **inputs, employer_received_to_date=None),
        row(4, "E2", "AB", "2016-04", **inputs, employer_received_to_date=None),
    ]
    path, rows_file = write(rows, tmp_path / "told.parquet"), tmp_path / "rows.csv"
    run(path, ["delivered_programmes"], library, Settings(rows=rows_file))
    found = pyarrow.csv.read_csv(rows_file).column("federal_contribution").to_pylist()
    assert found == [1000, 0, 2000, 2000]


def test_a_run_goes_on_where_it_was_stopped(some_file, library, whole, tmp_path, monkeypatch):
    folder, rows_file = tmp_path / "parts", tmp_path / "rows.parquet"
    settings = Settings(threads=1, chunk_rows=1, resume=folder, rows=rows_file)
    done = []

    def stopped(task, piece, systems=None):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(piece.place)
        return compute(task, piece, systems)

    compute = engine.compute
    monkeypatch.setattr(engine, "compute", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(some_file, LAWS, library, settings)
    assert not rows_file.exists()
    assert not list(tmp_path.glob(".*"))
    assert len(list(folder.glob("piece-*.npz"))) == 2

    def counted(task, piece, systems=None):
        done.append(piece.place)
        return compute(task, piece, systems)

    monkeypatch.setattr(engine, "compute", counted)
    again = run(some_file, LAWS, library, settings)
    assert again.totals.same_as(whole.totals)
    assert sorted(done) == list(range(len(done)))
    assert pyarrow.parquet.read_metadata(rows_file).num_rows == again.totals.rows * len(LAWS)
    with pytest.raises(PopulationError, match="another run: its scenarios differ"):
        run(some_file, LAWS[:2], library, settings)


def test_a_full_disk_keeps_what_was_done(some_file, library, whole, tmp_path, monkeypatch):
    folder = tmp_path / "parts"
    settings = Settings(threads=1, chunk_rows=1, resume=folder)
    save, saved = numpy.savez, []

    def full(file, **arrays):
        if len(saved) == 1:
            file.write(b"half")
            raise OSError(28, "No space left on device")
        saved.append(1)
        save(file, **arrays)

    monkeypatch.setattr(numpy, "savez", full)
    with pytest.raises(PopulationError, match="No space left on device"):
        run(some_file, LAWS, library, settings)
    assert [at.name for at in folder.glob("*piece*")] == ["piece-000000.npz"]
    monkeypatch.undo()
    assert run(some_file, LAWS, library, settings).totals.same_as(whole.totals)


def test_a_bad_row_group_stops_all_threads_with_its_rows(some_file, library, tmp_path):
    content = bytearray(some_file.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 400] = b"\0" * 400
    path = tmp_path / "bad.parquet"
    path.write_bytes(bytes(content))
    before = threading.active_count()
    with pytest.raises(PopulationError, match=r"rows \d+ to \d+ \(row groups \d"):
        run(path, LAWS, library, Settings(threads=2, chunk_rows=1))
    assert threading.active_count() == before


def test_a_file_that_claims_to_be_sorted_is_still_checked(library, tmp_path):
    rows = drawn(60)
    path = write(list(reversed(rows)), tmp_path / "lying.parquet", row_group=1)
    with pytest.raises(PopulationError, match="out of order"):
        run(path, ["plan"], library, Settings(threads=1, chunk_rows=1))


def test_replicate_weights_of_the_file_are_summed_each(some_rows, library, tmp_path):
    rows = [
        {**at, "replicate_1": 2 * at["weight"], "replicate_2": 0.0, "replicate_10": 1.0}
        for at in some_rows
    ]
    path = write(rows, tmp_path / "replicates.parquet")
    totals = run(path, ["plan"], library, Settings(threads=2, chunk_rows=1)).totals
    whole, double, none, ones = totals.amounts.sum(axis=2)[0, 0]
    assert (double, none, ones) == (2 * whole, 0, 10_000 * len(rows))
