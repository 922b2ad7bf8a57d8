"""The description of the API holds: Schemathesis asks what it allows, and more."""

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
    *(f"GET /{page}" for page in ("entities", "health", "parameters", "scenarios")),
    "GET /parameter/{parameterID}",
    "GET /variable/{variableID}",
    "GET /variables",
    *(f"POST /{page}" for page in ("batch", "calculate", "compare", "explain", "trace")),
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
