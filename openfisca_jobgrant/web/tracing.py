"""The answer of ``/trace``: every step of a calculation, as the stock API tells it."""

from __future__ import annotations

from typing import Any

from openfisca_jobgrant.languages.messages import message_of
from openfisca_jobgrant.scenarios.tracing import start_tracing
from openfisca_jobgrant.situations.answering import simulation_of
from openfisca_jobgrant.situations.faults import Fault, SituationError, pointer
from openfisca_jobgrant.situations.reading import Situation, SituationReader
from openfisca_jobgrant.situations.values import plain_values


def trace(situation: Situation, reader: SituationReader) -> dict[str, Any]:
    """Every step of the calculation of what a situation asks for.

    Args:
        situation: The situation.
        reader: The reader that read it, with the law.

    Raises:
        SituationError: If a value can't be worked out.
    """
    simulation = simulation_of(situation, reader)
    start_tracing(simulation)
    requested = []
    for cell in situation.asked:
        requested.append(f"{cell.variable}<{cell.period}>")
        simulation.calculate(cell.variable, cell.at)
    steps = {}
    for key, node in simulation.tracer.get_flat_trace().items():
        variable = reader.system.variables[key.partition("<")[0]]
        values = node["value"]
        try:
            shown = None if values is None else plain_values(values, variable)
        except ArithmeticError as error:
            raise SituationError([Fault(pointer(()), message_of(error))]) from error
        steps[key] = {
            "dependencies": node["dependencies"],
            "parameters": node["parameters"],
            "value": shown,
            "calculation_time": node["calculation_time"],
            "formula_time": node["formula_time"],
        }
    return {
        "trace": steps,
        "entitiesDescription": simulation.describe_entities(),
        "requestedCalculations": requested,
    }
