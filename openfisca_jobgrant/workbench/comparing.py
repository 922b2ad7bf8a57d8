"""The first page: a situation under several laws, and what is being drafted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, request
from openfisca_core.parameters import Parameter

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.scenarios import NamedLaw, named_laws
from openfisca_jobgrant.scenarios.law import figures_under
from openfisca_jobgrant.workbench import exports
from openfisca_jobgrant.workbench.answers import AMOUNTS, PAYERS, answers, with_questions
from openfisca_jobgrant.workbench.fields import fields
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Reading, read


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the first page."""

    @pages.get("/")
    def compare() -> Response:
        state = bench.state()
        reading = read(state, bench.library, bench.mattering)
        # The script asks twice: for the amounts at once, and then with what explains them.
        found = answers(reading, bench.library, explain=request.args.get("why") != "later")
        names = reading.inputs - {"joins_the_grant"}
        parts: dict[str, Any] = {
            "reading": reading,
            "answers": found,
            "payers": PAYERS,
            "families": families(),
            "groups": fields(
                bench.library.baseline, names, state.facts, reading.errors, state.language
            ),
            "figures": national_figures(bench),
            "pending": request.args.get("why") == "later",
        }
        return page("compare", state, **parts)

    @pages.get("/export/scenario.yaml")
    def export_scenario() -> Response:
        return _file("scenario.yaml", exports.scenario_file(drafted()))

    @pages.get("/export/reform.py")
    def export_reform() -> Response:
        return _file("reform.py", exports.python_reform(drafted()))

    @pages.get("/export/tests.yaml")
    def export_tests() -> Response:
        reading = read(bench.state(), bench.library, bench.mattering)
        found = answers(reading, bench.library, explain=False)
        if not found:
            abort(
                400, message("the situation can't be read: mend the fields that are marked first")
            )
        return _file("tests.yaml", exports.test_cases(reading, found, bench.library))

    @pages.get("/export/situation.json")
    def export_situation() -> Response:
        reading = read(bench.state(), bench.library, bench.mattering)
        if reading.document is None:
            abort(
                400, message("the situation can't be read: mend the fields that are marked first")
            )
        asked = with_questions(reading.document, AMOUNTS, reading.month)
        return _file("situation.json", exports.situation(asked))

    def drafted() -> Reading:
        reading = read(bench.state(), bench.library, bench.mattering)
        if reading.draft.scenario is None:
            abort(
                400,
                message("there is no draft, or it can't be: change a figure or choose a reform"),
            )
        return reading


def _file(name: str, content: str) -> Response:
    kinds = {"json": "application/json", "py": "text/x-python", "yaml": "application/yaml"}
    return Response(
        content,
        content_type=f"{kinds[name.rpartition('.')[2]]}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def national_figures(bench: Bench) -> list[Parameter]:
    """The figures that are offered for a draft; those of the programmes are found by search."""
    found = figures_under(bench.library.baseline.parameters, "")
    return [at for at in found if not at.name.startswith(("programmes.", "population."))]


def families() -> dict[str, list[NamedLaw]]:
    """The bodies of law by family."""
    found: dict[str, list[NamedLaw]] = {}
    for law in named_laws().values():
        found.setdefault(law.family, []).append(law)
    return found
