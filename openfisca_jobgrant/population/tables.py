"""A report as tables for people: every figure with its margin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from babel.numbers import format_decimal

from openfisca_jobgrant.languages import said, translated
from openfisca_jobgrant.population.cells import DIMENSIONS
from openfisca_jobgrant.population.estimates import Estimate
from openfisca_jobgrant.population.labels import LABELS
from openfisca_jobgrant.population.report import Figure, Report
from openfisca_jobgrant.population.totals import CHANGES

_PAYERS = (
    "participants",
    "grants",
    "federal_contribution",
    "provincial_contribution",
    "employer_cash_contribution",
    "employer_in_kind_contribution",
    "mean_grant",
)
_QUANTILES = ("grant_p10", "grant_p25", "grant_median", "grant_p75", "grant_p90")
_EMPLOYERS = ("employers", "employers_paying_less", "employers_paying_more")
_LOCALES = {"en": "en_CA", "fr": "fr_CA"}


@dataclass(frozen=True)
class Table:
    """A table in words.

    Attributes:
        title: What it shows.
        head: The headings.
        rows: The cells.
    """

    title: str
    head: list[str]
    rows: list[list[str]]


def tables_in_words(report: Report, language: str) -> list[Table]:
    """All tables of a report.

    Args:
        report: The report.
        language: ``en`` or ``fr``.
    """
    found = []
    first = report.scenarios[0]
    for name in dict.fromkeys(figure.table for figure in report.figures):
        figures = [figure for figure in report.figures if figure.table == name]
        by = " × ".join(_label(part, language) for part in name.split("*"))
        found.append(_table(said("Who pays: {by}", language, by=by), figures, _PAYERS, language))
        if any(figure.measure in _QUANTILES for figure in figures):
            title = said("Grants by amount: {by}", language, by=by)
            found.append(_table(title, figures, _QUANTILES, language))
        others = [figure for figure in figures if figure.scenario != first]
        if not others:
            continue
        title = said("Difference from {scenario}: {by}", language, scenario=first, by=by)
        found.append(_table(title, others, _PAYERS, language, differences=True))
        title = said(
            "Participants by what their employers pay more or less in cash than under {scenario}: "
            "{by}",
            language,
            scenario=first,
            by=by,
        )
        found.append(_table(title, others, CHANGES, language))
        if any(figure.measure in _EMPLOYERS for figure in others):
            title = said("Employers: {by}", language, by=by)
            found.append(_table(title, others, _EMPLOYERS, language))
    found.extend(_funds(report, language))
    if report.parts and "all" not in report.hidden:
        found.append(_parts(report, language))
    return found


def caption(report: Report, language: str) -> str:
    """What the figures are, below the tables."""
    return said(
        "{rows} rows. After ±: half the width of an interval of 95 per cent for sampling error "
        "alone, employers taken as a sample. Quantiles are read in steps of 10 dollars up to "
        "1,000 and of 50 above.",
        language,
        rows=number(report.rows, language),
    )


def _table(
    title: str,
    figures: list[Figure],
    measures: tuple[str, ...],
    language: str,
    *,
    differences: bool = False,
) -> Table:
    lines: dict[tuple[str, str], dict[str, Figure]] = {}
    for figure in figures:
        cell = " × ".join(_word(name, key, language) for name, key in figure.cell.items())
        key = (cell or _label("all", language), figure.scenario)
        lines.setdefault(key, {})[figure.measure] = figure
    shown = [name for name in measures if any(name in line for line in lines.values())]
    rows = []
    for (cell, scenario), line in lines.items():
        cells = [cell, scenario]
        for name in shown:
            at = line.get(name)
            if at is None:
                cells.append("")
            elif at.is_suppressed:
                cells.append("×")
            else:
                estimate = at.difference if differences else at.estimate
                cells.append(with_margin(estimate, language, signed=differences))
        rows.append(cells)
    head = ["", *(_label(name, language) for name in ("scenario", *shown))]
    return Table(title, head, rows)


def _funds(report: Report, language: str) -> Iterator[Table]:
    names = ("labour_market_transfer", "job_grant_transfer", "labour_market_services_funding")
    rows = []
    for text, funds in report.funds.items():
        for fund in funds:
            hidden = fund.jurisdiction in report.hidden
            estimates = [fund.spent, fund.left, fund.months]
            rows.append(
                [
                    _word("jurisdiction", fund.jurisdiction, language),
                    fund.year,
                    text,
                    *(number(fund.transfers[name], language) for name in names),
                    number(fund.money, language),
                    *(
                        "×" if hidden else with_margin(estimate, language, decimals=place == 2)
                        for place, estimate in enumerate(estimates)
                    ),
                ]
            )
    head = ["", *(_label(name, language) for name in ("year", "scenario", *names))]
    head += [_label(name, language) for name in ("money", "spent", "left", "months")]
    yield Table(said("Transfers, in dollars a fiscal year", language), head, rows)


def _parts(report: Report, language: str) -> Table:
    names = [name for name in _PAYERS if any(name in at for at in report.parts.values())]
    rows = [
        [clause, *(with_margin(at[name].get("all"), language, signed=True) for name in names)]
        for clause, at in report.parts.items()
    ]
    head = [_label(name, language) for name in ("clause", *names)]
    return Table(
        said("What each clause of {scenario} adds", language, scenario=report.scenarios[-1]),
        head,
        rows,
    )


def _label(key: str, language: str) -> str:
    return translated(LABELS[key], language)


def _word(dimension: str, key: str, language: str) -> str:
    return translated(DIMENSIONS[dimension][key], language)


def with_margin(
    estimate: Estimate | None, language: str, *, signed: bool = False, decimals: bool = False
) -> str:
    """A figure with its margin; nothing where there is none."""
    if estimate is None or estimate.value is None or estimate.margin is None:
        return "–"
    places = 1 if decimals else 0
    value = number(estimate.value, language, signed=signed, places=places)
    return f"{value} ± {number(estimate.margin, language, places=places)}"


def number(value: float, language: str, *, signed: bool = False, places: int = 0) -> str:
    """A number as the language writes it; dollars without cents."""
    pattern = "#,##0" + (".0" if places else "")
    shown = round(value, places) + 0.0
    text = str(format_decimal(shown, format=pattern, locale=_LOCALES[language]))
    return f"+{text}" if signed and shown > 0 else text
