"""The results of every row, written in the file's order whatever order they come in."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow
import pyarrow.csv
import pyarrow.parquet

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.sorting import writing


class RowsWriter:
    """Writes Parquet, or CSV by the file's name. The file appears when it is complete.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._context: Any = None
        self._unfinished = path
        self._writer: Any = None
        self._waiting: dict[int, pyarrow.Table] = {}
        self._next = 0

    def __enter__(self) -> RowsWriter:
        self._context = writing(self._path)
        self._unfinished = self._context.__enter__()
        return self

    def add(self, place: int, rows: pyarrow.Table) -> None:
        """Take the rows of a piece; they are written when those before them are."""
        self._waiting[place] = rows
        while self._next in self._waiting:
            table = self._waiting.pop(self._next)
            self._next += 1
            try:
                if self._writer is None:
                    self._writer = self._open(table.schema)
                self._writer.write_table(table)
            except OSError as error:
                raise PopulationError(
                    message(
                        "{path} can't be written: {reason}",
                        path=self._path,
                        reason=message_of(error),
                    )
                ) from error

    def _open(self, schema: pyarrow.Schema) -> Any:
        if self._path.suffix.lower() == ".csv":
            return pyarrow.csv.CSVWriter(self._unfinished, schema)
        return pyarrow.parquet.ParquetWriter(self._unfinished, schema)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.close()
        self._context.__exit__(kind, error, trace)
