"""How near a synthetic population comes to figures that it wasn't drawn from."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy

from openfisca_jobgrant.population.assumptions import Assumptions
from openfisca_jobgrant.population.chunk import Chunk, chunk_of
from openfisca_jobgrant.population.evaluating import evaluate
from openfisca_jobgrant.population.files import Source
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios

_COSTS = (
    "tuition_fees",
    "textbook_and_material_costs",
    "examination_fees",
    "mandatory_student_fees",
)
_UP_TO_100, _UP_TO_99 = 100, 99
_UNEMPLOYED, _WEEK, _LONG_WEEKS = 2, 7, 27
_DELIVERED = "delivered_programmes"

Sums = dict[str, float]

MEASURES: dict[str, Callable[[Sums], float]] = {
    "share_of_employers_up_to_100": lambda at: at["employers_up_to_100"] / at["employers"],
    "trainees_per_employer": lambda at: at["rows"] / at["employers"],
    "mean_cost": lambda at: at["cost"] / at["rows"],
    "mean_grant": lambda at: at["grants"] / at["granted"],
    "grant_per_application": lambda at: at["grants"] / at["applications_granted"],
    "mean_weeks_unemployed": lambda at: at["weeks"] / at["unemployed"],
    "share_long_unemployed": lambda at: at["long"] / at["unemployed"],
    "mean_hours": lambda at: at["hours"] / at["rows"],
    "share_of_staff_up_to_99": lambda at: at["staff_up_to_99"] / at["staff"],
}


@dataclass(frozen=True)
class Comparison:
    """One figure of the sources beside that of the file.

    Attributes:
        id: The figure's name in the assumptions.
        what: What it is.
        published: What the source says.
        found: What the file has; None if it has nobody of the kind.
        tolerance: How near counts as met.
        is_met: Whether it is.
        source: Where it is published.
        confidence: How far the source is to be trusted.
    """

    id: str
    what: str
    published: float
    found: float | None
    tolerance: float
    is_met: bool
    source: str
    confidence: str


def compare(path: Path, assumptions: Assumptions, library: Scenarios) -> list[Comparison]:
    """Hold a synthetic population against the figures that were held out.

    Args:
        path: The file.
        assumptions: What it was drawn from, with the figures that are held out.
        library: Where laws come from: grants are those of the programmes as delivered.
    """
    system = library.system(_DELIVERED)
    source = Source(path, system)
    sums: dict[str, Sums] = defaultdict(lambda: defaultdict(float))
    for piece in source.pieces():
        chunk = chunk_of(source.read(piece), source.schema, piece.first_row)
        paid = evaluate(chunk, system, ("government_contribution",))["government_contribution"]
        for code in numpy.unique(chunk.jurisdiction):
            for name, value in _counted(chunk, paid, chunk.jurisdiction == code).items():
                for key in (CODES[code], ""):
                    sums[key][name] += value
    found = []
    for entry in assumptions.held_out:
        measure = entry["measure"]
        here: float | None = None
        with contextlib.suppress(ZeroDivisionError):
            here = MEASURES[measure["of"]](sums[measure.get("jurisdiction", "")])
        is_met = here is not None and abs(here - entry["value"]) <= entry["tolerance"]
        found.append(
            Comparison(
                entry["id"],
                entry.get("what", entry["id"]),
                entry["value"],
                None if here is None else float(f"{here:.4g}"),
                entry["tolerance"],
                is_met,
                entry.get("source", ""),
                entry["confidence"],
            )
        )
    return found


def _counted(chunk: Chunk, paid: Any, here: Any) -> Sums:
    rows = numpy.flatnonzero(here)
    inputs = {name: values[rows] for name, values in chunk.inputs.items()}
    _, firsts = numpy.unique(chunk.employer[rows], return_index=True)
    staff = inputs["employee_count"][firsts].astype(float)
    unemployed = inputs["employment_status"] == _UNEMPLOYED
    weeks = inputs["days_unemployed"][unemployed] / _WEEK
    granted = rows[paid[rows] > 0]
    return {
        "rows": len(rows),
        "employers": len(firsts),
        "employers_up_to_100": float((staff <= _UP_TO_100).sum()),
        "staff": float(staff.sum()),
        "staff_up_to_99": float(staff[staff <= _UP_TO_99].sum()),
        "cost": float(sum(inputs[name].sum() for name in _COSTS)),
        "grants": float(paid[granted].sum()) / 100,
        "granted": len(granted),
        "applications_granted": _applications(chunk, granted),
        "unemployed": float(unemployed.sum()),
        "weeks": float(weeks.sum()),
        "long": float((weeks >= _LONG_WEEKS).sum()),
        "hours": float(inputs["training_hours"].sum()),
    }


def _applications(chunk: Chunk, rows: Any) -> float:
    """How many applications some rows are of."""
    count = 0
    for month in chunk.months:
        here = rows[(rows >= month.rows.start) & (rows < month.rows.stop)] - month.rows.start
        count += len(numpy.unique(month.homes["application"][0][here]))
    return float(count)


def as_data(comparisons: list[Comparison]) -> list[dict[str, Any]]:
    """The comparisons as a document has them."""
    return [asdict(at) for at in comparisons]
