"""The page of the transfers: what comes to each jurisdiction, what is diverted, what is left."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, request

from openfisca_jobgrant.languages import said
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.scenarios.comparing import compare
from openfisca_jobgrant.workbench.comparing import families
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Law, Reading, read, refuse_faults

AMOUNTS = (
    "labour_market_transfer",
    "job_grant_transfer",
    "labour_market_services_funding",
    "provincial_match",
    "provincial_exposure",
)
#: What a bar is made of: what is left, what is diverted, and the match on top.
BARS = ("labour_market_services_funding", "job_grant_transfer", "provincial_match")
_FIRST, _LAST, _USUAL = 2013, 2030, 2014
_YEAR = re.compile(r"(20\d{2})(?:[-–/](20\d{2}|\d{2}))?", re.ASCII)


@dataclass
class Line:
    """A jurisdiction's amounts under a law.

    Attributes:
        code: The jurisdiction; empty for all together.
        amounts: Amount → dollars.
        bar: Start and width of each part of its bar, in per cent of the longest.
    """

    code: str
    amounts: dict[str, float]
    bar: list[tuple[int, float, float]] = field(default_factory=list)


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of the transfers, and its figures as CSV."""

    def asked() -> tuple[Reading, int, list[str]]:
        state = bench.state(year=None, out=None)
        reading = read(state, bench.library, bench.mattering, bench.law)
        found = _YEAR.fullmatch(request.args.get("year", str(_USUAL)).strip())
        year = int(found[1]) if found else 0
        if found and found[2] and not str(year + 1).endswith(found[2]):
            year = 0
        if not _FIRST <= year <= _LAST:
            reading.errors["year"] = said(
                "Write the year in which the fiscal year begins, from {first} to {last}.",
                reading.state.language,
                first=_FIRST,
                last=_LAST,
            )
            year = _USUAL
        typed = request.args.getlist("out")
        out = [code for code in CODES if code in typed]
        if len(out) < len(set(typed)):
            reading.errors["out"] = said("Choose from the list only.", reading.state.language)
        return reading, year, out

    @pages.get("/provinces")
    def provinces() -> Response:
        reading, year, out = asked()
        codes = bench.library.baseline.variables["jurisdiction_code"].possible_values
        return page(
            "provinces",
            reading.state,
            reading=reading,
            year=year,
            typed=request.args.get("year", str(_USUAL)),
            out=out,
            names={code.name: code.value for code in codes},
            amounts=AMOUNTS,
            bars=BARS,
            families=families(),
            tables=_tables(reading.laws, year, out, bench.library),
        )

    @pages.get("/provinces.csv")
    def provinces_csv() -> Response:
        reading, year, out = asked()
        refuse_faults(reading, "year", "out")
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["scenario", "jurisdiction", "fiscal_year", *AMOUNTS])
        for law, lines in _tables(reading.laws, year, out, bench.library):
            for line in lines:
                amounts = [f"{line.amounts[name]:.2f}" for name in AMOUNTS]
                fiscal_year = f"{year}-{year + 1}"
                writer.writerow([law.text, line.code or "total", fiscal_year, *amounts])
        return Response(
            text.getvalue(),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="transfers.csv"'},
        )


def _tables(
    laws: Sequence[Law], year: int, out: Sequence[str], library: Scenarios
) -> list[tuple[Law, list[Line]]]:
    """Every jurisdiction's amounts under each law, with all together at the end."""
    period = f"year:{year}-04"
    people: dict[str, Any] = {code: {} for code in CODES}
    document = {
        "participants": people,
        "applications": {code: {"participants": [code]} for code in CODES},
        "employers": {code: {"participants": [code]} for code in CODES},
        "jurisdictions": {
            code: {
                "participants": [code],
                "jurisdiction_code": {"ETERNITY": code},
                **({"joins_the_grant": {period: False}} if code in out else {}),
                **{name: {period: None} for name in AMOUNTS},
            }
            for code in CODES
        },
    }
    found = compare(document, [law.text for law in laws], library, explain=False)
    tables = []
    for law in laws:
        lines = {code: Line(code, {}) for code in CODES}
        for row in found.rows:
            lines[row.member].amounts[row.variable] = row.values[law.text]
        total = {
            name: round(sum(line.amounts[name] for line in lines.values()), 2) for name in AMOUNTS
        }
        tables.append((law, [*lines.values(), Line("", total)]))
    each = [line for _, lines in tables for line in lines if line.code]
    longest = max((sum(line.amounts[name] for name in BARS) for line in each), default=0.0) or 1.0
    for line in each:
        start = 0.0
        for place, name in enumerate(BARS):
            width = line.amounts[name] / longest * 100
            line.bar.append((place + 1, round(start, 3), round(width, 3)))
            start += width
    return tables
