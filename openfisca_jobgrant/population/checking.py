"""Checking a whole file: every cell, the order, and ids that stand in two places."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.chunk import chunk_of
from openfisca_jobgrant.population.columns import month_text
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.files import Source
from openfisca_jobgrant.population.sorting import ready
from openfisca_jobgrant.rules import CODES


@dataclass(frozen=True)
class Findings:
    """What a file holds.

    Attributes:
        rows: How many rows.
        employers: How many employers.
        jurisdictions: Code → rows.
        first_month: The first month.
        last_month: The last one.
        inputs: The inputs that it gives.
        was_sorted: Whether it is sorted, and says so.
    """

    rows: int
    employers: int
    jurisdictions: dict[str, int]
    first_month: str
    last_month: str
    inputs: list[str]
    was_sorted: bool


def check(path: Path, system: TaxBenefitSystem, folder: Path | None = None) -> Findings:
    """Read a whole file, and say what it holds.

    Args:
        path: Parquet or CSV.
        system: The law.
        folder: Where a sorted copy is put for the while, if one is needed.

    Raises:
        PopulationError: If anything is wrong: the first fault by the sorted order.
    """
    rows = employers = 0
    by_code = numpy.zeros(len(CODES), dtype=int)
    months: list[int] = []
    last: Ends | None = None
    seen: list[tuple[int, Any]] = []
    with ready(path, system, folder) as at:
        source = Source(at, system)
        for piece in source.pieces():
            table = source.read(piece)
            chunk = chunk_of(table, source.schema, piece.first_row)
            ends = Ends(chunk.first_key, chunk.last_key)
            follows(last, ends)
            last = ends
            rows += chunk.count
            employers += chunk.employers
            by_code += numpy.bincount(chunk.jurisdiction, minlength=len(CODES))
            months += [month.month for month in chunk.months]
            seen.append((piece.first_row, table.column("employer").unique()))
        _unique(seen)
        return Findings(
            rows,
            employers,
            {code: int(count) for code, count in zip(CODES, by_code, strict=True) if count},
            month_text(min(months)),
            month_text(max(months)),
            list(source.schema.inputs),
            at == path,
        )


@dataclass(frozen=True)
class Ends:
    """Where a chunk begins and ends.

    Attributes:
        first_key: Rank of the jurisdiction, and id, of its first employer.
        last_key: The same of its last one.
    """

    first_key: tuple[int, Any]
    last_key: tuple[int, Any]


def follows(before: Ends | None, after: Ends) -> None:
    """See to it that one chunk's employers come after those of the one before.

    Args:
        before: The chunk before; None for the first one.
        after: The chunk after it.

    Raises:
        PopulationError: If they don't: the file isn't sorted, or an employer is in both.
    """
    if before is not None and after.first_key <= before.last_key:
        raise PopulationError(
            message(
                "employer {employer} is out of order, or in two row groups; sort the file "
                "(jobgrant population sort)",
                employer=after.first_key[1],
            ),
            column="employer",
        )


def _unique(seen: list[tuple[int, Any]]) -> None:
    """Employers stand in one jurisdiction only: eight bytes for each are kept."""
    hashes = [
        numpy.array([hash(name) for name in ids.to_pylist()], dtype=numpy.int64) for _, ids in seen
    ]
    together = numpy.concatenate(hashes)
    values, counts = numpy.unique(together, return_counts=True)
    for again in values[counts > 1]:
        names = [name for _, ids in seen for name in ids.to_pylist() if hash(name) == again]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise PopulationError(
                message(
                    "employer {employer} stands in two jurisdictions; an employer has one",
                    employer=twice,
                ),
                column="employer",
            )
