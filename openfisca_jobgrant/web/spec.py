"""The API's description of itself (OpenAPI 3.1): the stock one's, mended, and what ours adds."""

from __future__ import annotations

import copy
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.explain.unknowns import MOST_PARTICIPANTS, MOST_PLACES
from openfisca_jobgrant.web.comparing import MOST_COSTED
from openfisca_jobgrant.web.schemas import (
    ANSWERS,
    OF_SCENARIOS,
    PAGES,
    TEXT,
    TRUTH,
    Schema,
    listed,
    mapped,
    of_law,
    record,
    ref,
)

_PROBLEMS = {
    "400": "The request is wrong; every fault is named with its place",
    "404": "There is no such variable, parameter, scenario or address",
    "405": "The address takes other methods",
    "408": "The request stopped before its end",
    "413": "The request is longer than is read",
    "415": "The request is not sent as JSON",
    "422": "The scenario can't be, or the law has no answer",
    "429": "Too many requests from this address",
}
_NOT_ACCEPTABLE = {"406": "The answer can't be written as any type that the client takes"}
#: Stock addresses whose answers the stock description doesn't describe, or describes wrongly.
_ANSWERED = {"/parameters": "Parameters", "/parameter/{parameterID}": "Parameter",
             "/variables": "Variables", "/variable/{variableID}": "Variable",
             "/entities": "Entities"}  # fmt: skip
_LANGUAGES = (
    " What is said to people, errors included, is in English or French: as `lang` in the address "
    "asks (`?lang=fr`, at any address), else as the header Accept-Language does, else in English."
)
_TAGS = {"batch": "Calculations", "compare": "Scenarios", "cost": "Scenarios",
         "explain": "Calculations", "scenarios": "Scenarios", "health": "Operation",
         "metrics": "Operation", "welcome": "Documentation"}  # fmt: skip
_AS_TABLE = ("text/csv", "application/vnd.apache.arrow.stream")


def described(
    stock: dict[str, Any],
    system: TaxBenefitSystem,
    *,
    with_scenarios: bool,
    name: str | None,
    examples: dict[str, tuple[Any, Any]],
) -> dict[str, Any]:
    """The whole description.

    Args:
        stock: OpenFisca's description of its own API for this law.
        system: The law.
        with_scenarios: Whether the API knows scenarios.
        name: The scenario that is described; None for the law at the root.
        examples: Address → a request and the answer to it.
    """
    found = copy.deepcopy(stock)
    found["openapi"] = "3.1.0"
    at_root = name is None
    found["info"]["description"] += _LANGUAGES
    found["components"]["schemas"] = {
        **_with_examples(stock),
        **of_law(system, with_scenario=with_scenarios and at_root, with_receipt=with_scenarios),
        **ANSWERS,
        **(OF_SCENARIOS if with_scenarios else {}),
    }
    paths = found["paths"]
    for path, schema in _ANSWERED.items():
        paths[path]["get"]["responses"]["200"]["content"] = _json(ref(schema))
    paths["/spec"]["get"]["responses"]["200"]["content"] = _json({"type": "object"})
    for path, request, answer in (
        ("/calculate", "SituationInput", "SituationOutput"),
        ("/trace", "SituationToTrace", "Trace"),
    ):
        operation = paths[path]["post"]
        operation["requestBody"]["content"] = _json(ref(request))
        operation["responses"]["200"]["content"] = _json(ref(answer))
    paths["/"] = {"get": _welcome()}
    paths["/batch"] = {"post": _batch(with_scenario=with_scenarios and at_root)}
    if at_root:
        paths["/health"] = {"get": _get("health", "Whether the API answers", ref("Health"))}
        paths["/metrics"] = {"get": _metrics()}
    if with_scenarios and at_root:
        summary = "The bodies of law that have a name"
        paths["/scenarios"] = {"get": _get("scenarios", summary, listed(ref("NamedScenario")))}
        paths["/scenarios"]["get"]["parameters"] = [_in_query("lang", _LANGUAGE)]
        paths["/compare"] = {"post": _compare()}
        paths["/explain"] = {"post": _explain()}
        paths["/cost"] = {"post": _cost()}
    for path, (sent, answered) in examples.items():
        operation = paths[path]["post"]
        operation["requestBody"]["content"]["application/json"]["example"] = sent
        operation["responses"]["200"]["content"]["application/json"]["example"] = answered
    for operations in paths.values():
        for operation in operations.values():
            if "tags" not in operation:
                operation["tags"] = [_TAGS[operation["operationId"]]]
            _add_problems(operation)
    found["tags"] = [*found["tags"], *({"name": tag} for tag in ("Scenarios", "Operation"))]
    return found


def located(description: dict[str, Any], host_url: str, name: str | None) -> dict[str, Any]:
    """The description as it is served at an address."""
    url = host_url.rstrip("/") + ("" if name is None else f"/scenarios/{name}")
    return {**description, "servers": [{"url": url}]}


