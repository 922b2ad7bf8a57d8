"""The computing of one piece: the same on a thread, in a process, or on another machine."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy
import pyarrow
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant import LAW
from openfisca_jobgrant.population.chunk import Chunk, chunk_of
from openfisca_jobgrant.population.files import Piece, Source
from openfisca_jobgrant.population.memory import keep_memory
from openfisca_jobgrant.population.schema import IDS
from openfisca_jobgrant.population.summing import totals_of
from openfisca_jobgrant.population.totals import Totals
from openfisca_jobgrant.scenarios import Scenarios


@dataclass(frozen=True)
class Task:
    """What is done with every piece.

    Attributes:
        path: The sorted file.
        file: Its fingerprint: a file that is written anew is opened anew.
        scenarios: Texts of the bodies of law; the first is what the others are held against.
        wants_rows: Whether the results of every row are wanted, too.
    """

    path: str
    file: str
    scenarios: tuple[str, ...]
    wants_rows: bool = False


@dataclass
class Result:
    """What came of a piece.

    Attributes:
        place: The piece's place.
        first_key: Rank of the jurisdiction, and id, of its first employer.
        last_key: The same of its last one.
        totals: The totals.
        rows: The results of every row, if they are wanted.
    """

    place: int
    first_key: tuple[int, Any]
    last_key: tuple[int, Any]
    totals: Totals
    rows: pyarrow.Table | None = None


_here = threading.local()


def compute(task: Task, piece: Piece, systems: Sequence[TaxBenefitSystem] | None = None) -> Result:
    """Read a piece, and total it under every body of law.

    Args:
        task: What is done.
        piece: The piece.
        systems: The laws; built once in this process if they are left out.

    Raises:
        PopulationError: If the piece can't be read.
    """
    keep_memory()
    if systems is None:
        systems = _laws(task.scenarios)
    source = _source(task, systems[0])
    table = source.read(piece)
    chunk = chunk_of(table, source.schema, piece.first_row)
    totals, amounts = totals_of(chunk, systems)
    rows = _rows(table, chunk, task.scenarios, amounts) if task.wants_rows else None
    return Result(piece.place, chunk.first_key, chunk.last_key, totals, rows)


def _source(task: Task, system: TaxBenefitSystem) -> Source:
    """The file, opened once for each thread: its reader can't be shared."""
    known = getattr(_here, "source", None)
    if known is None or known[0] != (task.path, task.file):
        opened = Source(Path(task.path), system)
        known = _here.source = ((task.path, task.file), opened)
    source: Source = known[1]
    return source


@lru_cache(maxsize=4)
def _laws(scenarios: tuple[str, ...]) -> list[TaxBenefitSystem]:
    library = Scenarios()
    return [library.system(text) for text in scenarios]


@lru_cache(maxsize=1)
def law_fingerprint() -> str:
    """What tells this body of law, and this machinery, from another one."""
    digest = hashlib.sha256()
    package = Path(__file__).resolve().parents[1]
    roots = {LAW / "parameters", LAW / "variables", LAW / "reforms", package}
    for root in sorted(roots):
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".yaml"):
                digest.update(str(path.relative_to(root)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _rows(
    table: pyarrow.Table,
    chunk: Chunk,
    scenarios: Sequence[str],
    amounts: Sequence[dict[str, Any]],
) -> pyarrow.Table:
    """One row for each participant and body of law, in the file's order."""
    parts = []
    for text, results in zip(scenarios, amounts, strict=True):
        keys = {name: _plain(table.column(name)) for name in (*IDS, "jurisdiction", "month")}
        keys["weight"] = pyarrow.array(chunk.in_file_order(chunk.weight) / 10_000)
        keys["scenario"] = pyarrow.array([text]).take(
            pyarrow.array(numpy.zeros(chunk.count, dtype=numpy.int8))
        )
        for name, values in results.items():
            if name != "is_underrepresented":
                keys[name] = pyarrow.array(chunk.in_file_order(values) / 100)
        parts.append(pyarrow.table(keys))
    return pyarrow.concat_tables(parts)


def _plain(column: Any) -> Any:
    """A column without a dictionary: pieces have different ones."""
    if pyarrow.types.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    return column
