"""The API's description of itself (OpenAPI 3.1): the stock one's, and what ours adds."""

from __future__ import annotations

import copy
from typing import Any

_PROBLEMS = {
    "400": "The request is wrong; every fault is named with its place",
    "404": "There is no such variable, parameter, scenario or address",
    "405": "The address takes other methods",
    "413": "The request is longer than is read",
    "415": "The request is not sent as JSON",
    "422": "The scenario can't be, or the law has no answer",
    "429": "Too many requests from this address",
}
_TEXT = {"type": "string"}
_SITUATION = {"type": "object", "description": "A situation, as POST /calculate takes it"}
_SCENARIO = {
    "description": "A body of law, as text (plan+name+path=value@start:stop) or as data",
    "anyOf": [
        _TEXT,
        {
            "type": "object",
            "properties": {
                "reforms": {"type": "array", "items": _TEXT},
                "parameters": {"type": "array", "items": {"type": "object"}},
            },
        },
    ],
}


def extended(stock: dict[str, Any], *, with_scenarios: bool, name: str | None) -> dict[str, Any]:
    """The whole description.

    Args:
        stock: OpenFisca's description of its own API for this law.
        with_scenarios: Whether the API knows scenarios.
        name: The scenario that is described; None for the law at the root.
    """
    found = copy.deepcopy(stock)
    found["openapi"] = "3.1.0"
    if name is not None:
        for server in found.get("servers", []):
            server["url"] = f"{server['url']}/scenarios/{name}"
    schemas = found["components"]["schemas"]
    schemas["Problem"] = _problem_schema()
    schemas["SituationInput"] = _SITUATION
    # The stock description says text; a default is of the variable's own kind.
    schemas["Variable"]["properties"]["defaultValue"] = {}
    paths = found["paths"]
    paths["/trace"]["post"]["requestBody"]["content"] = _json({"$ref": _ref("SituationInput")})
    for path in ("/calculate", "/trace"):
        paths[path]["post"]["responses"]["200"]["content"] = _json({"type": "object"})
    paths["/batch"] = {"post": _batch()}
    if name is None:
        paths["/health"] = {"get": _get("health", "Whether the API answers")}
        paths["/metrics"] = {
            "get": {
                "operationId": "metrics",
                "summary": "Counts and times, as Prometheus reads them",
                "responses": {"200": {"description": "Metrics", "content": {"text/plain": {}}}},
            }
        }
    if with_scenarios and name is None:
        paths["/scenarios"] = {"get": _get("scenarios", "The bodies of law that have a name")}
        paths["/compare"] = {"post": _compare()}
        paths["/explain"] = {"post": _explain()}
    for operations in paths.values():
        for operation in operations.values():
            responses = operation.setdefault("responses", {})
            for status, description in _PROBLEMS.items():
                responses[status] = {
                    "description": description,
                    "content": {
                        "application/problem+json": {"schema": {"$ref": _ref("Problem")}},
                        "application/json": {"schema": {"type": "object"}},
                    },
                }
    return found


def _ref(name: str) -> str:
    return f"#/components/schemas/{name}"


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _problem_schema() -> dict[str, Any]:
    fault = {
        "type": "object",
        "required": ["pointer", "detail"],
        "properties": dict.fromkeys(("pointer", "detail", "found", "accepted"), _TEXT),
    }
    return {
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": _TEXT,
            "title": _TEXT,
            "status": {"type": "integer"},
            "detail": _TEXT,
            "errors": {"type": "array", "items": fault},
            "count": {"type": "integer"},
        },
    }


def _get(operation: str, summary: str) -> dict[str, Any]:
    return {
        "operationId": operation,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": _json({})}},
    }


def _post(
    operation: str, summary: str, properties: dict[str, Any], required: list[str]
) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return {
        "operationId": operation,
        "summary": summary,
        "requestBody": {"required": True, "content": _json(schema)},
        "responses": {"200": {"description": summary, "content": _json({})}},
    }


def _compare() -> dict[str, Any]:
    scenarios = {"type": "array", "items": _SCENARIO, "minItems": 1, "maxItems": 20}
    return _post(
        "compare",
        "What a situation asks for under several bodies of law, and why it differs",
        {
            "situation": _SITUATION,
            "scenarios": scenarios,
            "explain": {"type": "boolean"},
            "parts": {"type": "boolean"},
        },
        ["situation", "scenarios"],
    )


def _explain() -> dict[str, Any]:
    return _post(
        "explain",
        "How a result came about, or between what it lies while facts are unknown",
        {
            "situation": _SITUATION,
            "variable": _TEXT,
            "period": _TEXT,
            "scenario": _SCENARIO,
            "member": _TEXT,
            "lang": {"type": "string", "enum": ["en", "fr"]},
            "unknown": {"type": "boolean"},
        },
        ["situation"],
    )


def _batch() -> dict[str, Any]:
    lists = {"type": "object", "additionalProperties": {"type": "array"}}
    operation = _post(
        "batch",
        "Columns in, columns out: a row for each participant",
        {
            "period": _TEXT,
            "scenario": _SCENARIO,
            "inputs": lists,
            "groups": lists,
            "outputs": {"type": "array", "items": _TEXT, "minItems": 1},
        },
        ["period", "inputs", "outputs"],
    )
    for media_type in ("text/csv", "application/vnd.apache.arrow.stream"):
        operation["requestBody"]["content"][media_type] = {
            "schema": {"type": "string", "format": "binary"}
        }
        operation["responses"]["200"]["content"][media_type] = {
            "schema": {"type": "string", "format": "binary"}
        }
    operation["parameters"] = [
        {"name": key, "in": "query", "required": False, "schema": _TEXT}
        for key in ("period", "outputs", "scenario")
    ]
    return operation
