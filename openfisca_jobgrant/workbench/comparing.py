"""The first page: a situation under several laws, and what is being drafted."""

from __future__ import annotations

from collections.abc import Set
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from openfisca_core.parameters import Parameter

from openfisca_jobgrant.languages import said
from openfisca_jobgrant.scenarios import NamedLaw, named_laws
from openfisca_jobgrant.scenarios.law import figures_under
from openfisca_jobgrant.workbench import exports
from openfisca_jobgrant.workbench.answers import AMOUNTS, PAYERS, answers, with_questions
from openfisca_jobgrant.workbench.fields import Field, fields, in_words, is_default
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import Reading, read, refuse_faults, unreadable
from openfisca_jobgrant.workbench.state import (
    CHANGE_KEYS,
    MOST_CHANGES,
    MOST_PARTICIPANTS,
    State,
    key_of,
)


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the first page."""

    @pages.get("/")
    def compare() -> Any:
        state = bench.state(why=("later",), add=("1",), remove=None)
        if request.args.get("add") == "1" or "remove" in request.args:
            return _with_others(state, bench)
        reading = read(state, bench.library, bench.mattering, bench.law)
        # The script asks twice: for the amounts at once, and then with what explains them.
        found = answers(reading, bench.library, explain=request.args.get("why") != "later")
        names = reading.inputs - {"joins_the_grant"}
        own = names & set(bench.own)
        kept = _kept(state, names)
        parts: dict[str, Any] = {
            "reading": reading,
            "answers": found,
            "payers": PAYERS,
            "families": families(),
            "groups": fields(
                bench.library.baseline,
                names - own if state.others else names,
                state.facts,
                reading.errors,
                state.language,
            ),
            "people": [
                fields(bench.library.baseline, own, facts, reading.errors, state.language, number)
                for number, facts in enumerate((state.facts, *state.others), start=1)
            ]
            if state.others
            else [],
            "stated": _stated(reading, bench),
            "kept": kept,
            "most_participants": MOST_PARTICIPANTS,
            "most_changes": MOST_CHANGES,
            "figures": national_figures(bench),
            "pending": request.args.get("why") == "later",
        }
        shown = [
            field
            for groups in (parts["groups"], *parts["people"])
            for members in groups.values()
            for field in members
        ]
        parts["sent"] = _length_sent(state, shown, kept)
        return page("compare", state, **parts)

    @pages.get("/export/scenario.yaml")
    def export_scenario() -> Response:
        return _file("scenario.yaml", exports.scenario_file(drafted()))

    @pages.get("/export/reform.py")
    def export_reform() -> Response:
        return _file("reform.py", exports.python_reform(drafted()))

    @pages.get("/export/tests.yaml")
    def export_tests() -> Response:
        reading = asked()
        found = answers(reading, bench.library, explain=False)
        if not found:
            abort(400, unreadable(reading.state.language))
        return _file(exports.TESTS, exports.test_cases(reading, found, bench.library))

    @pages.get("/export/situation.json")
    def export_situation() -> Response:
        reading = asked()
        if reading.document is None:
            abort(400, unreadable(reading.state.language))
        document = with_questions(reading.document, AMOUNTS, reading.month)
        return _file("situation.json", exports.situation(document))

    def asked() -> Reading:
        reading = read(bench.state(), bench.library, bench.mattering, bench.law)
        refuse_faults(reading)
        return reading

    def drafted() -> Reading:
        reading = asked()
        language = reading.state.language
        if reading.draft.is_faulty:
            abort(400, said("The draft has mistakes: mend what is marked first.", language))
        if reading.draft.scenario is None:
            abort(400, said("There is no draft: change a figure or choose a reform.", language))
        return reading


def _with_others(state: State, bench: Bench) -> Any:
    """To the address with a participant more, or one less, and to their place on the page."""
    if "remove" in request.args:
        removed = request.args["remove"][:4]
        number = int(removed) if removed.isascii() and removed.isdigit() else 0
        if not 1 <= number <= 1 + len(state.others):
            abort(400, said("There is no participant {found}.", state.language, found=removed))
        state = state.without(number, bench.own)
        place = min(number, 1 + len(state.others))
    else:
        state = state.with_one_more()
        place = 1 + len(state.others)
    at = f"participant-{place}" if state.others else "participant"
    return redirect(f"{url_for('workbench.compare')}?{state.query()}#{at}", HTTPStatus.SEE_OTHER)


def _stated(reading: Reading, bench: Bench) -> list[tuple[str, str]]:
    """What the situation says, in words, with whom it is said of where there are several."""
    if reading.document is None:
        return []
    state = reading.state
    variables = bench.library.baseline.variables
    found = [(said("Month of the application", state.language), reading.month)]
    titles = list(reading.titles.values())
    for number, facts in enumerate((state.facts, *state.others)):
        for name, text in facts.items():
            variable = variables[name]
            if is_default(variable, text) or not text or name not in reading.inputs:
                continue
            of_one = titles and variable.entity.is_person
            label = bench.label(name) + (f" ({titles[number]})" if of_one else "")
            found.append((label, in_words(variable, text, state.language)))
    return found


def _kept(state: State, shown: Set[str]) -> list[tuple[str, str]]:
    """What was typed and isn't asked for under these laws: under others it is, again."""
    return [
        (key_of(name, number), value)
        for number, facts in enumerate((state.facts, *state.others), start=1)
        for name, value in facts.items()
        if name not in shown and value
    ]


def _length_sent(state: State, shown: list[Field], kept: list[tuple[str, str]]) -> int:
    """How long the form's address is without scripts: every field is sent, also the empty ones."""
    sent = dict(kept) | {field.key: field.value for field in shown}
    said = [pair for pair in state.pairs() if pair[0] not in sent]
    empty = [(key, "") for key in ("title", *CHANGE_KEYS)]
    path = url_for("workbench.compare")
    return len(f"{path}?{urlencode([*sent.items(), *said, *empty])}")


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
