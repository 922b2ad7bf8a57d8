"""The page to start from: typical situations, and one's own as the API takes it."""

from __future__ import annotations

import json
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from openfisca_jobgrant.languages import said
from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.situations import Limits, SituationError, SituationReader, parse_json
from openfisca_jobgrant.workbench.pages import Bench, page
from openfisca_jobgrant.workbench.reading import period_for, without_questions
from openfisca_jobgrant.workbench.state import LONGEST_NAME, MOST_PARTICIPANTS, State
from openfisca_jobgrant.workbench.typical import TYPICAL

#: With room for laws and figures that are added to it.
_LONGEST_PASTED = 7500
_MOST_SENT = 1_000_000


def add_routes(pages: Blueprint, bench: Bench) -> None:
    """Serve the page, and take what is pasted or uploaded there."""

    def shown(state: State, pasted: str = "", error: str = "") -> Response:
        starts = [
            (
                at,
                replace(
                    state, month=at.month, facts=dict(at.facts), scenarios=at.scenarios,
                    others=(), names=(), situation="", on=(), changes=(), title="",
                ),
            )
            for at in TYPICAL
        ]  # fmt: skip
        status = HTTPStatus.BAD_REQUEST if error else HTTPStatus.OK
        return page("situations", state, status, starts=starts, pasted=pasted, error=error)

    @pages.get("/situations")
    def situations() -> Response:
        return shown(bench.state())

    @pages.post("/situations")
    def take() -> Any:
        request.max_content_length = _MOST_SENT
        state = bench.state_of(request.form, pasted=None)
        sent = request.files.get("file")
        content = sent.read() if sent is not None and sent.filename else b""
        if not content:
            content = request.form.get("pasted", "").encode("utf-8", "replace")
        text = content.decode("utf-8", "replace")
        if not text.strip():
            return shown(state, text, said("Paste a situation, or choose a file.", state.language))
        limits = Limits()
        try:
            document = parse_json(content, limits)
            SituationReader(bench.library.baseline, limits=limits).read(document)
        except SituationError as error:
            return shown(state, text, in_language(message_of(error), state.language)[:1000])
        kept, month = without_questions(document, state.month)
        told = as_form(kept, month, bench)
        if told is not None:
            state = replace(state, month=month, situation="", **told)
        else:
            compact = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            state = replace(state, month=month, situation=compact)
        query = state.query()
        if len(query) > _LONGEST_PASTED:
            message = said(
                "The situation is too long for an address; send it to the API at /compare.",
                state.language,
            )
            return shown(state, text, message)
        return redirect(f"{url_for('workbench.compare')}?{query}", HTTPStatus.SEE_OTHER)


def as_form(document: dict[str, Any], month: str, bench: Bench) -> dict[str, Any] | None:
    """A situation of one application and one month as the form has it; None for any other.

    Args:
        document: The situation, without what it asks for.
        month: The month.
        bench: What the pages share.
    """
    plurals = {entity.plural for entity in bench.library.baseline.entities}
    people = document.get("participants", {})
    groups = {plural: members for plural, members in document.items() if plural != "participants"}
    if document.keys() - plurals or any(len(members) > 1 for members in groups.values()):
        return None
    # Who is put into no application has one of their own.
    if len(people) > 1 and "applications" not in groups:
        return None
    if not 1 <= len(people) <= MOST_PARTICIPANTS:
        return None
    if any(name != name.strip() or len(name) > LONGEST_NAME for name in people):
        return None
    contents = [content for members in groups.values() for content in members.values()]
    shared = [_typed(content, month, bench) for content in contents]
    own = [_typed(content, month, bench) for content in people.values()]
    if any(facts is None for facts in (*shared, *own)):
        return None
    first: dict[str, str] = {}
    for facts in (*shared, own[0]):
        first |= facts or {}
    names = tuple(people) if len(people) > 1 else ()
    return {"facts": first, "others": tuple(own[1:]), "names": names}


def _typed(content: dict[str, Any], month: str, bench: Bench) -> dict[str, str] | None:
    """What is said of one member as the form has it; None where it says more."""
    facts = {}
    for name, dated in content.items():
        if not isinstance(dated, dict):
            continue
        period = period_for(bench.library.baseline.variables[name], month)
        if name not in bench.inputs or list(dated) != [period]:
            return None
        value = dated[period]
        facts[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return facts
