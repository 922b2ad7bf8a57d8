"""What costing a population takes, as ratios against rivals in the same run.

Every rival is first shown to give the same cents, then timed in turns. Run it with ``make bench``,
or with sizes of one's own: ``python benchmarks/population.py --participants 10000000``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

# One thread each: what is compared is the work, not how it is shared out.
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import numpy
from openfisca_core.simulations import SimulationBuilder

from openfisca_jobgrant.population.chunk import Chunk, chunk_of
from openfisca_jobgrant.population.engine import Settings, run
from openfisca_jobgrant.population.evaluating import AMOUNTS, evaluate
from openfisca_jobgrant.population.files import CHUNK
from openfisca_jobgrant.population.making import make
from openfisca_jobgrant.population.memory import keep_memory
from openfisca_jobgrant.population.schema import schema_of
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios

MONTH = "2015-10"
DELIVERED = "delivered_programmes"
MILLION = 1_000_000
#: Rows of a block that fits into the cache, of whole employers of six.
BLOCK = 16_380


def in_turns(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median seconds of each, timed in turns."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(at) for name, at in times.items()}


def say(what: str, seconds: float, rows: int, against: float | None = None) -> None:
    """One line: milliseconds, million rows a second, and how many times the rival's time."""
    ratio = "" if against is None else f"{seconds / against:8.2f}"
    print(f"{what:66} {seconds * 1000:9.0f} ms {rows / seconds / MILLION:8.3f} M/s {ratio}")


