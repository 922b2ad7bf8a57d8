"""Charts: amounts along an input, with cliffs marked. Nothing is fetched to draw or show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import altair
import numpy

from openfisca_jobgrant.languages import translated
from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.proofs.cliffs import Surveyor
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError
from openfisca_jobgrant.scenarios import Scenarios

#: Beside the places where pieces meet: between those a curve is straight.
_POINTS = 60
_FORMATS = (".svg", ".png", ".html")
_LEGEND = altair.Legend(orient="bottom", direction="vertical", labelLimit=600)
#: A line for each of six bodies of law, told apart without colours.
DASHES = ((1, 0), (6, 3), (2, 2), (10, 3), (8, 3, 2, 3), (1, 4))


def along(
    library: Scenarios,
    scenarios: Sequence[str],
    base: Mapping[str, Any],
    code: str,
    month: str,
    amounts: Sequence[str],
    moved: str,
    language: str = "en",
    most: float | None = None,
    titles: Mapping[str, str] | None = None,
    until: float | None = None,
    *,
    has_legend: bool = True,
) -> altair.Chart:
    """A chart of amounts along an input, under scenarios, with the cliffs marked.

    Args:
        library: Where the laws come from.
        scenarios: Their texts.
        base: What is known of the one participant.
        code: The jurisdiction.
        month: The month, as ``2015-04``.
        amounts: The amounts, in dollars.
        moved: The input that rises.
        language: ``en`` or ``fr``.
        most: Up to which value of the input; twice the last place of interest if left out.
        titles: What scenarios are called; their texts where it doesn't say.
        until: By when, on the monotonic clock, all is to be found; whenever if left out.
        has_legend: Whether the chart says itself what its lines are.

    Raises:
        TakesTooLongError: If there is no more time.
    """
    called = titles or {}
    variables = library.baseline.variables
    rows: list[dict[str, Any]] = []
    marks: list[dict[str, Any]] = []
    surveys = []
    for text in scenarios:
        surveyor = Surveyor(library.system(text), base, until)
        for amount in amounts:
            try:
                found = surveyor.survey(amount, moved, code, month)
            except NotPiecewiseError:
                found = []
            scale = 100 if surveyor.is_money(moved) else 1
            try:
                meet = [at / scale for at in surveyor.places(amount, moved, code, month)]
            except NotPiecewiseError:
                meet = []
            surveys.append((text, surveyor, amount, found, meet))
    # One end for all lines: a line that stopped earlier would look as if it had no more to say.
    end = most or max(_end(surveyor, moved, meet, base) for _, surveyor, _, _, meet in surveys)
    for text, surveyor, amount, found, meet in surveys:
        title, label = called.get(text, text), translated(variables[amount].label, language)
        at = {float(place) for place in numpy.linspace(0, end, _POINTS).round()}
        at |= {float(round(place)) for place in meet}
        at |= {place for cliff in found for place in (cliff.before, cliff.after)}
        places = sorted(place for place in at if place <= end)
        values = surveyor.curve(amount, moved, places, code, month)
        rows += [
            {"x": place, "y": round(value, 2), "scenario": title, "amount": label}
            for place, value in zip(places, values.tolist(), strict=True)
        ]
        marks += [
            {"x": cliff.after, "y": cliff.amount_after, "scenario": title, "amount": label,
             "why": ", ".join(translated(variables[rule].label, language) for rule in cliff.rules)}
            for cliff in found
            if cliff.after <= end
        ]  # fmt: skip
    x = altair.X("x:Q", title=translated(variables[moved].label, language))
    y = altair.Y("y:Q", title="CAD")
    legend = _LEGEND if has_legend else None
    labels = [translated(variables[amount].label, language) for amount in amounts]
    texts = [called.get(text, text) for text in scenarios]
    colour = altair.Color("amount:N", title=None, legend=legend, scale=altair.Scale(domain=labels))
    dash = altair.StrokeDash(
        "scenario:N",
        title=None,
        legend=legend,
        scale=altair.Scale(domain=texts, range=[list(dash) for dash in DASHES]),
    )
    curves = (
        altair.Chart(_data(rows))
        .mark_line(interpolate="linear")
        .encode(x=x, y=y, color=colour, strokeDash=dash)
    )
    points = (
        altair.Chart(_data(marks))
        .mark_point(size=60, filled=True)
        .encode(x=x, y=y, color=colour, tooltip=["why:N", "x:Q", "y:Q"])
    )
    return (curves + points).properties(width=640, height=320)


def _data(rows: list[dict[str, Any]]) -> Any:
    # Given at once, each row is checked against Vega's schema, which takes most of the time.
    data = altair.Data(values=[])  # type: ignore[no-untyped-call]
    data.values = rows
    return data


def _end(surveyor: Surveyor, moved: str, places: Sequence[float], base: Mapping[str, Any]) -> float:
    known = base.get(moved, 0)
    if surveyor.is_of_a_year(moved):
        # A payroll: what is usual depends on the law's own threshold.
        return float(max([2 * float(known), *(1.5 * at for at in places if at > 1)]) or 3_000_000)
    usual = 30_000.0 if surveyor.is_money(moved) else 120.0
    return float(max([usual, 2 * float(known), *(1.5 * at for at in places if at < usual * 4)]))


def write_chart(chart: altair.Chart, path: Path) -> None:
    """Write a chart to a file; the format is that of its name.

    Raises:
        ValueError: If the name ends in none of .svg, .png and .html.
        OSError: If it can't be written.
    """
    if path.suffix not in _FORMATS:
        raise ValueError(
            message("a chart's name ends in one of {formats}", formats=", ".join(_FORMATS))
        )
    if path.suffix == ".html":
        path.write_text(chart.to_html(inline=True), encoding="utf-8")
    else:
        chart.save(path)
