"""Real requests with their answers, worked out by the law that is served."""

from __future__ import annotations

import copy
from typing import Any

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.explain.unknowns import as_data, ranges
from openfisca_jobgrant.population.bundled import BundledCosts
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.scenarios.comparing import compare
from openfisca_jobgrant.situations import SituationReader, calculate
from openfisca_jobgrant.web import batch, tracing

Examples = dict[str, tuple[Any, Any]]


def of_law(system: TaxBenefitSystem, reader: SituationReader) -> Examples:
    """Examples of what every law is asked: address → request and answer.

    Args:
        system: The law whose author gave the example of a situation; none if there is none.
        reader: The reader for the law that answers.
    """
    found: Examples = {}
    situation = system.open_api_config.get("simulation_example")
    if situation is not None:
        read = reader.read(copy.deepcopy(situation))
        found["/calculate"] = (situation, calculate(read, reader).document)
        traced = tracing.trace(read, reader)
        for step in traced["trace"].values():
            # Else no two descriptions were the same.
            step["calculation_time"] = step["formula_time"] = 0.0
        found["/trace"] = (situation, traced)
    rows = system.open_api_config.get("batch_example")
    if rows is not None:
        found["/batch"] = (rows, batch.answered(rows, reader))
    return found


def of_scenarios(
    system: TaxBenefitSystem, reader: SituationReader, library: Scenarios, costs: BundledCosts
) -> Examples:
    """Examples of what is asked where scenarios are known."""
    situation = system.open_api_config.get("simulation_example")
    if situation is None:
        return {}
    request = {"situation": situation, "scenarios": ["plan", "premiers_package"]}
    texts = [library.parse(text).text for text in request["scenarios"]]
    found = compare(copy.deepcopy(situation), texts, library, conventions=reader.conventions)
    read = reader.read(copy.deepcopy(situation))
    costed: dict[str, Any] = {
        "scenarios": request["scenarios"],
        "by": "status",
        "measures": ["federal_contribution"],
    }
    found_costs = costs.of(texts, costed["by"], costed["measures"])
    return {
        # As long as it took this time would make each description another one.
        "/cost": (costed, {**found_costs, "run": {"seconds": 0.0}}),
        "/compare": (request, found.as_data()),
        "/explain": ({"situation": situation, "unknown": True}, as_data(ranges(read, reader))),
    }
