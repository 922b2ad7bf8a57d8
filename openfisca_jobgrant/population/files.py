"""A population's file: opened, cut into pieces of whole employers, read piece by piece."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyarrow
import pyarrow.parquet
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.schema import Schema, schema_of

#: Said by files whose row groups hold whole employers in order.
MARK = (b"openfisca_jobgrant.population", b"sorted by jurisdiction and employer, whole groups")
#: Rows of a row group, as far as employers allow; and of a chunk.
ROW_GROUP, CHUNK = 50_000, 500_000
_SAMPLE = 1 << 16


@dataclass(frozen=True)
class Piece:
    """Row groups that are computed together.

    Attributes:
        place: The piece's place, from zero.
        groups: The row groups, first and last but one.
        first_row: The file's row, from one, of the first.
        rows: How many rows there are.
    """

    place: int
    groups: tuple[int, int]
    first_row: int
    rows: int


class Source:
    """A sorted Parquet file. Each thread or process opens one of its own.

    Args:
        path: The file.
        system: The law, whose inputs its columns are.

    Raises:
        PopulationError: If it can't be read, or its columns aren't those of a population.
    """

    def __init__(self, path: Path, system: TaxBenefitSystem) -> None:
        self.path = path
        try:
            self._file = pyarrow.parquet.ParquetFile(path, page_checksum_verification=True)
        except (OSError, pyarrow.ArrowException) as error:
            raise PopulationError(
                message(
                    "{path} can't be read as Parquet: {reason}", path=path, reason=message_of(error)
                )
            ) from error
        self.schema: Schema = schema_of(self._file.schema_arrow, system)
        if not self.rows:
            raise PopulationError(message("{path} has no rows", path=path))
        # Texts are read as the dictionaries that the file keeps them in.
        texts = [field.name for field in self.types if pyarrow.types.is_string(field.type)]
        self._by_dictionary = pyarrow.parquet.ParquetFile(
            path,
            metadata=self._file.metadata,
            read_dictionary=[name for name in texts if name in self.schema.read],
            page_checksum_verification=True,
        )

    @property
    def rows(self) -> int:
        """How many rows the file has."""
        return int(self._file.metadata.num_rows)

    @cached_property
    def is_ready(self) -> bool:
        """Whether the file says that its row groups hold whole employers in order."""
        metadata = self._file.schema_arrow.metadata or {}
        return metadata.get(MARK[0]) == MARK[1]

    def pieces(self, chunk_rows: int = CHUNK) -> list[Piece]:
        """The file as pieces of about so many rows, at least one row group each."""
        metadata = self._file.metadata
        sizes = [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)]
        found: list[Piece] = []
        start = rows = 0
        first = 1
        for at, size in enumerate(sizes):
            if rows and rows + size > chunk_rows:
                found.append(Piece(len(found), (start, at), first, rows))
                start, first, rows = at, first + rows, 0
            rows += size
        if rows:
            found.append(Piece(len(found), (start, len(sizes)), first, rows))
        return found

    def read(self, piece: Piece, columns: list[str] | None = None) -> pyarrow.Table:
        """The rows of a piece.

        Args:
            piece: The piece.
            columns: Their columns; all that mean something if left out.

        Raises:
            PopulationError: If they can't be read; the message says which rows they are.
        """
        try:
            return self._by_dictionary.read_row_groups(
                list(range(*piece.groups)), columns or self.schema.read, use_threads=False
            )
        except (OSError, pyarrow.ArrowException) as error:
            last = piece.first_row + piece.rows - 1
            which = ", ".join(str(at) for at in range(*piece.groups))
            raise PopulationError(
                message(
                    "{path}: rows {first} to {last} (row groups {which}) can't be read: {reason}",
                    path=self.path,
                    first=piece.first_row,
                    last=last,
                    which=which,
                    reason=str(error).splitlines()[0],
                ),
                row=piece.first_row,
            ) from error

    def batches(self, rows: int) -> Iterator[pyarrow.RecordBatch]:
        """The rows of any file, in order, so many at a time."""
        try:
            yield from self._file.iter_batches(rows)
        except (OSError, pyarrow.ArrowException) as error:
            raise PopulationError(
                message(
                    "{path} can't be read to its end: {reason}",
                    path=self.path,
                    reason=str(error).splitlines()[0],
                )
            ) from error

    @property
    def types(self) -> pyarrow.Schema:
        """The file's columns and their types."""
        return self._file.schema_arrow


def fingerprint(path: Path) -> str:
    """What tells a file from another one, or from itself after a change.

    Its size, its time of change, and its first and last 64 kilobytes.
    """
    digest = hashlib.sha256()
    try:
        status = path.stat()
        digest.update(f"{status.st_size} {status.st_mtime_ns}".encode())
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE))
            file.seek(max(0, status.st_size - _SAMPLE))
            digest.update(file.read())
    except OSError as error:
        raise PopulationError(
            message("{path} can't be read: {reason}", path=path, reason=message_of(error))
        ) from error
    return digest.hexdigest()