def columns(rows: int) -> dict[str, numpy.ndarray]:
    """One month of ordinary participants, three to an application, six to an employer."""
    draw = numpy.random.default_rng(2015)
    employers = -(-rows // 6)
    code = numpy.sort(draw.choice(len(CODES), employers))
    in_order = numpy.argsort(numpy.array(CODES), kind="stable")
    staff = numpy.exp(draw.normal(3, 1.3, employers)).astype(int) + 1
    # Nova Scotia's slices, for small employers, are left out of the arithmetic by hand.
    staff += 51 * (in_order[code] == CODES.index("NS"))
    place = numpy.arange(rows)
    return {
        "application": place // 3,
        "employer": place // 6,
        "jurisdiction": in_order[code][place // 6],
        "employee_count": staff[place // 6],
        "tuition_fees": draw.integers(0, 3_000_000, rows) / 100,
        "wages_during_training": draw.integers(0, 200_000, rows) / 100,
    }


def table_of(known: dict[str, numpy.ndarray]) -> object:
    """The same as a population's table."""
    import pyarrow

    rows = len(known["employer"])
    texts = {
        "jurisdiction": pyarrow.array(CODES).take(pyarrow.array(known["jurisdiction"])),
        "month": pyarrow.array([MONTH]).take(pyarrow.array(numpy.zeros(rows, dtype=int))),
    }
    return pyarrow.table({"participant": numpy.arange(rows), **known, **texts})


class ByHand:
    """The delivered programmes' arithmetic in October 2015, in NumPy float64.

    For ordinary participants: every condition is met. The figures are the law's.
    """

    def __init__(self, system: object) -> None:
        programmes = system.law_at(f"{MONTH}-01").programmes
        self.share = self._figures(programmes, "government_share.large")
        self.maximum = self._figures(programmes, "ceilings.participant") * 100
        self.ceiling = self._figures(programmes, "ceilings.employer") * 100
        self.largest = self._figures(programmes, "small_employers.maximum_employees")
        self.kind = self._figures(programmes, "in_kind.share")
        self.kind_maximum = self._figures(programmes, "in_kind.maximum") * 100
        self.kind_paid = self._figures(programmes, "in_kind.paid_by_government")
        self.divides = self._figures(programmes, "method.divides_the_total")

    def _figures(self, programmes: object, path: str) -> numpy.ndarray:
        found = []
        for code in CODES:
            values = []
            for node in (programmes._children.get(code), programmes.neutral):
                for part in path.split("."):
                    node = getattr(node, "_children", {}).get(part)
                values.append(node)
            found.append(float(values[1] if values[0] is None else values[0]))
        return numpy.array(found)

    def __call__(self, known: dict[str, numpy.ndarray]) -> list[numpy.ndarray]:
        code, employer, application = (
            known[name] for name in ("jurisdiction", "employer", "application")
        )
        application = application - application[0]
        cents = numpy.rint(known["tuition_fees"] * 100)
        share = self.share.take(code)
        own = numpy.floor(cents * share + 0.5 + 1e-6)
        heads = numpy.bincount(application)
        whole = numpy.bincount(application, weights=cents)
        firsts = numpy.concatenate(([True], application[1:] != application[:-1]))
        shared = numpy.floor(whole * share[firsts] + 0.5 + 1e-6)
        divides = self.divides.take(code) > 0
        before = numpy.where(divides, numpy.floor(shared / heads + 1e-6)[application], own)
        within = numpy.minimum(before, self.maximum.take(code))
        small = known["employee_count"] <= self.largest.take(code)
        wages = numpy.rint(known["wages_during_training"] * 100)
        limit = numpy.minimum(
            numpy.floor((cents - before) * self.kind.take(code) + 0.5 + 1e-6),
            self.kind_maximum.take(code),
        )
        counted = numpy.minimum(wages, limit) * small
        paid_for = self.kind_paid.take(code) > 0
        asked = within + counted * paid_for
        starts = numpy.concatenate(([True], employer[1:] != employer[:-1]))
        running = numpy.cumsum(asked) - asked
        running -= running[
            numpy.maximum.accumulate(numpy.where(starts, numpy.arange(len(code)), 0))
        ]
        paid = numpy.minimum(asked, numpy.maximum(self.ceiling.take(code) - running, 0))
        base = numpy.floor(whole / heads + 1e-6)
        place = numpy.arange(len(code)) - numpy.flatnonzero(firsts)[application]
        odd = (whole - base * heads)[application] > place + 0.5
        eligible = numpy.where(divides, base[application] + odd, cents)
        in_place = numpy.maximum(paid - within, 0)
        in_kind = in_place + numpy.minimum(counted, eligible - paid) * ~paid_for
        cash = eligible - paid - in_kind + in_place
        return [eligible, paid, numpy.zeros_like(paid), cash, in_kind]


def by_polars(hand: ByHand, known: dict[str, numpy.ndarray]) -> Callable[[], list[numpy.ndarray]]:
    """The same in Polars' expressions."""
    import polars
    from polars import col, lit

    frame = polars.DataFrame(known)
    figures = polars.DataFrame(
        {
            "jurisdiction": numpy.arange(len(CODES)),
            **{
                name: getattr(hand, name)
                for name in ("share", "maximum", "ceiling", "largest", "kind", "kind_maximum")
            },
            "paid_for": hand.kind_paid > 0,
            "divides": hand.divides > 0,
        }
    )

    def half_up(expression: polars.Expr) -> polars.Expr:
        return (expression + 0.5 + 1e-6).floor()

    def work() -> list[numpy.ndarray]:
        found = (
            frame.lazy()
            .join(figures.lazy(), on="jurisdiction", how="left", maintain_order="left")
            .with_columns(
                cents=(col("tuition_fees") * 100).round(),
                wages=(col("wages_during_training") * 100).round(),
            )
            .with_columns(
                whole=col("cents").sum().over("application"),
                heads=polars.len().over("application"),
                place=col("cents").cum_count().over("application") - 1,
            )
            .with_columns(
                before=polars.when("divides")
                .then((half_up(col("whole") * col("share")) / col("heads") + 1e-6).floor())
                .otherwise(half_up(col("cents") * col("share"))),
                base=(col("whole") / col("heads") + 1e-6).floor(),
            )
            .with_columns(
                within=polars.min_horizontal("before", "maximum"),
                counted=polars.min_horizontal(
                    "wages",
                    half_up((col("cents") - col("before")) * col("kind")),
                    "kind_maximum",
                )
                * (col("employee_count") <= col("largest")),
                eligible=polars.when("divides")
                .then(
                    col("base") + (col("whole") - col("base") * col("heads") > col("place") + 0.5)
                )
                .otherwise(col("cents")),
            )
            .with_columns(asked=col("within") + col("counted") * col("paid_for"))
            .with_columns(running=col("asked").cum_sum().over("employer") - col("asked"))
            .with_columns(
                paid=polars.min_horizontal(
                    "asked", polars.max_horizontal(col("ceiling") - col("running"), lit(0.0))
                )
            )
            .with_columns(in_place=polars.max_horizontal(col("paid") - col("within"), lit(0.0)))
            .with_columns(
                in_kind=col("in_place")
                + polars.min_horizontal("counted", col("eligible") - col("paid"))
                * (~col("paid_for"))
            )
            .select(
                "eligible",
                "paid",
                provincial=lit(0.0),
                cash=col("eligible") - col("paid") - col("in_kind") + col("in_place"),
                in_kind="in_kind",
            )
            .collect()
        )
        return [column.to_numpy() for column in found.get_columns()]

    return work


def check(name: str, ours: dict[str, numpy.ndarray], theirs: list[numpy.ndarray]) -> None:
    """Stop if a rival has other cents."""
    for amount, values in zip(AMOUNTS, theirs, strict=True):
        if not numpy.array_equal(ours[amount], values):
            wrong = numpy.flatnonzero(ours[amount] != values)
            sys.exit(f"{name}: {amount} differs in {len(wrong)} rows, first in {wrong[0]}")


def against_arithmetic(library: Scenarios, rows: int) -> None:
    """The full law in chunks against the arithmetic by hand, in NumPy and in Polars."""
    system = library.system(DELIVERED)
    known = columns(rows)
    parts = [
        {name: values[start : start + CHUNK // 6 * 6] for name, values in known.items()}
        for start in range(0, rows, CHUNK // 6 * 6)
    ]
    blocks = [
        {name: values[start : start + BLOCK] for name, values in known.items()}
        for start in range(0, rows, BLOCK)
    ]
    chunks: list[Chunk] = []
    for part in parts:
        table = table_of(part)
        chunks.append(chunk_of(table, schema_of(table.schema, system), 1))
    hand = ByHand(system)
    for chunk, part in zip(chunks, parts, strict=True):
        check("NumPy", evaluate(chunk, system), hand(part))
    works = {
        "ours": lambda: [evaluate(chunk, system) for chunk in chunks],
        "numpy": lambda: [hand(part) for part in parts],
        "in blocks": lambda: [hand(block) for block in blocks],
    }
    try:
        polars_works = [by_polars(hand, part) for part in parts]
        check("Polars", evaluate(chunks[0], system), polars_works[0]())
        works["polars"] = lambda: [work() for work in polars_works]
    except ImportError:
        print("Polars isn't installed: left out")
    times = in_turns(works, rounds=5)
    say("the full law, five amounts, ceilings, one thread", times["ours"], rows)
    say("  its arithmetic by hand in NumPy; ours / theirs", times["numpy"], rows)
    print(f"{'':66} {'':12} {'':12} {times['ours'] / times['numpy']:8.2f}")
    say("  the same in blocks that fit into the cache; ours / theirs", times["in blocks"], rows)
    print(f"{'':66} {'':12} {'':12} {times['ours'] / times['in blocks']:8.2f}")
    if "polars" in times:
        say("  the same in Polars, one thread; ours / theirs", times["polars"], rows)
        print(f"{'':66} {'':12} {'':12} {times['ours'] / times['polars']:8.2f}")


def against_the_stock_builder(library: Scenarios, rows: int = 1998) -> None:
    """Columns set directly against OpenFisca's builder of situations."""
    system = library.system(DELIVERED)
    known = columns(rows)
    table = table_of(known)
    schema = schema_of(table.schema, system)

    def ours() -> dict[str, numpy.ndarray]:
        return evaluate(chunk_of(table, schema, 1), system)

    def stock() -> list[numpy.ndarray]:
        ids = [str(place) for place in range(rows)]
        people = {
            name: {
                "tuition_fees": {MONTH: float(known["tuition_fees"][place])},
                "wages_during_training": {MONTH: float(known["wages_during_training"][place])},
            }
            for place, name in enumerate(ids)
        }
        groups: dict[str, dict[str, dict[str, object]]] = {"participants": people}
        for plural, key in (
            ("applications", "application"),
            ("employers", "employer"),
            ("jurisdictions", "jurisdiction"),
        ):
            found = groups.setdefault(plural, {})
            for place, name in enumerate(ids):
                group = found.setdefault(str(known[key][place]), {"participants": []})
                group["participants"].append(name)
                if key == "employer":
                    group["employee_count"] = {MONTH: int(known["employee_count"][place])}
                if key == "jurisdiction":
                    group["jurisdiction_code"] = {"ETERNITY": CODES[known[key][place]]}
        simulation = SimulationBuilder().build_from_entities(system, groups)
        return [numpy.rint(simulation.calculate(name, MONTH) * 100) for name in AMOUNTS]

    check("the stock builder", ours(), stock())
    times = in_turns({"ours": ours, "stock": stock}, rounds=5)
    say(f"{rows:,} rows from columns, checked", times["ours"], rows)
    say("  by OpenFisca's builder from a situation; ours / theirs", times["stock"], rows)
    print(f"{'':66} {'':12} {'':12} {times['ours'] / times['stock']:8.3f}")


def whole_runs(library: Scenarios, path: Path, rows: int) -> None:
    """A file from Parquet to totals with sampling error, on one thread and on two."""
    works = {
        str(threads): (
            lambda threads=threads: run(path, [DELIVERED], library, Settings(threads=threads))
        )
        for threads in (1, 2)
    }
    times = in_turns(works, rounds=3 if rows <= 2 * MILLION else 1)
    say("a whole run, file to totals with sampling error, one thread", times["1"], rows)
    say("  the same on two threads; two / one", times["2"], rows, times["1"])


def on_a_cluster(library: Scenarios, path: Path, rows: int) -> None:
    """The same run on Dask with one worker process and with two, laws built beforehand."""
    try:
        from distributed import LocalCluster
    except ImportError:
        print("Dask isn't installed: left out")
        return
    for workers in (1, 2):
        with LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster:
            settings = Settings(engine="dask", scheduler=cluster.scheduler_address)
            times = [run(path, [DELIVERED], library, settings).seconds for _ in range(2)]
        threads = run(path, [DELIVERED], library, Settings(threads=workers)).seconds
        say(f"  on Dask, {workers} worker(s); Dask / as many threads", times[1], rows, threads)


def most_memory(path: str) -> float:
    """Megabytes that a run needs at most, in this process."""
    run(Path(path), [DELIVERED], Scenarios(), Settings(threads=1))
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def memory(folder: Path, path: Path, rows: int) -> None:
    """The memory of a run over the file, and of one over a quarter of it."""
    small = folder / "quarter.parquet"
    make(small, rows // 4, 1)
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = [pool.apply(most_memory, (str(at),)) for at in (small, path)]
    for count, megabytes in zip((rows // 4, rows), found, strict=True):
        each = megabytes * 1e6 / count
        print(f"{f'memory of a run over {count:,} rows':66} {megabytes:9.0f} MB {each:8.0f} B/row")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--participants", type=int, default=MILLION)
    parser.add_argument("--only-runs", action="store_true", help="the whole runs and the memory")
    arguments = parser.parse_args()
    rows = arguments.participants
    library = Scenarios()
    keep_memory()
    print(f"{'':66} {'time':>12} {'rows':>12} {'ratio':>8}")
    if not arguments.only_runs:
        against_arithmetic(library, min(rows, 2 * MILLION) // 6 * 6)
        against_the_stock_builder(library)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "population.parquet"
        start = time.perf_counter()
        make(path, rows, 1)
        say("a synthetic population made", time.perf_counter() - start, rows)
        whole_runs(library, path, rows)
        on_a_cluster(library, path, rows)
        memory(Path(folder), path, rows)


if __name__ == "__main__":
    main()
