"""The description of the API holds: Schemathesis asks what it allows, and more."""

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.web import create_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance,
          response_schema_conformance]  # fmt: skip


@pytest.fixture(scope="module")
def described(system):
    return schemathesis.openapi.from_wsgi("/spec", create_app(system, Scenarios(system)))


OPERATIONS = [
    "GET /",
    *(f"GET /{page}" for page in ("entities", "health", "parameters", "scenarios")),
    "GET /parameter/{parameterID}",
    "GET /variable/{variableID}",
    "GET /variables",
    *(f"POST /{page}" for page in ("batch", "calculate", "compare", "cost", "explain", "trace")),
]


def test_every_address_is_described(described):
    # Schemathesis leaves out the address from which it reads the description.
    found = {at.ok().label for at in described.get_all_operations()}
    assert {*OPERATIONS, "GET /metrics"} == found


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_operation_answers_as_described(described, label):
    [operation] = [at.ok() for at in described.get_all_operations() if at.ok().label == label]

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case):
        case.call_and_validate(checks=CHECKS)

    ask()


def faults(document, schema, content):
    """What of a content a schema of the description doesn't allow."""
    whole = {**schema, "components": document["components"]}
    return [str(error) for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(content)]


def contents(document):
    """Where a request or an answer is described: (operation, what it is)."""
    for operations in document["paths"].values():
        for operation in operations.values():
            places = [operation.get("requestBody", {}), *operation["responses"].values()]
            for place in places:
                for content in place.get("content", {}).values():
                    yield operation["operationId"], content


@pytest.mark.parametrize("prefix", ["", "/scenarios/delivered_programmes"])
def test_every_example_is_real(ask, prefix):
    document = ask(f"{prefix}/spec").json
    assert document["openapi"] == "3.1.0"
    assert document["servers"][0]["url"].endswith(prefix or "localhost")
    shown = set()
    for operation, content in contents(document):
        if "example" in content:
            shown.add(operation)
            assert faults(document, content["schema"], content["example"]) == []
    posts = {at["post"]["operationId"] for at in document["paths"].values() if "post" in at}
    assert shown == posts
    for schema in document["components"]["schemas"].values():
        for example in schema.get("examples", ()):
            assert faults(document, schema, example) == []
        assert "example" not in schema


def test_examples_answer_as_they_say(ask):
    document = ask("/spec").json
    for path in ("/calculate", "/batch", "/compare", "/explain", "/cost"):
        operation = document["paths"][path]["post"]
        request = operation["requestBody"]["content"]["application/json"]["example"]
        answer = operation["responses"]["200"]["content"]["application/json"]["example"]
        found = ask(path, request).json
        if path == "/cost":
            # How long it took is of the run, not of the answer.
            found["run"] = answer["run"]
        assert found == answer


@pytest.mark.parametrize("prefix", ["", "/scenarios/delivered_programmes"])
def test_every_page_of_the_law_is_as_described(ask, prefix):
    document = ask(f"{prefix}/spec").json

    def ref(name):
        return {"$ref": f"#/components/schemas/{name}"}

    pages = {f"{prefix}/entities": "Entities"}
    for path, schema in (("variables", "Variable"), ("parameters", "Parameter")):
        pages[f"{prefix}/{path}"] = f"{schema}s"
        for name in ask(f"{prefix}/{path}").json:
            pages[f"{prefix}/{path[:-1]}/{name}"] = schema
    for path, schema in pages.items():
        assert faults(document, ref(schema), ask(path).json) == [], path


def test_a_situation_with_a_wrong_name_or_type_is_no_situation(ask):
    document = ask("/spec").json
    schema = {"$ref": "#/components/schemas/SituationInput"}
    for facts in ({"agee": {"2014-05": 30}}, {"age": 30}, {"age": {"2014-05": "30"}}, {"age": {}}):
        assert faults(document, schema, {"participants": {"a": facts}})
    assert faults(document, schema, {"participants": {"a": {"age": {"2014-05": None}}}}) == []
