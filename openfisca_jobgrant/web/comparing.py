"""The routes that look at several bodies of law, or at how a result came about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from flask import Flask, Response, g, request

from openfisca_jobgrant.explain import Writer, explain, ranges
from openfisca_jobgrant.explain.unknowns import as_data as ranges_as_data
from openfisca_jobgrant.languages import LANGUAGES, translated, worded
from openfisca_jobgrant.languages.messages import (
    Message,
    in_language,
    listed,
    message,
    message_of,
    verbatim,
)
from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.report import tables_of
from openfisca_jobgrant.scenarios import ScenarioError, named_laws
from openfisca_jobgrant.scenarios.attribution import attribute
from openfisca_jobgrant.scenarios.comparing import compare
from openfisca_jobgrant.situations import Fault, SituationError
from openfisca_jobgrant.situations.faults import nearest, pointer, refusal, shown
from openfisca_jobgrant.web.problems import in_its_language, wanted_language

MOST_SCENARIOS = 20
_OF_COMPARE = ("situation", "scenarios", "explain", "parts")
_BESIDE_THE_SITUATION = ("/variable", "/period", "/member")
_OF_EXPLAIN = ("situation", "variable", "period", "scenario", "member", "lang", "unknown")
_OF_COST = ("scenarios", "by", "measures")
MOST_COSTED = 6
_NOTHING: Any = object()


def add_routes(app: Flask, api: Any) -> None:
    """Serve ``/scenarios``, ``/compare``, ``/explain`` and ``/cost``."""
    from openfisca_jobgrant.web.app import answer, request_json

    def scenarios_route() -> Response:
        language = wanted_language()
        return in_its_language(
            answer(
                [
                    {
                        "name": law.name,
                        "family": law.family,
                        "title": translated(law.title, language),
                        "starts_on": law.starts_on,
                        "href": f"{request.host_url}scenarios/{law.name}/",
                    }
                    for law in named_laws().values()
                ]
            )
        )

    def compare_route() -> Response:
        said = _members(request_json(api.limits), _OF_COMPARE, ("situation", "scenarios"))
        texts = said["scenarios"]
        if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_SCENARIOS:
            raise _refused(
                "/scenarios",
                texts,
                message(
                    "a list of 1 to {most} scenarios, the first one being what the "
                    "others are held against",
                    most=MOST_SCENARIOS,
                ),
            )
        names = _texts_of(texts, api)
        why, parts = _truth(said, "explain", True), _truth(said, "parts", False)
        with _in_the_situation():
            found = compare(
                said["situation"], names, api.scenarios, conventions=api.conventions, explain=why
            ).as_data()
            if parts:
                found["parts"] = [
                    asdict(one)
                    for one in attribute(
                        said["situation"], names[-1], api.scenarios, conventions=api.conventions
                    )
                ]
        language = wanted_language()
        found["warnings"] = {
            name: [in_language(one, language) for one in warnings]
            for name, warnings in found["warnings"].items()
        }
        return in_its_language(answer(worded(found, language)))

    def explain_route() -> Response:
        said = _members(request_json(api.limits), _OF_EXPLAIN, ("situation",))
        if said.get("lang") in LANGUAGES:
            g.language = said["lang"]
        scenario = api.scenario_of(said.get("scenario", "plan"))
        system = api.scenarios.system(scenario)
        if _truth(said, "unknown", False):
            reader = api.reader(system)
            with _in_the_situation():
                found = ranges(reader.read(said["situation"]), reader)
            return answer(ranges_as_data(found))
        language = _text(said, "lang", wanted_language())
        if language not in LANGUAGES:
            raise _refused("/lang", language, message("one of {names}", names=", ".join(LANGUAGES)))
        variable, period = _text(said, "variable"), _text(said, "period")
        member = _text(said, "member") if "member" in said else None
        with _in_the_situation():
            records = explain(
                said["situation"],
                variable,
                period,
                api.scenarios,
                scenario=scenario.text,
                member=member,
                conventions=api.conventions,
            )
        writer = Writer(system, scenario, language)
        return in_its_language(answer([writer.data(record) for record in records]))

    def cost_route() -> Response:
        said = _members(request_json(api.limits), _OF_COST, ("scenarios",))
        texts = said["scenarios"]
        if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_COSTED:
            raise _refused(
                "/scenarios",
                texts,
                message("a list of 1 to {most} scenarios", most=MOST_COSTED),
            )
        names = _texts_of(texts, api)
        measures = said.get("measures")
        if measures is not None and not (
            isinstance(measures, list) and all(isinstance(name, str) for name in measures)
        ):
            raise _refused("/measures", measures, message("a list of names of figures"))
        by = _text(said, "by", "jurisdiction")
        with _pointing_to("/by"):
            tables_of(by)
        with _pointing_to("/measures"):
            return answer(api.costs.of(names, by, measures))

    app.add_url_rule("/scenarios", "scenarios", scenarios_route)
    app.add_url_rule("/cost", "cost", cost_route, methods=["POST"])
    app.add_url_rule("/compare", "compare", compare_route, methods=["POST"])
    app.add_url_rule("/explain", "explain", explain_route, methods=["POST"])


def _texts_of(scenarios: list[Any], api: Any) -> list[str]:
    """The texts of a request's scenarios; the fault of one points to it."""
    texts = []
    for place, said in enumerate(scenarios):
        try:
            texts.append(api.scenario_of(said).text)
        except ScenarioError as error:
            error.pointer = f"/scenarios/{place}"
            raise
    return texts


@contextmanager
def _pointing_to(pointer: str) -> Iterator[None]:
    """What a population can't be asked points to the member of the request that asks it."""
    try:
        yield
    except PopulationError as error:
        raise SituationError(
            [Fault(pointer, message_of(error), error.found, error.accepted)]
        ) from error


@contextmanager
def _in_the_situation() -> Iterator[None]:
    """Faults of a situation point into the request that holds it, beside what is asked of it."""
    try:
        yield
    except SituationError as error:
        faults = [
            fault
            if fault.pointer in _BESIDE_THE_SITUATION
            else replace(fault, pointer=f"/situation{fault.pointer}")
            for fault in error.faults
        ]
        raise type(error)(faults, error.count) from error


def _members(document: Any, known: tuple[str, ...], needed: tuple[str, ...]) -> dict[str, Any]:
    """A request's members, each known, none missing."""
    if not isinstance(document, dict):
        raise _refused("", document, message("an object with {names}", names=", ".join(known)))
    faults = [
        Fault(
            pointer((key,)),
            message("there is no member {key}{hint}", key=shown(key), hint=nearest(key, known)),
            shown(key),
            listed(known),
        )
        for key in document
        if key not in known
    ]
    faults += [
        Fault("", message("{key} is missing", key=key), "", verbatim(key))
        for key in needed
        if key not in document
    ]
    if faults:
        raise SituationError(faults)
    return document


def _refused(pointer: str, found: Any, accepted: Message) -> SituationError:
    return SituationError([refusal(pointer, found, accepted)])


def _text(said: dict[str, Any], key: str, default: Any = _NOTHING) -> str:
    value = said.get(key, default)
    if value is _NOTHING:
        raise SituationError([Fault("", message("{key} is missing", key=key), "", verbatim(key))])
    if not isinstance(value, str):
        raise _refused(f"/{key}", value, message("text"))
    return value


def _truth(said: dict[str, Any], key: str, default: bool) -> bool:
    value = said.get(key, default)
    if not isinstance(value, bool):
        raise _refused(f"/{key}", value, message("true or false"))
    return value
