"""The page of the curves: an amount along an input, with its cliffs marked and named."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from openfisca_jobgrant.charts import along
from openfisca_jobgrant.languages import quantity, said, translated
from openfisca_jobgrant.proofs.cliffs import Cliff, Surveyor
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError
from openfisca_jobgrant.workbench.answers import AMOUNTS
from openfisca_jobgrant.workbench.comparing import families
from openfisca_jobgrant.workbench.fields import ALGEBRA, read_value
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Law, Reading, read

#: A drawing carries its own style; it is shown as an image, and nothing in it runs or loads.
_DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_USUAL_AMOUNTS = ("government_contribution", "employer_cash_contribution")
_USUAL_INPUT = "tuition_fees"


@dataclass
class Asked:
    """What is to be drawn.

    Attributes:
        reading: What was typed.
        amounts: The amounts.
        moved: The input that rises.
        inputs: The inputs that could rise.
        base: What else is known, as the engine has it.
    """

    reading: Reading
    amounts: list[str]
    moved: str
    inputs: list[str]
    base: dict[str, Any]


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of the curves, and the drawing."""
    variables = bench.library.baseline.variables

    def asked() -> Asked:
        reading = read(bench.state(), bench.library, bench.mattering)
        inputs = sorted(
            (
                name
                for name in reading.inputs or bench.inputs
                if variables[name].value_type in (int, float)
                and not variables[name].formulas
                and str(variables[name].definition_period) == "month"
            ),
            key=bench.label,
        )
        moved = request.args.get("along", _USUAL_INPUT)
        if moved not in inputs:
            reading.errors["along"] = said("Choose one of the list.", reading.state.language)
            moved = _USUAL_INPUT
        amounts = [name for name in AMOUNTS if name in request.args.getlist("amount")]
        return Asked(reading, amounts or list(_USUAL_AMOUNTS), moved, inputs, _base(reading))

    def _base(reading: Reading) -> dict[str, Any]:
        found = {}
        for name, text in reading.state.facts.items():
            variable = variables[name]
            if not text or str(variable.definition_period) != "month":
                continue
            value, error = read_value(variable, text, reading.state.language)
            if not error:
                found[name] = value
        return found

    def cliffs(law: Law, wanted: Asked) -> list[Cliff]:
        surveyor = Surveyor(bench.library.system(law.text), wanted.base)
        found: list[Cliff] = []
        for amount in wanted.amounts:
            try:
                found += surveyor.survey(
                    amount, wanted.moved, wanted.reading.code, wanted.reading.month
                )
            except NotPiecewiseError:
                wanted.reading.errors["cliffs"] = said(
                    "Along this input, cliffs can't be looked for.", wanted.reading.state.language
                )
        return found

    @pages.get("/curves")
    def curves() -> Response:
        wanted = asked()
        with ALGEBRA:
            found = [(law, cliffs(law, wanted)) for law in wanted.reading.laws]
        unit = variables[wanted.moved].unit or ""
        language = wanted.reading.state.language
        codes = variables["jurisdiction_code"].possible_values
        return page(
            "curves",
            wanted.reading.state,
            reading=wanted.reading,
            wanted=wanted,
            amounts=AMOUNTS,
            families=families(),
            found=found,
            codes=[(code.name, translated(code.value, language)) for code in codes],
            at=lambda value: quantity(int(value) if value == int(value) else value, unit, language),
        )

    @pages.get("/curves.svg")
    def curves_svg() -> Response:
        wanted = asked()
        with ALGEBRA:
            chart = along(
                bench.library,
                [law.text for law in wanted.reading.laws],
                wanted.base,
                wanted.reading.code,
                wanted.reading.month,
                wanted.amounts,
                wanted.moved,
                wanted.reading.state.language,
                titles={law.text: law.title for law in wanted.reading.laws},
            )
            drawn = io.StringIO()
            chart.save(drawn, format="svg")
        return Response(
            drawn.getvalue(),
            content_type="image/svg+xml; charset=utf-8",
            headers={"Content-Security-Policy": _DRAWING_POLICY},
        )
