"""The pages of the law: figures and rules, searched, dated and sourced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, g, request
from openfisca_core.parameters import Parameter

from openfisca_jobgrant.languages import day, said
from openfisca_jobgrant.scenarios import ScenarioError
from openfisca_jobgrant.scenarios.law import checked_day, figure_on
from openfisca_jobgrant.workbench.dates import day_in, month_in
from openfisca_jobgrant.workbench.fields import sources_of
from openfisca_jobgrant.workbench.library import MOST_FOUND, sources_of_rule
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.state import (
    DEFAULT_MONTH,
    LONGEST_NAME,
    State,
    TypedChange,
)
from openfisca_jobgrant.workbench.steps import steps

LONGEST_WORDS = 200


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the pages of the law."""
    library = bench.law

    def as_at(state: State) -> dict[str, Any]:
        """The day that is looked at, what was typed for it, and what is wrong with that."""
        # Who looks at a month means the law of that month.
        usual = f"{month_in(state.month) or DEFAULT_MONTH}-01"
        typed = request.args.get("at", "").strip() or usual
        try:
            return {"at": checked_day(day_in(typed) or typed), "typed": typed, "error": ""}
        except ScenarioError:
            told = said(
                "Write a day such as 2014-04-01; shown is {day}.",
                g.language,
                day=day(usual, g.language),
            )
            return {"at": usual, "typed": typed[:LONGEST_NAME], "error": told}

    @pages.get("/law")
    def law() -> Response:
        state = bench.state(q=LONGEST_WORDS, at=None)
        words = request.args.get("q", "")[:LONGEST_WORDS]
        day_shown = as_at(state)
        at = day_shown["at"]
        kinds = {kind: list(library.search(words, kind)) for kind in ("figures", "rules")}
        figures = [figure_on(library.figures[path], at) for path in kinds["figures"][:MOST_FOUND]]
        return page(
            "law",
            state,
            words=words,
            longest_words=LONGEST_WORDS,
            **day_shown,
            figures=figures,
            rules=[library.system.variables[name] for name in kinds["rules"][:MOST_FOUND]],
            counts={kind: len(found) for kind, found in kinds.items()},
            most=MOST_FOUND,
        )

    @pages.get("/law/figures/<path:path>")
    def figure(path: str) -> Response:
        found = library.figures.get(path)
        if found is None:
            abort(404, said("There is no figure “{path}”.", g.language, path=path[:80]))
        state = bench.state(at=None)
        day_shown = as_at(state)
        drafted = (*state.changes, TypedChange(path, "", "2014-04-01"))
        return page(
            "figure",
            state,
            figure=found,
            now=figure_on(found, day_shown["at"]),
            **day_shown,
            history=_history(found),
            chart=steps(found, state.language),
            readers=library.readers(path),
            drafted=replace(state, changes=drafted),
        )

    @pages.get("/law/rules/<string:name>")
    def rule(name: str) -> Response:
        variable = library.system.variables.get(name)
        if variable is None:
            abort(404, said("There is no rule “{name}”.", g.language, name=name[:80]))
        state = bench.state(at=None)
        day_shown = as_at(state)
        figures = library.by_place(library.figures_of_rule(name))
        return page(
            "rule",
            state,
            **day_shown,
            variable=variable,
            sources=sources_of(variable),
            formulas=[
                (
                    day(start, g.language) if start > "1900" else "",
                    variable.formulas[start].__doc__ or "",
                    source,
                )
                for start, source in sources_of_rule(variable).items()
            ],
            uses=library.uses[name],
            used_by=library.used_by(name),
            figures={
                place: [figure_on(found, day_shown["at"]) for found in members]
                for place, members in figures.items()
            },
            has_tests=library.has_tests,
            cases=library.cases(name) if library.has_tests else [],
        )


def _history(figure: Parameter) -> list[dict[str, object]]:
    """A figure's dated values, the latest first, with what each rests on."""
    return [
        {
            "start": value.instant_str,
            "value": value.value,
            "note": (value.metadata or {}).get("note", ""),
            "confidence": (value.metadata or {}).get("confidence", ""),
            "reference": (value.metadata or {}).get("reference", []),
        }
        for value in figure.values_list
    ]
