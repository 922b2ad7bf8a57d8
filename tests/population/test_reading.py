"""A population's file is read whole or refused with the row and the column of what is wrong."""

import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from small_populations import row

from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.checking import check
from openfisca_jobgrant.population.files import Source
from openfisca_jobgrant.population.sorting import sort

GOOD = [
    row(1, "E1", tuition_fees=100.0),
    row(2, "E1", tuition_fees=200.0),
    row(3, "E2", tuition_fees=300.0),
]

# What is changed in the second row of three; what the message says.
FAULTS = {
    "unknown code": ({"jurisdiction": "OT"}, 'row 2, column jurisdiction: "OT"'),
    "no code": ({"jurisdiction": None}, "row 2, column jurisdiction: null"),
    "month": ({"month": "2014-13"}, 'row 2, column month: "2014-13"'),
    "parts of cents": ({"tuition_fees": 0.005}, "row 2, column tuition_fees: 0.005"),
    "negative": ({"tuition_fees": -1.0}, "row 2, column tuition_fees: -1.0"),
    "not a number": ({"tuition_fees": float("nan")}, "row 2, column tuition_fees: nan"),
    "no employer": ({"employer": None}, "row 2, column employer: null"),
    "empty id": ({"application": ""}, "row 2, column application"),
    "two months": ({"month": "2014-05", "application": "E1-2014-04"}, "one application, but not"),
    "two jurisdictions": ({"jurisdiction": "QC"}, "column jurisdiction: employer E1 is in ON"),
    "twice": ({"participant": 1}, "row 2, column participant: 1 stands in row 1 already"),
}

HEAD = "participant,application,employer,jurisdiction,month\n"


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_a_fault_is_named_with_its_row_and_column(system, tmp_path, name, kind):
    change, message = FAULTS[name]
    path = tmp_path / f"bad.{kind}"
    table = pyarrow.Table.from_pylist([GOOD[0], {**GOOD[1], **change}, GOOD[2]])
    if kind == "csv":
        pyarrow.csv.write_csv(table, path)
        message = message.replace(": null", ":").replace("-1.0", "-1")
    else:
        pyarrow.parquet.write_table(table, path)
    with pytest.raises(PopulationError) as error:
        check(path, system)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("tuition", 1.0, "did you mean 'tuition_fees'"),
        ("federal_contribution", 1.0, "worked out by the law"),
        ("jurisdiction_code", "ON", "name it jurisdiction"),
        ("employee_count", "many", "column employee_count holds string"),
        ("employee_count", 1.5, "row 1, column employee_count: 1.5"),
        ("employment_status", "retired", 'row 1, column employment_status: "retired"'),
        ("weight", 0.00001, "row 1, column weight"),
    ],
)
def test_a_column_that_means_nothing_is_refused(system, tmp_path, column, value, message):
    path = tmp_path / "bad.parquet"
    pyarrow.parquet.write_table(
        pyarrow.Table.from_pylist([{**at, column: value} for at in GOOD]), path
    )
    with pytest.raises(PopulationError, match=message.replace("(", r"\(")):
        check(path, system)


