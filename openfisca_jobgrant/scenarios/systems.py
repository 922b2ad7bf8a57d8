"""Systems for scenarios: each built once, kept while there is room, freed when dropped."""

from __future__ import annotations

import threading
from collections import OrderedDict

from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.languages.messages import joined, message
from openfisca_jobgrant.reforming import WithParameters, changed
from openfisca_jobgrant.scenarios.clashes import clashes
from openfisca_jobgrant.scenarios.errors import ClashError
from openfisca_jobgrant.scenarios.named import named_laws
from openfisca_jobgrant.scenarios.scenario import Scenario, parse_scenario


class Scenarios:
    """The laws of scenarios over one baseline. Threads may share it.

    Args:
        baseline: The plan; built if it isn't given.
        room: How many systems are kept beside the plan; the one that wasn't asked for longest is
            dropped first, and its memory with it.
    """

    def __init__(self, baseline: TaxBenefitSystem | None = None, room: int = 64) -> None:
        self.baseline = CountryTaxBenefitSystem() if baseline is None else baseline
        self._room = room
        self._built: OrderedDict[Scenario, TaxBenefitSystem] = OrderedDict()
        self._lock = threading.Lock()

    def parse(self, text: str) -> Scenario:
        """The scenario that a text names: see ``parse_scenario``."""
        return parse_scenario(text, self.baseline.parameters)

    def system(self, scenario: Scenario | str) -> TaxBenefitSystem:
        """The law of a scenario.

        Args:
            scenario: The scenario, or its text.

        Raises:
            ScenarioError: If the text names what doesn't exist or can't be.
            ClashError: If two of its reforms clash; the message names both.
        """
        if isinstance(scenario, str):
            scenario = self.parse(scenario)
        if scenario == Scenario():
            return self.baseline
        with self._lock:
            found = self._built.get(scenario)
            if found is not None:
                self._built.move_to_end(scenario)
                return found
        built = build(self.baseline, scenario)
        with self._lock:
            # Whoever came first wins, so that all threads use the same system.
            found = self._built.setdefault(scenario, built)
            self._built.move_to_end(scenario)
            while len(self._built) > self._room:
                self._built.popitem(last=False)
        return found

    def __len__(self) -> int:
        return len(self._built)


def build(baseline: TaxBenefitSystem, scenario: Scenario) -> TaxBenefitSystem:
    """The law of a scenario, built anew.

    Args:
        baseline: The plan, which is left as it was.
        scenario: What is put on top of it.

    Raises:
        ClashError: If two of its reforms clash.
    """
    found = clashes(scenario.reforms)
    if found:
        raise ClashError(
            joined(dict.fromkeys(clash.reason for clash in found)),
            found=f"{found[0].first}+{found[0].second}",
            accepted=message("reforms that don't set the same figure to different values"),
        )
    system = baseline
    for name in scenario.reforms:
        scheme = named_laws()[name].scheme
        if scheme is not None:
            system = scheme(system)
    if scenario.overrides:
        changes = [override.change() for override in scenario.overrides]
        system = WithParameters(system, changed(system.parameters, changes))
    return system
