"""Populations as CSV: read block by block, every cell given its type."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.csv
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import Message, message, message_of
from openfisca_jobgrant.population.columns import Rows
from openfisca_jobgrant.population.errors import PopulationError, refused
from openfisca_jobgrant.population.schema import accepted_by, inputs_of, text_schema

_BLOCK = 1 << 22
#: What else programs put between columns.
_SEPARATORS = {";": message("semicolons"), "\t": message("tabs"), "|": message("vertical bars")}
_TRUTHS = {"true": True, "false": False}


class CsvSource:
    """A CSV file in UTF-8 with a head.

    Args:
        path: The file.
        system: The law, whose inputs its columns are.

    Raises:
        PopulationError: If it can't be read.
    """

    def __init__(self, path: Path, system: TaxBenefitSystem) -> None:
        self.path = path
        self._known = inputs_of(system)
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                names = next(csv.reader(file, strict=True), [])
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise PopulationError(
                message(
                    "{path} can't be read as CSV in UTF-8: {reason}",
                    path=path,
                    reason=message_of(error),
                )
            ) from error
        if not names:
            raise PopulationError(
                message(
                    "{path} is empty: a CSV file begins with the names of its columns", path=path
                )
            )
        for separator, word in _SEPARATORS.items():
            if len(names) == 1 and separator in names[0]:
                raise PopulationError(
                    message(
                        "{path}: columns are separated by commas here, not by {separator}",
                        path=path,
                        separator=word,
                    )
                )
        for name in names:
            if names.count(name) > 1:
                raise PopulationError(
                    message("two columns have the name {name}", name=name), column=name
                )
        self.types = text_schema(names, system)

    def batches(self, rows: int) -> Iterator[pyarrow.RecordBatch]:
        """The rows in order, in blocks of some megabytes."""
        texts = {name: pyarrow.string() for name in self.types.names}
        first = 1
        ragged: list[pyarrow.csv.InvalidRow] = []

        def refuse(row: pyarrow.csv.InvalidRow) -> str:
            ragged.append(row)
            return "error"

        try:
            reader = pyarrow.csv.open_csv(
                self.path,
                read_options=pyarrow.csv.ReadOptions(block_size=_BLOCK, use_threads=False),
                parse_options=pyarrow.csv.ParseOptions(invalid_row_handler=refuse),
                convert_options=pyarrow.csv.ConvertOptions(
                    column_types=texts, strings_can_be_null=False
                ),
            )
            for batch in reader:
                yield self._typed(batch, first)
                first += batch.num_rows
        except (OSError, pyarrow.ArrowException) as error:
            if ragged:
                # The head is the reader's first row.
                row = ragged[0].number - 1
                raise PopulationError(
                    message(
                        "{path}: row {row} has {found} cells, and the head has {expected}",
                        path=self.path,
                        row=row,
                        found=ragged[0].actual_columns,
                        expected=ragged[0].expected_columns,
                    ),
                    row=row,
                ) from error
            raise PopulationError(
                message(
                    "{path} can't be read as CSV after row {row}: {reason}",
                    path=self.path,
                    row=first - 1,
                    reason=str(error).splitlines()[0],
                ),
                row=first,
            ) from error

    def _typed(self, batch: pyarrow.RecordBatch, first: int) -> pyarrow.RecordBatch:
        rows = Rows(first)
        arrays = [
            _cast(batch.column(place), self.types.field(place), rows, self._accepted(name))
            for place, name in enumerate(self.types.names)
        ]
        return pyarrow.RecordBatch.from_arrays(arrays, schema=self.types)

    def _accepted(self, name: str) -> Message:
        variable = self._known.get(name)
        return message("a number") if variable is None else accepted_by(variable)


def _cast(texts: Any, field: pyarrow.Field, rows: Rows, accepted: Message) -> Any:
    """A column of texts as its type; an empty cell states nothing."""
    stated = pyarrow.compute.if_else(pyarrow.compute.equal(texts, ""), None, texts)
    if pyarrow.types.is_string(field.type):
        return stated
    if pyarrow.types.is_boolean(field.type):
        found = []
        for place, text in enumerate(stated.to_pylist()):
            if text is not None and text.lower() not in _TRUTHS:
                raise refused(rows[place], field.name, text, accepted)
            found.append(None if text is None else _TRUTHS[text.lower()])
        return pyarrow.array(found, type=pyarrow.bool_())
    try:
        return stated.cast(field.type)
    except pyarrow.ArrowInvalid:
        for place, text in enumerate(stated):
            try:
                text.cast(field.type)
            except pyarrow.ArrowInvalid as error:
                raise refused(rows[place], field.name, text.as_py(), accepted) from error
        raise
