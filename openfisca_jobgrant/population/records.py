"""A report as rows and as a document, with figures rounded as they are printed."""

from __future__ import annotations

from typing import Any

import pyarrow

from openfisca_jobgrant.population.cells import DIMENSIONS
from openfisca_jobgrant.population.estimates import Estimate
from openfisca_jobgrant.population.funds import Fund
from openfisca_jobgrant.population.report import Report

_SIGNIFICANT = 6


def records_of(report: Report) -> list[dict[str, Any]]:
    """All figures of a report, one a row.

    The columns are ``table``, ``scenario``, one for each dimension, ``year``, ``measure``,
    ``unit``, ``value``, ``error`` (standard error), ``margin`` (half the width of the interval of
    95 per cent), the same for ``difference`` from the first scenario, and ``suppressed``.
    """
    found = [
        _record(
            table=figure.table,
            scenario=figure.scenario,
            measure=figure.measure,
            unit=figure.unit,
            suppressed=figure.is_suppressed,
            **figure.cell,
            **_numbers(figure.estimate, figure.unit),
            **_numbers(figure.difference, figure.unit, "difference"),
        )
        for figure in report.figures
    ]
    for text, funds in report.funds.items():
        for fund in funds:
            found.extend(_of_fund(text, fund, hidden=fund.jurisdiction in report.hidden))
    for clause, measures in report.parts.items():
        for measure, by_code in measures.items():
            for code, estimate in by_code.items():
                if code not in report.hidden:
                    found.append(
                        _record(
                            table="clause",
                            scenario=clause,
                            jurisdiction=None if code == "all" else code,
                            measure=measure,
                            unit="currency-CAD",
                            **_numbers(estimate, "currency-CAD", "difference"),
                        )
                    )
    return found


def document_of(report: Report) -> dict[str, Any]:
    """A report as one JSON document; what belongs to the run stands under ``run``."""
    return {
        "scenarios": list(report.scenarios),
        "rows": report.rows,
        "figures": [
            {key: value for key, value in record.items() if value is not None}
            for record in records_of(report)
        ],
        "run": {"seconds": round(report.seconds, 3)},
    }


def table_of(report: Report) -> pyarrow.Table:
    """A report as an Arrow table: see ``records_of``."""
    records = records_of(report)
    numbers = ("value", "error", "margin", "difference", "difference_error", "difference_margin")
    columns = {}
    for name in records[0]:
        kind = pyarrow.string()
        if name in numbers:
            kind = pyarrow.float64()
        elif name == "suppressed":
            kind = pyarrow.bool_()
        columns[name] = pyarrow.array([record[name] for record in records], type=kind)
    return pyarrow.table(columns)


def _of_fund(text: str, fund: Fund, *, hidden: bool) -> list[dict[str, Any]]:
    keys = {"table": "funds", "scenario": text, "jurisdiction": fund.jurisdiction}
    keys["year"] = fund.year
    found = [
        _record(**keys, measure=name, unit="currency-CAD", value=value)
        for name, value in (*fund.transfers.items(), ("money", fund.money))
    ]
    for name, unit, estimate in (
        ("spent", "currency-CAD", fund.spent),
        ("left", "currency-CAD", fund.left),
        ("months", "month", fund.months),
    ):
        if hidden:
            found.append(_record(**keys, measure=name, unit=unit, suppressed=True))
        elif estimate is not None:
            found.append(_record(**keys, measure=name, unit=unit, **_numbers(estimate, unit)))
    return found


def _record(**known: Any) -> dict[str, Any]:
    names = ("value", "error", "margin", "difference", "difference_error", "difference_margin")
    empty = dict.fromkeys(("table", "scenario", *DIMENSIONS, "year", "measure", "unit", *names))
    return {**empty, "suppressed": False, **known}


def _numbers(estimate: Estimate | None, unit: str, name: str = "value") -> dict[str, Any]:
    if estimate is None or estimate.value is None:
        return {}
    prefix = "" if name == "value" else f"{name}_"
    return {
        name: rounded(estimate.value, unit),
        f"{prefix}error": rounded(estimate.error, unit),
        f"{prefix}margin": rounded(estimate.margin, unit),
    }


def rounded(value: float | None, unit: str) -> float | None:
    """A figure as it is printed: money to the cent, others to six significant digits."""
    if value is None:
        return None
    if unit == "currency-CAD":
        return round(value, 2) + 0.0
    return value + 0.0 if value == int(value) else float(f"{value:.{_SIGNIFICANT}g}")
