"""Parts of a run kept in a folder, so that a run that was stopped can go on."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.parquet

from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.sorting import writing
from openfisca_jobgrant.population.totals import Totals, empty_totals
from openfisca_jobgrant.population.work import Result

_MANIFEST = "run.json"
_SUMS = ("unweighted", "unweighted_grants", "amounts", "changes", "employers", "histogram")


class Store:
    """A folder of results by piece. A result is there whole or not at all.

    Args:
        folder: The folder; made if it isn't there.
        run: What tells this run from others: the file, the scenarios, the law, the pieces.

    Raises:
        PopulationError: If the folder holds another run, or can't be written to.
    """

    def __init__(self, folder: Path, run: dict[str, Any]) -> None:
        self._folder = folder
        manifest = folder / _MANIFEST
        try:
            folder.mkdir(parents=True, exist_ok=True)
            known = json.loads(manifest.read_text()) if manifest.is_file() else None
        except (OSError, ValueError) as error:
            raise PopulationError(
                message(
                    "{folder} can't hold the parts of a run: {reason}",
                    folder=folder,
                    reason=message_of(error),
                )
            ) from error
        if known is None:
            with writing(manifest) as unfinished:
                unfinished.write_text(json.dumps(run, indent=2))
        elif known != run:
            different = [key for key in run if known.get(key) != run[key]]
            raise PopulationError(
                message(
                    "{folder} holds the parts of another run: its {different} differ; name an "
                    "empty folder",
                    folder=folder,
                    different=", ".join(different),
                )
            )

    def save(self, result: Result) -> None:
        """Keep a result.

        Raises:
            PopulationError: If it can't be written; what was kept before stays.
        """
        totals = result.totals
        state = totals.__getstate__()
        arrays: dict[str, Any] = {}
        for name in _SUMS:
            arrays[f"{name}.places"], arrays[f"{name}.values"] = state[name]
        for month, sums in state["months"].items():
            arrays[f"{month}.places"], arrays[f"{month}.values"] = sums
        head = {
            "place": result.place,
            "first_key": result.first_key,
            "last_key": result.last_key,
            "scenarios": totals.scenarios,
            "replicates": totals.draws - 1 if totals.replicates else 0,
            "rows": totals.rows,
            "months": list(totals.months),
            "joins": [[*key, joins] for key, joins in totals.joins.items()],
        }
        arrays["head"] = numpy.frombuffer(json.dumps(head).encode(), dtype=numpy.uint8)
        if result.rows is not None:
            with writing(self._rows_of(result.place)) as unfinished:
                pyarrow.parquet.write_table(result.rows, unfinished)
        with writing(self._sums_of(result.place)) as unfinished, unfinished.open("wb") as file:
            numpy.savez(file, **arrays)

    def load(self, place: int, *, wants_rows: bool) -> Result | None:
        """A result that was kept; None if it isn't there.

        Args:
            place: The piece's place.
            wants_rows: Whether the results of every row are needed, too.

        Raises:
            PopulationError: If it can't be read.
        """
        path = self._sums_of(place)
        if not path.is_file() or (wants_rows and not self._rows_of(place).is_file()):
            return None
        try:
            with path.open("rb") as file, numpy.load(file, allow_pickle=False) as arrays:
                head = json.loads(arrays["head"].tobytes())
                totals = empty_totals(head["scenarios"], head["replicates"])
                state = dict(totals.__dict__)
                for name in _SUMS:
                    state[name] = (arrays[f"{name}.places"], arrays[f"{name}.values"])
                state["months"] = {
                    month: (arrays[f"{month}.places"], arrays[f"{month}.values"])
                    for month in head["months"]
                }
            state["rows"] = head["rows"]
            state["joins"] = {(code, year): joins for code, year, joins in head["joins"]}
            whole = Totals.__new__(Totals)
            whole.__setstate__(state)
            rows = pyarrow.parquet.read_table(self._rows_of(place)) if wants_rows else None
        except (
            OSError,
            ValueError,
            KeyError,
            EOFError,
            zipfile.BadZipFile,
            pyarrow.ArrowException,
        ) as error:
            raise PopulationError(
                message(
                    "{path} can't be read: {reason}; take it away",
                    path=path,
                    reason=message_of(error),
                )
            ) from error
        first_key, last_key = (tuple(head[key]) for key in ("first_key", "last_key"))
        return Result(place, first_key, last_key, whole, rows)

    def _sums_of(self, place: int) -> Path:
        return self._folder / f"piece-{place:06}.npz"

    def _rows_of(self, place: int) -> Path:
        return self._folder / f"rows-{place:06}.parquet"
