"""From a file's columns to the engine's arrays, with every cell checked."""

from __future__ import annotations

import re
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
from openfisca_core.indexed_enums import Enum
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import JOB_GRANT
from openfisca_jobgrant.languages.messages import listed, message
from openfisca_jobgrant.population.errors import PopulationError, refused
from openfisca_jobgrant.population.schema import WEIGHT_UNIT, accepted_by
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.situations.columnar import wrong_numbers
from openfisca_jobgrant.situations.faults import nearest

_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
_YEARS = range(1900, 2101)
_LARGEST_WEIGHT = 1e9


class Rows:
    """Which row of the file each row of a chunk is, for messages.

    Args:
        first: The first one's row, from one.
        numbers: The rows, where a sorted copy keeps them.
    """

    def __init__(self, first: int, numbers: Any = None) -> None:
        self._first, self._numbers = first, numbers

    def __getitem__(self, place: Any) -> int:
        if self._numbers is not None:
            return int(self._numbers[place])
        return self._first + int(place)


def _flat(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column


def _encoded(column: Any) -> Any:
    """A column as places in a dictionary, which may hold what no row uses, in any order."""
    if pyarrow.types.is_dictionary(column.type):
        if isinstance(column, pyarrow.ChunkedArray):
            column = column.unify_dictionaries()
        flat = _flat(column)
        return flat.chunk(0) if isinstance(flat, pyarrow.ChunkedArray) else flat
    return _flat(column).dictionary_encode()


def _in_order(encoded: Any) -> Any:
    """The same with a dictionary of what rows use, in the order in which it first comes."""
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    count = len(encoded.dictionary)
    steps = numpy.diff(codes)
    if codes[0] == 0 and codes[-1] == count - 1 and ((steps == 0) | (steps == 1)).all():
        return encoded
    firsts = numpy.full(count, len(codes))
    # Written from the last row to the first, so that the first one's place stays.
    firsts[codes[::-1]] = numpy.arange(len(codes))[::-1]
    order = numpy.argsort(firsts, kind="stable")[: int((firsts < len(codes)).sum())]
    if len(order) == count and (order == numpy.arange(count)).all():
        return encoded
    places = numpy.empty(count, dtype=numpy.int32)
    places[order] = numpy.arange(len(order))
    return pyarrow.DictionaryArray.from_arrays(
        pyarrow.array(places[codes]), encoded.dictionary.take(pyarrow.array(order))
    )


def codes_of(column: Any, name: str, rows: Rows) -> tuple[Any, Any]:
    """The places of ids in the order in which they first come, and the ids.

    Raises:
        PopulationError: If a row has no id.
    """
    encoded = _encoded(column)
    if encoded.null_count:
        place = numpy.flatnonzero(encoded.is_null().to_numpy(zero_copy_only=False))[0]
        raise refused(rows[place], name, None, message("every row names its {key}", key=name))
    encoded = _in_order(encoded)
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    if pyarrow.types.is_string(encoded.dictionary.type):
        empty = pyarrow.compute.index(encoded.dictionary, "").as_py()
        if empty >= 0:
            place = numpy.flatnonzero(codes == empty)[0]
            raise refused(rows[place], name, "", message("every row names its {key}", key=name))
    return codes, encoded.dictionary


def jurisdictions_of(column: Any, rows: Rows) -> Any:
    """Each row's jurisdiction by its place among the codes.

    Raises:
        PopulationError: If a row has another one.
    """
    return _by_word(column, "jurisdiction", rows, CODES, None)


def months_of(column: Any, rows: Rows) -> Any:
    """Each row's month, counted from January of the year 0.

    Raises:
        PopulationError: If a row has none from 1900-01 to 2100-12.
    """
    encoded = _encoded(column)
    if encoded.null_count:
        row = numpy.flatnonzero(encoded.is_null().to_numpy(zero_copy_only=False))[0]
        raise refused(rows[row], "month", None, message("a month, such as 2014-04"))
    indices = encoded.indices.to_numpy(zero_copy_only=False)
    found = []
    for place, text in enumerate(encoded.dictionary.to_pylist()):
        match = _MONTH.fullmatch(text)
        if match is not None and int(match[1]) in _YEARS:
            found.append(12 * int(match[1]) + int(match[2]) - 1)
            continue
        using = numpy.flatnonzero(indices == place)
        if len(using):
            raise refused(rows[using[0]], "month", text, message("a month from 1900-01 to 2100-12"))
        found.append(0)
    return numpy.array(found, dtype=numpy.int32)[indices]


def month_text(month: int) -> str:
    """A month as the file has it."""
    return f"{month // 12:04}-{month % 12 + 1:02}"


def weights_of(column: Any, name: str, rows: Rows) -> Any:
    """Weights in ten-thousandths, int64.

    Raises:
        PopulationError: If one is missing, negative, or has more than four decimals.
    """
    numbers = _numbers(column)
    with numpy.errstate(invalid="ignore"):
        units = numpy.rint(numbers * WEIGHT_UNIT)
        wrong = ~((numbers >= 0) & (numbers <= _LARGEST_WEIGHT)) | (units / WEIGHT_UNIT != numbers)
    if wrong.any():
        place = int(numpy.flatnonzero(wrong)[0])
        raise refused(
            rows[place],
            name,
            _cell(column, place),
            message("a weight of 0 or more, with at most four decimals"),
        )
    return units.astype(numpy.int64)


def values_of(column: Any, variable: Variable, rows: Rows) -> tuple[Any, Any]:
    """An input's values as the engine holds them, and where there are none.

    Args:
        column: The column.
        variable: The input.
        rows: The file's rows.

    Returns:
        One value for each row, the default where none is stated; and a mask of those rows, None
        if there are none.

    Raises:
        PopulationError: If a value is not what the variable holds.
    """
    if variable.value_type is Enum:
        words = tuple(variable.possible_values.__members__)
        default = list(variable.possible_values).index(variable.default_value)
        return _by_word(column, variable.name, rows, words, default), None
    if variable.value_type not in (bool, int, float):
        raise PopulationError(
            message("{name} can't be a column", name=variable.name), column=variable.name
        )
    unstated = None
    if column.null_count:
        unstated = _flat(column).is_null().to_numpy(zero_copy_only=False)
    if pyarrow.types.is_null(column.type):
        return variable.default_array(len(column)), unstated
    if variable.value_type is bool:
        filled = column if unstated is None else column.fill_null(bool(variable.default_value))
        return _flat(filled).to_numpy(zero_copy_only=False), unstated
    numbers = _numbers(column)
    if unstated is not None:
        numbers = numpy.where(unstated, float(variable.default_value), numbers)
    wrong = wrong_numbers(numbers, variable, refuses_negative=JOB_GRANT.refuses_negative)
    if wrong.any():
        place = int(numpy.flatnonzero(wrong)[0])
        raise refused(rows[place], variable.name, _cell(column, place), accepted_by(variable))
    return numbers.astype(variable.dtype, copy=False), unstated


def _numbers(column: Any) -> Any:
    flat = _flat(column)
    if pyarrow.types.is_dictionary(flat.type):
        flat = flat.dictionary_decode()
    if flat.type != pyarrow.float64():
        flat = flat.cast(pyarrow.float64(), safe=False)
    return flat.to_numpy(zero_copy_only=False)


def _cell(column: Any, place: int) -> Any:
    value = column[place].as_py()
    return value if isinstance(value, bool | int | float | str) or value is None else str(value)


def _by_word(
    column: Any, name: str, rows: Rows, words: tuple[str, ...], default: int | None
) -> Any:
    if pyarrow.types.is_null(column.type):
        column = pyarrow.nulls(len(column), pyarrow.string())
    encoded = _encoded(column)
    places = {word: place for place, word in enumerate(words)}
    table = []
    for at, text in enumerate(encoded.dictionary.to_pylist()):
        if text not in places:
            indices = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            using = numpy.flatnonzero(indices == at)
            if len(using):
                accepted = message(
                    "{words}{hint}", words=", ".join(words), hint=nearest(text, words)
                )
                raise refused(rows[using[0]], name, text, accepted)
        table.append(places.get(text, 0))
    if encoded.null_count:
        missing = encoded.is_null().to_numpy(zero_copy_only=False)
        if default is None:
            row = numpy.flatnonzero(missing)[0]
            raise refused(rows[row], name, None, listed(words))
        indices = encoded.indices.fill_null(len(table)).to_numpy(zero_copy_only=False)
        table.append(default)
    else:
        indices = encoded.indices.to_numpy(zero_copy_only=False)
    return numpy.take(numpy.array(table, dtype=numpy.uint8), indices)
