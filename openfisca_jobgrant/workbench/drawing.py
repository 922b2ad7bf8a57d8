"""A chart as the page around it has it: in its language, its width and its colours."""

from __future__ import annotations

from typing import Any

import altair
from vl_convert import vegalite_to_svg

#: Numbers as each language writes them, for the axes.
_NUMBERS = {
    "en": {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["$", ""]},
    "fr": {"decimal": ",", "thousands": "\u00a0", "grouping": [3], "currency": ["", "\u00a0$"]},
}
#: On a light and on a dark ground, as the style sheet has them: text, lines, then the curves.
_INK, _LINE = ("#1b1f24", "#e6eaee"), ("#c9d1d9", "#3d4650")
_CURVES = (
    ("#1f5f8b", "#5aa2d6"),
    ("#c4631c", "#ee9a59"),
    ("#2f7d4e", "#79c796"),
    ("#8250a8", "#c39be6"),
    ("#a3402f", "#f08b7c"),
    ("#6b6f00", "#d3d35c"),
    ("#00727a", "#56c7cf"),
    ("#5c4a3d", "#c9b3a2"),
    ("#b0256a", "#f08bbd"),
)
_WIDE, _NARROW, _HEIGHT = 640, 260, 320


def drawn(chart: Any, language: str, *, is_narrow: bool) -> str:
    """A chart as SVG, which turns dark with the page around it.

    Args:
        chart: The chart.
        language: ``en`` or ``fr``.
        is_narrow: Whether it is for a phone.
    """
    width = _NARROW if is_narrow else _WIDE
    styled = (
        chart.properties(width=width, height=_HEIGHT)
        .configure(background="transparent", padding=4)
        .configure_view(stroke=_LINE[0])
        .configure_axis(
            labelColor=_INK[0], titleColor=_INK[0], gridColor=_LINE[0], domainColor=_LINE[0],
            tickColor=_LINE[0], labelFontSize=12, titleFontSize=12, titleLimit=width,
            labelOverlap=True,
        )
        .configure_axisX(tickCount=3 if is_narrow else 8)
        .configure_range(category=[light for light, _ in _CURVES])
    )  # fmt: skip
    # Its rows were made here: to hold each against Vega's schema takes most of a second.
    text = vegalite_to_svg(
        styled.to_dict(validate=False),
        vl_version=altair.SCHEMA_VERSION.rpartition(".")[0],
        format_locale=_NUMBERS[language],
    )
    head, end, rest = text.partition(">")
    return f"{head}{end}<style>{_DARK}</style>{rest}"


def _dark() -> str:
    rules = "".join(
        f'[{what}="{light}"]{{{what}:{dark}}}'
        for light, dark in (_INK, _LINE, *_CURVES)
        for what in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme: dark){{{rules}}}"


_DARK = _dark()
