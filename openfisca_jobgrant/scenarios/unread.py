"""Overrides that have no effect, since nothing that is asked reads them (ruling 22)."""

from __future__ import annotations

from collections.abc import Iterable

from openfisca_jobgrant.languages.messages import Message, message
from openfisca_jobgrant.scenarios.scenario import Scenario
from openfisca_jobgrant.scenarios.tracing import figures_read, start_tracing
from openfisca_jobgrant.situations.answering import simulation_of
from openfisca_jobgrant.situations.reading import Situation, SituationReader


def unread_overrides(
    scenario: Scenario,
    situation: Situation,
    reader: SituationReader,
    asked: Iterable[tuple[str, str]] | None = None,
) -> list[Message]:
    """A warning for each override of a scenario that the answer doesn't depend on.

    Args:
        scenario: The scenario.
        situation: The situation.
        reader: The reader with the scenario's law.
        asked: Variables and periods whose values are meant; those that the situation asks for if
            None.
    """
    if not scenario.overrides:
        return []
    simulation = simulation_of(situation, reader)
    start_tracing(simulation)
    if asked is None:
        asked = [(cell.variable, cell.period) for cell in situation.asked]
    for name, period in asked:
        simulation.calculate(name, period)
    reads = {(read.path, read.at) for read in figures_read(simulation)}
    return [
        message(
            "{override} has no effect: nothing that is asked reads this figure in that time",
            override=override.text,
        )
        for override in scenario.overrides
        if not any(
            path == override.path and override.start <= at <= (override.stop or at)
            for path, at in reads
        )
    ]
