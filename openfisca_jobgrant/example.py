"""The example that descriptions of the Web API show, ours and OpenFisca's own."""

from __future__ import annotations

from typing import Any

_AMOUNTS = ("federal_contribution", "provincial_contribution", "employer_contribution")

#: A nine-person shop trains Ann for 3,000 dollars.
SITUATION: dict[str, Any] = {
    "participants": {
        "Ann": {
            "tuition_fees": {"2014-05": 3000},
            **{name: {"2014-05": None} for name in _AMOUNTS},
        }
    },
    "applications": {"course": {"participants": ["Ann"]}},
    "employers": {"shop": {"participants": ["Ann"], "employee_count": {"2014-05": 9}}},
    "jurisdictions": {
        "home": {"participants": ["Ann"], "jurisdiction_code": {"ETERNITY": "BC"}}
    },
}  # fmt: skip

OPEN_API: dict[str, Any] = {
    "variable_example": "federal_contribution",
    "parameter_example": "contribution.federal.share",
    "simulation_example": SITUATION,
    "batch_example": {
        "period": "2014-05",
        "inputs": {"tuition_fees": [3000, 18000], "jurisdiction_code": ["BC", "ON"]},
        "outputs": ["federal_contribution", "job_grant_eligible"],
    },
}
