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

_POINTS = 240
_FORMATS = (".svg", ".png", ".html")
_LEGEND = altair.Legend(orient="bottom", direction="vertical", labelLimit=600)


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
    """
    called = titles or {}
    variables = library.baseline.variables
    rows: list[dict[str, Any]] = []
    marks: list[dict[str, Any]] = []
    for text in scenarios:
        title = called.get(text, text)
        surveyor = Surveyor(library.system(text), base)
        for amount in amounts:
            label = translated(variables[amount].label, language)
            try:
                found = surveyor.survey(amount, moved, code, month)
            except NotPiecewiseError:
                found = []
            end = most or _end(surveyor, amount, moved, code, month, base)
            at = {float(place) for place in numpy.linspace(0, end, _POINTS).round()}
            at |= {end for cliff in found for end in (cliff.before, cliff.after)}
            places = sorted(place for place in at if place <= end)
            values = surveyor.curve(amount, moved, places, code, month)
            rows += [
                {
                    "x": place,
                    "y": round(value, 2),
                    "scenario": title,
                    "amount": label,
                }
                for place, value in zip(places, values.tolist(), strict=True)
            ]
            marks += [
                {"x": cliff.after, "y": cliff.amount_after, "scenario": title, "amount": label,
                 "why": ", ".join(translated(variables[rule].label, language)
                                  for rule in cliff.rules)}
                for cliff in found
                if cliff.after <= end
            ]  # fmt: skip
    x = altair.X("x:Q", title=translated(variables[moved].label, language))
    y = altair.Y("y:Q", title="CAD")
    colour = altair.Color("amount:N", title=None, legend=_LEGEND)
    dash = altair.StrokeDash("scenario:N", title=None, legend=_LEGEND)
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
    return altair.Data(values=rows)  # type: ignore[no-untyped-call]


def _end(
    surveyor: Surveyor, amount: str, moved: str, code: str, month: str, base: Mapping[str, Any]
) -> float:
    scale = 100 if surveyor.is_money(moved) else 1
    places = [at / scale for at in surveyor.places(amount, moved, code, month)]
    known = base.get(moved, 0)
    usual = 30_000.0 if scale > 1 else 120.0
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
