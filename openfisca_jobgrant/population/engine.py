"""Running a population through bodies of law: piece by piece, on threads or on a cluster."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.checking import Ends, follows
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.files import CHUNK, Piece, Source, fingerprint
from openfisca_jobgrant.population.memory import keep_memory
from openfisca_jobgrant.population.rows import RowsWriter
from openfisca_jobgrant.population.sorting import ready
from openfisca_jobgrant.population.store import Store
from openfisca_jobgrant.population.totals import Totals, empty_totals
from openfisca_jobgrant.population.work import Result, Task, compute, law_fingerprint
from openfisca_jobgrant.scenarios import Scenarios

#: Told after every piece: rows done, rows in all, seconds so far.
Progress = Callable[[int, int, float], None]
#: Threads that wait for the interpreter get it sooner than after Python's five milliseconds.
_SWITCH = 0.0002


@dataclass(frozen=True)
class Settings:
    """How a run is done; none of it changes what comes out.

    Attributes:
        engine: ``threads`` or ``dask``.
        threads: How many threads compute.
        chunk_rows: About how many rows are computed together.
        scheduler: Address of the Dask scheduler.
        resume: Folder in which parts are kept, to go on from.
        rows: File for the results of every row.
        temporary: Folder for a sorted copy, if one is needed.
    """

    engine: str = "threads"
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    chunk_rows: int = CHUNK
    scheduler: str | None = None
    resume: Path | None = None
    rows: Path | None = None
    temporary: Path | None = None


@dataclass(frozen=True)
class Run:
    """What came out of a run.

    Attributes:
        scenarios: Texts of the bodies of law.
        totals: The totals.
        systems: The laws.
        seconds: How long it took.
    """

    scenarios: tuple[str, ...]
    totals: Totals
    systems: list[TaxBenefitSystem]
    seconds: float

    def only(self, count: int) -> Run:
        """The run of the first scenarios alone."""
        totals = self.totals.only(count)
        return Run(self.scenarios[:count], totals, self.systems[:count], self.seconds)


def run(
    path: Path,
    scenarios: Sequence[str],
    library: Scenarios,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Run:
    """Total a population under bodies of law.

    Args:
        path: Parquet or CSV; what isn't sorted is sorted first.
        scenarios: Texts; the first is what the others are held against.
        library: Where laws come from.
        settings: How it is done.
        progress: Told after every piece.

    Raises:
        PopulationError: If anything is wrong with the file, or a part can't be written.
        ScenarioError: If a scenario can't be.
    """
    settings = settings or Settings()
    texts = tuple(library.parse(text).text for text in scenarios)
    systems = [library.system(text) for text in texts]
    keep_memory()
    started = time.perf_counter()
    with contextlib.ExitStack() as stack:
        sorted_path = stack.enter_context(ready(path, systems[0], settings.temporary))
        if settings.engine == "dask" and sorted_path != path:
            raise PopulationError(
                message(
                    "{path} isn't sorted; a cluster reads the file itself, so sort it first: "
                    "jobgrant population sort {path} SORTED.parquet",
                    path=path,
                )
            )
        source = Source(sorted_path, systems[0])
        pieces = source.pieces(settings.chunk_rows)
        task = Task(str(sorted_path), fingerprint(sorted_path), texts, settings.rows is not None)
        store = None
        if settings.resume is not None:
            store = Store(settings.resume, _identity(path, task, pieces))
        writer = stack.enter_context(RowsWriter(settings.rows)) if settings.rows else None
        totals = empty_totals(len(systems), len(source.schema.replicates))
        ends: dict[int, Ends] = {}
        for result in _results(task, pieces, systems, store, settings):
            totals.add(result.totals)
            if writer is not None and result.rows is not None:
                writer.add(result.place, result.rows)
            ends[result.place] = Ends(result.first_key, result.last_key)
            if progress is not None:
                progress(totals.rows, source.rows, time.perf_counter() - started)
        for place in range(1, len(pieces)):
            follows(ends[place - 1], ends[place])
    return Run(texts, totals, systems, time.perf_counter() - started)


def _identity(path: Path, task: Task, pieces: Sequence[Piece]) -> dict[str, object]:
    return {
        "file": fingerprint(path),
        "scenarios": list(task.scenarios),
        "law": law_fingerprint(),
        "pieces": [len(pieces), pieces[0].rows],
    }


def _results(
    task: Task,
    pieces: Sequence[Piece],
    systems: list[TaxBenefitSystem],
    store: Store | None,
    settings: Settings,
) -> Generator[Result, None, None]:
    """The results of all pieces, kept as they come."""
    left = []
    for piece in pieces:
        known = store and store.load(piece.place, wants_rows=task.wants_rows)
        if known:
            yield known
        else:
            left.append(piece)
    if settings.engine == "dask":
        from openfisca_jobgrant.population.cluster import on_cluster

        found = on_cluster(task, left, settings.scheduler)
    else:
        found = _on_threads(task, left, systems, settings.threads)
    with contextlib.closing(found):
        for result in found:
            if store is not None:
                store.save(result)
            yield result


def _on_threads(
    task: Task, pieces: Sequence[Piece], systems: list[TaxBenefitSystem], threads: int
) -> Generator[Result, None, None]:
    """Results as they come. No more pieces are under way than there are threads, and one."""
    if threads == 1:
        for piece in pieces:
            yield compute(task, piece, systems)
        return
    waiting = list(reversed(pieces))
    under_way: set[Future[Result]] = set()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="population")
    interval = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH)
    try:
        while waiting or under_way:
            while waiting and len(under_way) <= threads:
                under_way.add(pool.submit(compute, task, waiting.pop(), systems))
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        sys.setswitchinterval(interval)
