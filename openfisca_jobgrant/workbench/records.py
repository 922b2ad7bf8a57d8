"""The page of a decision record: how an answer came about, to be printed."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, request

from openfisca_jobgrant.explain import Writer, explain
from openfisca_jobgrant.languages import said
from openfisca_jobgrant.workbench.answers import AMOUNTS
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import read, title_of, unreadable

_USUAL = "government_contribution"


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page of a decision record."""

    @pages.get("/record")
    def record() -> Response:
        state = bench.state(law=None, of=None)
        reading = read(state, bench.library, bench.mattering, bench.law)
        if "law" not in request.args and "s" in reading.errors:
            abort(400, reading.errors["s"])
        if reading.document is None:
            abort(400, unreadable(state.language))
        text = request.args.get("law", reading.laws[0].text)
        scenario = bench.library.parse(text)
        variable = request.args.get("of", _USUAL)
        if variable not in AMOUNTS:
            names = ", ".join(bench.label(name) for name in AMOUNTS)
            abort(404, said("Records are written of: {names}.", state.language, names=names))
        records = explain(
            reading.document, variable, reading.month, bench.library, scenario=scenario.text
        )
        writer = Writer(bench.library.system(scenario), scenario, state.language)
        return page(
            "record",
            state,
            records=[
                (
                    writer.title(
                        replace(found, member=reading.titles.get(found.member, found.member))
                    ),
                    list(writer.sections(found)),
                )
                for found in records
            ],
            variable=variable,
            amounts=AMOUNTS,
            law=text,
            law_title=title_of(scenario, state.language),
        )