def _with_examples(stock: dict[str, Any]) -> dict[str, Schema]:
    """The schemas of the pages that describe the law, with the stock description's examples."""
    found = copy.deepcopy(PAGES)
    for key in ("Parameter", "Variable"):
        found[key]["examples"] = [stock["components"]["schemas"][key]["example"]]
    return found


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _add_problems(operation: dict[str, Any]) -> None:
    statuses = _PROBLEMS | (_NOT_ACCEPTABLE if operation["operationId"] == "batch" else {})
    for status, description in statuses.items():
        operation["responses"][status] = {
            "description": description,
            "headers": {"Content-Language": {"schema": _LANGUAGE}},
            "content": {
                "application/problem+json": {"schema": ref("Problem")},
                # The stock API's shape, for clients that ask for plain JSON.
                "application/json": {"schema": {"type": "object"}},
            },
        }


def _in_query(name: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


_LANGUAGE: Schema = {"type": "string", "enum": ["en", "fr"]}


def _get(operation: str, summary: str, schema: Schema) -> dict[str, Any]:
    return {
        "operationId": operation,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": _json(schema)}},
    }


def _welcome() -> dict[str, Any]:
    summary = "Where to read on"
    # OpenFisca's own API answers so, and clients know it.
    answer = {"description": summary, "content": _json(ref("Welcome"))}
    return {"operationId": "welcome", "summary": summary, "responses": {"300": answer}}


def _metrics() -> dict[str, Any]:
    content = {"text/plain": {"schema": TEXT}}
    return {
        "operationId": "metrics",
        "summary": "Counts and times, as Prometheus reads them",
        "responses": {"200": {"description": "Metrics", "content": content}},
    }


def _post(operation: str, summary: str, request: Schema, answer: Schema) -> dict[str, Any]:
    return {
        "operationId": operation,
        "summary": summary,
        "requestBody": {"required": True, "content": _json(request)},
        "responses": {"200": {"description": summary, "content": _json(answer)}},
    }


def _compare() -> dict[str, Any]:
    request = record(
        {
            "situation": ref("Situation"),
            "scenarios": listed(ref("Scenario"), minItems=1, maxItems=20),
            "explain": TRUTH,
            "parts": TRUTH,
        },
        optional=("explain", "parts"),
        additionalProperties=False,
    )
    summary = "What a situation asks for under several bodies of law, and why it differs"
    return _post("compare", summary, request, ref("Comparison"))


def _cost() -> dict[str, Any]:
    request = record(
        {
            "scenarios": listed(ref("Scenario"), minItems=1, maxItems=MOST_COSTED),
            "by": TEXT,
            "measures": listed(TEXT),
        },
        optional=("by", "measures"),
        additionalProperties=False,
    )
    summary = (
        "What bodies of law cost over a synthetic population: who pays, who gains, what is left; "
        "`by` names the tables, such as jurisdiction,size_class, and `measures` the figures"
    )
    return _post("cost", summary, request, ref("Costs"))


_UNKNOWN = (
    "Give the range of what is asked with null over facts that are not stated: for at most "
    f"{MOST_PARTICIPANTS} participants, and {MOST_PLACES} participants times values"
)


def _explain() -> dict[str, Any]:
    properties = {
        "situation": ref("Situation"),
        "variable": TEXT,
        "period": TEXT,
        "scenario": ref("Scenario"),
        "member": TEXT,
        "lang": _LANGUAGE,
        "unknown": {**TRUTH, "description": _UNKNOWN},
    }
    optional = tuple(key for key in properties if key != "situation")
    request = record(properties, optional, additionalProperties=False)
    summary = "How a result came about, or between what it lies while facts are unknown"
    return _post("explain", summary, request, ref("Explanation"))


def _batch(*, with_scenario: bool) -> dict[str, Any]:
    columns = mapped(listed({}))
    properties = {
        "period": TEXT,
        "inputs": columns,
        "outputs": listed(TEXT, minItems=1),
        "groups": columns,
    }
    in_query = ["period", "outputs"]
    if with_scenario:
        properties["scenario"] = ref("Scenario")
        in_query.append("scenario")
    request = record(properties, ("groups", "scenario"), additionalProperties=False)
    summary = "Columns in, columns out: a row for each participant"
    operation = _post("batch", summary, request, ref("BatchAnswer"))
    for media_type in _AS_TABLE:
        content = {"schema": {"type": "string", "format": "binary"}}
        operation["requestBody"]["content"][media_type] = content
        operation["responses"]["200"]["content"][media_type] = content
    operation["parameters"] = [_in_query(key, TEXT) for key in in_query]
    operation["parameters"].append(_in_query("lang", _LANGUAGE))
    return operation
