"""Asks a running Web API by the Python client that is generated from its description.

Usage: use_client.py ADDRESS

``.ci/clients`` generates the client, checks this program's types against it, and runs it.
"""

from __future__ import annotations

import sys
from typing import Any

from jobgrant_client import Client
from jobgrant_client.api.calculations import batch, calculate, explain
from jobgrant_client.api.operation import health
from jobgrant_client.api.scenarios import compare
from jobgrant_client.models.batch_answer import BatchAnswer
from jobgrant_client.models.batch_json_body import BatchJsonBody
from jobgrant_client.models.compare_body import CompareBody
from jobgrant_client.models.comparison import Comparison
from jobgrant_client.models.explain_body import ExplainBody
from jobgrant_client.models.health import Health
from jobgrant_client.models.problem import Problem
from jobgrant_client.models.situation import Situation
from jobgrant_client.models.situation_input import SituationInput
from jobgrant_client.models.situation_output import SituationOutput

MONTH = "2014-05"


def asked(fee: float) -> dict[str, Any]:
    """A nine-person shop trains Ann."""
    return {
        "participants": {
            "Ann": {"tuition_fees": {MONTH: fee}, "employer_contribution": {MONTH: None}}
        },
        "employers": {"shop": {"participants": ["Ann"], "employee_count": {MONTH: 9}}},
    }


def situation(fee: float) -> SituationInput:
    """A request to calculate it."""
    return SituationInput.from_dict(asked(fee))


def paid_by_the_employer(found: SituationOutput) -> float | None:
    """What the shop pays for Ann."""
    amounts = found.participants["Ann"].employer_contribution
    assert amounts
    return amounts[MONTH]


def main(address: str) -> None:
    """Ask, and compare with what is right: thirds of 3,000, and nothing under the package."""
    with Client(address, raise_on_unexpected_status=True) as client:
        state = health.sync(client=client)
        assert isinstance(state, Health)
        assert state.status == "ok"

        found = calculate.sync(client=client, body=situation(3000))
        assert isinstance(found, SituationOutput)
        assert paid_by_the_employer(found) == 1000

        carried = situation(3000)
        carried.scenario = "premiers_package"
        found = calculate.sync(client=client, body=carried)
        assert isinstance(found, SituationOutput)
        assert paid_by_the_employer(found) == 0

        carried.receipt = True
        found = calculate.sync(client=client, body=carried)
        assert isinstance(found, SituationOutput)
        assert found.receipt
        assert found.receipt.scenario == "plan+premiers_package"

        refused = calculate.sync(client=client, body=situation(-1))
        assert isinstance(refused, Problem)
        assert refused.errors
        assert refused.errors[0].pointer == f"/participants/Ann/tuition_fees/{MONTH}"

        both = CompareBody(Situation.from_dict(asked(3000)), ["plan", "premiers_package"])
        comparison = compare.sync(client=client, body=both)
        assert isinstance(comparison, Comparison)
        [row] = comparison.results
        assert row.values.additional_properties == {"plan": 1000, "plan+premiers_package": 0}

        rows = BatchJsonBody.from_dict(
            {
                "period": MONTH,
                "inputs": {"tuition_fees": [3000, 18000, -1]},
                "outputs": ["federal_contribution"],
            }
        )
        table = batch.sync(client=client, body=rows)
        assert isinstance(table, BatchAnswer)
        assert table.outputs["federal_contribution"] == [1000, 5000, None]
        assert [error.row for error in table.errors] == [2]

        unsure = ExplainBody(Situation.from_dict(asked(3000)), unknown=True)
        between = explain.sync(client=client, body=unsure)
        assert isinstance(between, list)
        assert [(at.to_dict()["least"], at.to_dict()["most"]) for at in between] == [(1000, 3000)]
    print(f"the Python client gets right answers from {address}")


if __name__ == "__main__":
    main(*sys.argv[1:])