def test_rows_of_one_employer_agree(system, tmp_path):
    path = tmp_path / "bad.parquet"
    rows = [{**at, "employee_count": 10 + place} for place, at in enumerate(GOOD)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    with pytest.raises(PopulationError, match="row 2, column employee_count: rows of one employer"):
        check(path, system)


def test_a_missing_column_is_named(system, tmp_path):
    path = tmp_path / "bad.parquet"
    table = pyarrow.Table.from_pylist(GOOD).rename_columns(
        ["participant", "application", "employer_id", "jurisdiction", "month", "tuition_fees"]
    )
    pyarrow.parquet.write_table(table, path)
    with pytest.raises(PopulationError, match=r"no column employer: .*; rename employer_id"):
        check(path, system)


def test_an_unsorted_file_is_sorted_and_keeps_its_rows(system, tmp_path):
    rows = [row(3, "E2", "QC"), row(1, "E1", "ON"), row(2, "E1", "ON"), row(4, "E0", "ON")]
    path, copy = tmp_path / "mixed.parquet", tmp_path / "sorted.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    assert sort(path, copy, system, row_group=1) == 4
    found = pyarrow.parquet.read_table(copy)
    assert found.column("participant").to_pylist() == [4, 1, 2, 3]
    assert found.column("_row").to_pylist() == [4, 2, 3, 1]
    source = Source(copy, system)
    assert source.is_ready
    # Whole employers, however small row groups are asked to be.
    assert [piece.rows for piece in source.pieces(1)] == [1, 2, 1]
    said = check(path, system)
    assert (said.rows, said.employers, said.was_sorted) == (4, 3, False)
    assert said.jurisdictions == {"QC": 1, "ON": 3}
    assert not list(tmp_path.glob(".*"))


def test_an_employer_in_two_jurisdictions_far_apart_is_found(system, tmp_path):
    rows = [row(1, "E1", "AB"), row(2, "E2", "AB"), row(3, "E1", "BC")]
    path, copy = tmp_path / "mixed.parquet", tmp_path / "sorted.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    with pytest.raises(PopulationError, match="E1"):
        check(path, system)
    sort(path, copy, system, row_group=1)
    with pytest.raises(PopulationError, match="E1"):
        check(copy, system)


def test_a_bad_row_group_is_named(system, tmp_path, some_file):
    content = bytearray(some_file.read_bytes())
    content[5000:5400] = b"\0" * 400
    path = tmp_path / "bad.parquet"
    path.write_bytes(bytes(content))
    with pytest.raises(PopulationError, match=r"rows \d+ to \d+ \(row groups 0"):
        check(path, system)


def test_what_is_no_population_is_refused(system, tmp_path):
    path = tmp_path / "text.parquet"
    path.write_text("no Parquet")
    with pytest.raises(PopulationError, match="can't be read as Parquet"):
        check(path, system)
    with pytest.raises(PopulationError, match="no file"):
        check(tmp_path / "missing.parquet", system)


#: What a CSV file holds → what is said of it. Rows are counted from one, without the head.
NO_CSV = {
    f"{HEAD}1,A,E,ON,2014-04\n1,A,E\n": "row 2 has 3 cells, and the head has 5",
    f"{HEAD}1,A,E,ON,2014-04,7\n": "row 1 has 6 cells, and the head has 5",
    "": "is empty: a CSV file begins with the names of its columns",
    HEAD.replace(",", ";"): "columns are separated by commas here, not by semicolons",
    HEAD.replace(",", "\t"): "columns are separated by commas here, not by tabs",
    HEAD: "has no rows",
}


@pytest.mark.parametrize("text", NO_CSV)
def test_what_is_no_csv_of_ours_is_named(system, tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_text(text)
    with pytest.raises(PopulationError) as refused:
        check(path, system)
    said = str(refused.value)
    assert said.startswith(str(path))
    assert said.endswith(NO_CSV[text])


def test_dictionaries_may_hold_what_no_row_uses_in_any_order(system, tmp_path):
    rows = [row(1, "E1", "AB"), row(2, "E2", "ON"), row(3, "E2", "ON", "2014-05")]
    table = pyarrow.Table.from_pylist(rows)
    spare = {
        "employer": (["E2", "E1", "Z"], [1, 0, 0]),
        "jurisdiction": (["nowhere", "ON", "AB"], [2, 1, 1]),
        "month": (["never", "2014-05", "2014-04"], [2, 2, 1]),
    }
    for name, (words, indices) in spare.items():
        place = table.schema.get_field_index(name)
        array = pyarrow.DictionaryArray.from_arrays(pyarrow.array(indices), pyarrow.array(words))
        table = table.set_column(place, name, array)
    path = tmp_path / "spare.parquet"
    pyarrow.parquet.write_table(table, path)
    found = check(path, system)
    assert (found.employers, found.jurisdictions) == (2, {"ON": 2, "AB": 1})
    assert found.last_month == "2014-05"
