"""The page of the curves: an amount along an input, with its cliffs marked and named."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request

from openfisca_jobgrant.charts import DASHES, along
from openfisca_jobgrant.languages import quantity, said, translated
from openfisca_jobgrant.proofs.algebra import NotAlgebraError
from openfisca_jobgrant.proofs.cliffs import Cliff, Surveyor, is_numeric_input
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError, TakesTooLongError
from openfisca_jobgrant.workbench.algebra import algebra
from openfisca_jobgrant.workbench.answers import AMOUNTS
from openfisca_jobgrant.workbench.comparing import families
from openfisca_jobgrant.workbench.drawing import drawn
from openfisca_jobgrant.workbench.fields import Field, fields, read_value
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Law, Reading, read

#: A drawing carries its own style; it is shown as an image, and nothing in it runs or loads.
_DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
#: Quebec's own law of training has amounts of a year, beside those of who pays what.
OFFERED = (*AMOUNTS, "payroll_training_obligation", "payroll_training_contribution")
_USUAL_AMOUNTS = ("government_contribution", "employer_cash_contribution")
_USUAL_INPUT = "tuition_fees"
#: What has a field of its own on this page, or is a matter of transfers only.
_APART = {"jurisdiction_code", "joins_the_grant"}


@dataclass
class Asked:
    """What is to be drawn.

    Attributes:
        reading: What was typed.
        amounts: The amounts.
        moved: The input that rises.
        inputs: The inputs that could rise.
        matters: Whether any of the amounts depends on it.
        more: The fields of what else these amounts depend on, and who pays what doesn't.
        base: What else is known, as the engine has it.
    """

    reading: Reading
    amounts: list[str]
    moved: str
    inputs: list[str]
    matters: bool
    more: list[Field]
    base: dict[str, Any]

    @property
    def is_unread(self) -> bool:
        """Whether a fact that has no field on this page can't be read."""
        here = {"s", "month", "along", "cliffs", *(field.key for field in self.more)}
        return bool(self.reading.errors.keys() - here)

    @property
    def query(self) -> str:
        """The amounts, as an address has them."""
        return urlencode([("amount", name) for name in self.amounts])


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of the curves, and the drawing."""
    variables = bench.library.baseline.variables

    def asked() -> Asked:
        reading = read(bench.state(), bench.library, bench.mattering, bench.law)
        language = reading.state.language
        typed = request.args.getlist("amount")
        # The legend and the drawing are asked for apart: they need the same order.
        known = [name for name in typed if name in OFFERED] or _USUAL_AMOUNTS
        amounts = [name for name in OFFERED if name in known]
        found = {
            name
            for law in reading.laws
            for name in bench.mattering.inputs(law.text, reading.code, reading.month, (*amounts,))
        }
        numeric = {name for name in found if is_numeric_input(variables[name])}
        moved = request.args.get("along", "")
        if moved not in variables or not is_numeric_input(variables[moved]):
            if moved:
                reading.errors["along"] = said("Choose one of the list.", language)
            moved = _USUAL_INPUT if _USUAL_INPUT in numeric or not numeric else min(numeric)
        more = found - reading.inputs - _APART - {moved} if not reading.state.situation else set()
        groups = fields(bench.library.baseline, more, reading.state.facts, reading.errors, language)
        return Asked(
            reading,
            amounts,
            moved,
            sorted(numeric | {moved}, key=bench.label),
            moved in numeric,
            [field for group in groups.values() for field in group],
            _base(reading),
        )

    def _base(reading: Reading) -> dict[str, Any]:
        found = {}
        for name, text in reading.state.facts.items():
            variable = variables[name]
            if not text or str(variable.definition_period) == "eternity":
                continue
            value, error = read_value(variable, text, reading.state.language)
            if not error:
                found[name] = value
        return found

    def cliffs(law: Law, wanted: Asked, until: float) -> list[Cliff]:
        reading = wanted.reading
        surveyor = Surveyor(bench.library.system(law.text), wanted.base, until)
        found: list[Cliff] = []
        for amount in wanted.amounts:
            try:
                found += surveyor.survey(amount, wanted.moved, reading.code, reading.month)
            except (NotPiecewiseError, NotAlgebraError):
                reading.errors["cliffs"] = said(
                    "Along this input, cliffs can't be looked for.", reading.state.language
                )
        return found

    @pages.get("/curves")
    def curves() -> Response:
        wanted = asked()
        reading = wanted.reading
        found = []
        try:
            with algebra() as until:
                found = [(law, cliffs(law, wanted, until)) for law in reading.laws]
        except TakesTooLongError:
            reading.errors["cliffs"] = too_long(reading.state.language)
        unit = variables[wanted.moved].unit or ""
        language = reading.state.language
        codes = variables["jurisdiction_code"].possible_values
        return page(
            "curves",
            reading.state,
            reading=reading,
            wanted=wanted,
            amounts=OFFERED,
            families=families(),
            found=found,
            codes=[(code.name, translated(code.value, language)) for code in codes],
            dashes=[" ".join(map(str, dash)) for dash in DASHES],
            at=lambda value: quantity(int(value) if value == int(value) else value, unit, language),
        )

    @pages.get("/curves.svg")
    def curves_svg() -> Response:
        wanted = asked()
        reading = wanted.reading
        language = reading.state.language
        try:
            with algebra() as until:
                chart = along(
                    bench.library,
                    [law.text for law in reading.laws],
                    wanted.base,
                    reading.code,
                    reading.month,
                    wanted.amounts,
                    wanted.moved,
                    language,
                    titles={law.text: law.title for law in reading.laws},
                    until=until,
                    has_legend=False,
                )
        except TakesTooLongError:
            abort(HTTPStatus.SERVICE_UNAVAILABLE, too_long(language))
        text = drawn(chart, language, is_narrow="narrow" in request.args)
        return Response(
            text,
            content_type="image/svg+xml; charset=utf-8",
            headers={"Content-Security-Policy": _DRAWING_POLICY},
        )


def too_long(language: str) -> str:
    """Why there is no curve."""
    return said(
        "This takes too long to draw: choose fewer amounts, or fewer bodies of law.", language
    )
