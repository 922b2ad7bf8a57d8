"""The page of what bodies of law cost over the synthetic population."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from openfisca_jobgrant.languages import said
from openfisca_jobgrant.population.labels import LABELS
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.workbench.comparing import families
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Law, read

MEASURES = (
    "participants",
    "grants",
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
)
#: By what the tables may be, beside all together.
BY = ("jurisdiction", "size_class", "status", "group")


@dataclass(frozen=True)
class Line:
    """A row of a table.

    Attributes:
        name: What it is about, in English; empty for all together.
        cells: Measure → the figure, as reports have it.
    """

    name: str
    cells: dict[str, dict[str, Any]]


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of costs."""
    words = bench.library.baseline.variables["jurisdiction_code"].possible_values
    places = {code.name: str(code.value) for code in words}

    @pages.get("/costs")
    def costs() -> Response:
        reading = read(bench.state(by=None), bench.library, bench.mattering, bench.law)
        by = request.args.get("by", BY[0])
        if by not in BY:
            reading.errors["by"] = said("Choose one of the list.", reading.state.language)
            by = BY[0]
        found = bench.costs.of([law.text for law in reading.laws], by, MEASURES)
        return page(
            "costs",
            reading.state,
            reading=reading,
            by=by,
            ways={name: LABELS[name] for name in BY},
            measures={name: LABELS[name] for name in MEASURES},
            rows=found["rows"],
            families=families(),
            tables=[(law, _lines(found, law, by, places)) for law in reading.laws],
        )


def _lines(found: dict[str, Any], law: Law, by: str, places: dict[str, str]) -> list[Line]:
    """A law's figures, by what the table is by, with all together at the end."""
    cells: dict[str, dict[str, Any]] = {}
    for row in found["figures"]:
        if row["scenario"] == law.text and row["table"] in (by, "all"):
            cells.setdefault(row.get(by, ""), {})[row["measure"]] = row
    order = {code: place for place, code in enumerate(CODES)}
    keys = sorted((key for key in cells if key), key=lambda key: order.get(key, 0))
    names = {key: places.get(key) or LABELS.get(key, key) for key in keys}
    return [*(Line(names[key], cells[key]) for key in keys), Line("", cells.get("", {}))]
