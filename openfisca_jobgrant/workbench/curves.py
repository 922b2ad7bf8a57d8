"""The page of the curves: an amount along an input, with its cliffs marked and named."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import numpy
from flask import Blueprint, Response, abort, request

from openfisca_jobgrant.charts import DASHES, along
from openfisca_jobgrant.languages import quantity, said, translated
from openfisca_jobgrant.proofs.algebra import NotAlgebraError
from openfisca_jobgrant.proofs.cliffs import Cliff, Surveyor, is_numeric_input
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError, TakesTooLongError
from openfisca_jobgrant.rules import Money, share_equally
from openfisca_jobgrant.workbench.algebra import algebra
from openfisca_jobgrant.workbench.answers import AMOUNTS
from openfisca_jobgrant.workbench.comparing import families
from openfisca_jobgrant.workbench.drawing import drawn
from openfisca_jobgrant.workbench.fields import Field, fields, read_value
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Law, Reading, read, refuse_faults
from openfisca_jobgrant.workbench.state import State, key_of

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
        number: Of which participant, counted from one.
        amounts: The amounts.
        chosen: Those of them that were chosen; the usual ones are drawn where none was.
        moved: The input that rises.
        inputs: The inputs that could rise.
        matters: Whether any of the amounts depends on it.
        more: The fields of what else these amounts depend on, and who pays what doesn't.
        base: What else is known of the participant, as the engine has it.
        is_unread: Whether a fact that has no field on this page can't be read.
        has_amounts: Whether any amount of money is known, or rises.
    """

    reading: Reading
    number: int
    amounts: list[str]
    chosen: list[str]
    moved: str
    inputs: list[str]
    matters: bool
    more: list[Field]
    base: dict[str, Any]
    is_unread: bool
    has_amounts: bool

    @property
    def query(self) -> str:
        """What is drawn, as an address has it: without what can't be read or isn't used."""
        reading, state = self.reading, self.reading.state

        def readable(facts: dict[str, str], number: int) -> dict[str, str]:
            return {
                name: text
                for name, text in facts.items()
                if key_of(name, number) not in reading.errors
            }

        drawn = replace(
            state,
            scenarios=tuple(law.text for law in reading.laws if not law.is_draft),
            month=reading.month,
            facts=readable(state.facts, 1),
            others=tuple(readable(facts, at) for at, facts in enumerate(state.others, start=2)),
            situation="",
        )
        which = [("participant", name) for name in reading.ids[self.number - 1 : self.number]]
        amounts = [("amount", name) for name in self.amounts]
        return urlencode([*drawn.pairs(), *which, ("along", self.moved), *amounts])


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of the curves, and the drawing."""
    variables = bench.library.baseline.variables

    def asked() -> Asked:
        state = bench.state(along=None, amount=None, participant=None, narrow=("1",))
        reading = read(state, bench.library, bench.mattering, bench.law)
        language = state.language
        number = which(reading)
        typed = request.args.getlist("amount")
        if not set(typed) <= set(OFFERED):
            reading.errors["amount"] = said("Choose from the list only.", language)
        # The form says along what: without any amount, none was chosen.
        is_form = "along" in request.args
        chosen = [name for name in OFFERED if name in typed]
        # The legend and the drawing are asked for apart: they need the same order.
        amounts = chosen or [name for name in OFFERED if name in _USUAL_AMOUNTS]
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
        own = set(bench.own)
        groups = [
            fields(bench.library.baseline, names, facts, reading.errors, language, at)
            for names, facts, at in (
                (more & own, everyone(state)[number - 1], number),
                (more - own, state.facts, 1),
            )
        ]
        shown = [field for group in groups for members in group.values() for field in members]
        base = _base(reading, number)
        here = {"jurisdiction_code", *(field.key for field in shown)}
        used = {key_of(name, number if name in own else 1) for name in bench.inputs}
        return Asked(
            reading,
            number,
            amounts,
            chosen if is_form else amounts,
            moved,
            sorted(numeric | {moved}, key=bench.label),
            moved in numeric,
            shown,
            base,
            bool((reading.errors.keys() & used) - here),
            any(isinstance(variables[name], Money) for name in (*base, moved)),
        )

    def which(reading: Reading) -> int:
        """The number of the participant who is looked at."""
        typed = request.args.get("participant", "")
        if not typed or typed in reading.ids:
            return 1 + (reading.ids.index(typed) if typed else 0)
        reading.errors["participant"] = said("Choose one of the list.", reading.state.language)
        return 1

    def _base(reading: Reading, number: int) -> dict[str, Any]:
        state = reading.state
        found = {}
        shared = {name: text for name, text in state.facts.items() if name not in bench.own}
        own = everyone(state)[number - 1].items()
        for name, text in [*shared.items(), *((at, typed) for at, typed in own if at in bench.own)]:
            variable = variables[name]
            if not text or str(variable.definition_period) == "eternity":
                continue
            value, error = read_value(variable, text, state.language)
            if error:
                continue
            if variable.entity.key == "application" and isinstance(variable, Money):
                value = _part(value, len(everyone(state)), number)
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
        # A drawing has no place to say what was left out.
        refuse_faults(reading, *reading.errors)
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


def everyone(state: State) -> tuple[dict[str, str], ...]:
    """What was typed of each participant."""
    return (state.facts, *state.others)


def _part(cost: float, count: int, number: int) -> float:
    """A participant's part of what the group costs."""
    return float(share_equally(*map(numpy.array, ([cost], [count], [number - 1])))[0])


def too_long(language: str) -> str:
    """Why there is no curve."""
    return said(
        "This takes too long to draw: choose fewer amounts, or fewer bodies of law.", language
    )
