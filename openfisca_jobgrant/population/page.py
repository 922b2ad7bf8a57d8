"""A report as one page of HTML, with charts drawn in it; it loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from openfisca_jobgrant.languages import said, translated
from openfisca_jobgrant.population.cells import DIMENSIONS
from openfisca_jobgrant.population.labels import LABELS
from openfisca_jobgrant.population.report import Figure, Report
from openfisca_jobgrant.population.tables import caption, number, tables_in_words

_PAYERS = {
    "federal_contribution": "#1f5f8b",
    "provincial_contribution": "#63a375",
    "employer_cash_contribution": "#d98032",
    "employer_in_kind_contribution": "#e9c46a",
}
_WIDTH, _BAR, _GAP, _LABEL, _VALUE = 860, 18, 8, 330, 130
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
table { border-collapse: collapse; font-size: 13px; margin: .5rem 0 2rem }
th, td { border-bottom: 1px solid #ccc; padding: .25rem .6rem; text-align: right }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left }
h2 { font-size: 1.05rem; margin-bottom: .2rem }
.scroll { overflow-x: auto }
"""


def page(report: Report, language: str) -> str:
    """The page.

    Args:
        report: The report.
        language: ``en`` or ``fr``.
    """
    title = said("What it costs: {scenarios}", language, scenarios=", ".join(report.scenarios))
    parts = [
        Markup("<!doctype html><html lang='{}'><head><meta charset='utf-8'>").format(language),
        Markup("<meta name='viewport' content='width=device-width'>"),
        Markup("<title>{}</title><style>{}</style></head><body>").format(title, Markup(_STYLE)),
        Markup("<h1>{}</h1><p>{}</p>").format(title, caption(report, language)),
    ]
    for name in ("all", "jurisdiction"):
        figures = [figure for figure in report.figures if figure.table == name]
        if figures:
            label = translated(LABELS[name], language)
            parts.append(Markup("<h2>{}</h2>").format(said("Who pays: {by}", language, by=label)))
            parts.append(_chart(figures, language))
    for table in tables_in_words(report, language):
        parts.append(
            Markup("<h2>{}</h2><div class='scroll'><table><thead><tr>").format(table.title)
        )
        parts.extend(Markup("<th scope='col'>{}</th>").format(cell) for cell in table.head)
        parts.append(Markup("</tr></thead><tbody>"))
        for row in table.rows:
            cells = Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row)
            parts.append(Markup("<tr>{}</tr>").format(cells))
        parts.append(Markup("</tbody></table></div>"))
    parts.append(Markup("</body></html>\n"))
    return "\n".join(parts)


def _chart(figures: list[Figure], language: str) -> Markup:
    """Bars of who pays how much, one for each cell and scenario."""
    bars: dict[str, dict[str, float]] = {}
    for figure in figures:
        value = figure.estimate.value
        if figure.measure in _PAYERS and value is not None:
            cell = ", ".join(
                translated(DIMENSIONS[name][key], language) for name, key in figure.cell.items()
            )
            label = f"{cell}: {figure.scenario}" if cell else figure.scenario
            bars.setdefault(label, {})[figure.measure] = value
    most = max((sum(bar.values()) for bar in bars.values()), default=0.0) or 1.0
    scale = (_WIDTH - _LABEL - _VALUE) / most
    height = (len(bars) + 1) * (_BAR + _GAP) + _GAP
    drawn = [Markup("").join(_legend(language))]
    for place, (label, bar) in enumerate(bars.items(), start=1):
        top = place * (_BAR + _GAP) + _GAP
        shown = label if len(label) <= 52 else f"{label[:50]}…"
        drawn.append(
            Markup("<text x='{}' y='{}' text-anchor='end'><title>{}</title>{}</text>").format(
                _LABEL - 8, top + 14, label, shown
            )
        )
        left = float(_LABEL)
        for measure, colour in _PAYERS.items():
            width = bar.get(measure, 0.0) * scale
            name = translated(LABELS[measure], language)
            drawn.append(
                Markup(
                    "<rect x='{:.1f}' y='{}' width='{:.1f}' height='{}' fill='{}'>"
                    "<title>{}: {}</title></rect>"
                ).format(
                    left, top, width, _BAR, colour, name, number(bar.get(measure, 0.0), language)
                )
            )
            left += width
        drawn.append(
            Markup("<text x='{:.1f}' y='{}'>{}</text>").format(
                left + 6, top + 14, number(sum(bar.values()), language)
            )
        )
    return Markup(
        "<svg viewBox='0 0 {} {}' role='img' aria-label='{}' font-size='12' "
        "style='max-width:{}px;width:100%'>{}</svg>"
    ).format(
        _WIDTH,
        height,
        escape(said("Bars of what each payer pays, in dollars", language)),
        _WIDTH,
        Markup("").join(drawn),
    )


def _legend(language: str) -> Iterator[Markup]:
    left = 0
    for measure, colour in _PAYERS.items():
        yield Markup(
            "<rect x='{}' y='4' width='12' height='12' fill='{}'/><text x='{}' y='15'>{}</text>"
        ).format(left, colour, left + 16, translated(LABELS[measure], language))
        left += 170
