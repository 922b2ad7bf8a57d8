"""Sorted copies: by jurisdiction and employer, row groups of whole employers."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.columns import Rows, codes_of, jurisdictions_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.files import MARK, ROW_GROUP, Source
from openfisca_jobgrant.population.schema import ROW, schema_of
from openfisca_jobgrant.population.texts import CsvSource
from openfisca_jobgrant.rules import CODES

_BATCH = 100_000


def open_any(path: Path, system: TaxBenefitSystem) -> Source | CsvSource:
    """A population's file of either kind, by its name: ``.csv``, or else Parquet."""
    if not path.is_file():
        raise PopulationError(message("there is no file {path}", path=path))
    if path.suffix.lower() == ".csv":
        return CsvSource(path, system)
    return Source(path, system)


@contextlib.contextmanager
def ready(path: Path, system: TaxBenefitSystem, folder: Path | None = None) -> Iterator[Path]:
    """The file itself if it is sorted and says so; else a sorted copy that goes away afterwards.

    Args:
        path: The file.
        system: The law.
        folder: Where a copy is put; the system's folder for temporary files if left out.
    """
    source = open_any(path, system)
    if isinstance(source, Source) and source.is_ready:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="population-", dir=folder) as where:
        copy = Path(where) / "sorted.parquet"
        sort(path, copy, system)
        yield copy


def sort(path: Path, target: Path, system: TaxBenefitSystem, row_group: int = ROW_GROUP) -> int:
    """Write a sorted copy of a file. Memory holds one jurisdiction at a time.

    The order within an employer stays: it is the order in which its ceiling is used up.

    Args:
        path: Parquet or CSV.
        target: The copy; it appears when it is complete.
        system: The law.
        row_group: About how many rows each row group of the copy has.

    Returns:
        How many rows there are.

    Raises:
        PopulationError: If the file can't be read, or a row has no jurisdiction or employer.
    """
    source = open_any(path, system)
    schema_of(source.types, system)
    names = source.types.names
    rows = 0
    if not target.parent.is_dir():
        raise PopulationError(message("there is no folder {path}", path=target.parent))
    with tempfile.TemporaryDirectory(prefix="population-", dir=target.parent) as where:
        parts = _Parts(Path(where))
        with contextlib.closing(parts):
            for batch in source.batches(_BATCH):
                table = _plain(pyarrow.Table.from_batches([batch]))
                if ROW not in names:
                    numbers = numpy.arange(rows + 1, rows + 1 + table.num_rows)
                    table = table.append_column(ROW, pyarrow.array(numbers, pyarrow.int64()))
                parts.write(table, Rows(rows + 1))
                rows += table.num_rows
        if not rows:
            raise PopulationError(message("{path} has no rows", path=path))
        with writing(target) as unfinished, contextlib.ExitStack() as stack:
            writer: SortedWriter | None = None
            for part in parts.in_order():
                table = pyarrow.parquet.read_table(part)
                table = table.sort_by([("employer", "ascending"), (ROW, "ascending")])
                if writer is None:
                    writer = stack.enter_context(SortedWriter(unfinished, table.schema, row_group))
                writer.write(table)
    return rows


def _plain(table: pyarrow.Table) -> pyarrow.Table:
    """The table without dictionaries, by which Arrow can't sort."""
    fields = [
        field.with_type(field.type.value_type) if pyarrow.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pyarrow.schema(fields))


class _Parts:
    """One unsorted file for each jurisdiction."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writers: dict[int, Any] = {}

    def write(self, table: pyarrow.Table, rows: Rows) -> None:
        codes = jurisdictions_of(table.column("jurisdiction"), rows)
        codes_of(table.column("employer"), "employer", rows)
        for code in numpy.unique(codes):
            if code not in self._writers:
                self._writers[code] = pyarrow.parquet.ParquetWriter(
                    self._folder / f"{CODES[code]}.parquet", table.schema
                )
            self._writers[code].write_table(table.filter(pyarrow.array(codes == code)))

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()

    def in_order(self) -> list[Path]:
        return sorted(self._folder.glob("*.parquet"))


class SortedWriter:
    """Writes tables that are sorted already, in row groups of whole employers.

    Args:
        path: The file.
        schema: Its columns.
        row_group: About how many rows a row group has; an employer with more makes it larger.
    """

    def __init__(self, path: Path, schema: pyarrow.Schema, row_group: int = ROW_GROUP) -> None:
        metadata = {**(schema.metadata or {}), MARK[0]: MARK[1]}
        self._schema = schema.with_metadata(metadata)
        self._writer = pyarrow.parquet.ParquetWriter(path, self._schema, write_page_checksum=True)
        self._row_group = row_group
        self._waiting: pyarrow.Table | None = None

    def write(self, table: pyarrow.Table) -> None:
        """Write rows that come after those written before, all rows of an employer at once."""
        table = table.cast(self._schema)
        codes, _ = codes_of(table.column("employer"), "employer", Rows(1))
        ends = numpy.concatenate((numpy.flatnonzero(codes[1:] != codes[:-1]) + 1, [table.num_rows]))
        start = 0
        while start < table.num_rows:
            room = self._row_group - (0 if self._waiting is None else self._waiting.num_rows)
            place = int(numpy.searchsorted(ends, start + max(room, 1)))
            stop = int(ends[min(place, len(ends) - 1)])
            piece = table.slice(start, stop - start)
            self._waiting = (
                piece if self._waiting is None else pyarrow.concat_tables([self._waiting, piece])
            )
            if self._waiting.num_rows >= self._row_group:
                self._flush()
            start = stop

    def _flush(self) -> None:
        if self._waiting is not None and self._waiting.num_rows:
            self._writer.write_table(self._waiting, row_group_size=self._waiting.num_rows)
        self._waiting = None

    def __enter__(self) -> SortedWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is left, and finish the file."""
        self._flush()
        self._writer.close()


@contextlib.contextmanager
def writing(target: Path) -> Iterator[Path]:
    """A path beside the target that takes its name when all went well, and goes away if not.

    Raises:
        PopulationError: If the disk is full or the folder can't be written to.
    """
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise PopulationError(
            message("{path} can't be written: {reason}", path=target, reason=message_of(error))
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
