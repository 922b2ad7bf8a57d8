"""Scenarios: any body of law by name, put together, compared and overridden."""

from openfisca_jobgrant.scenarios.clashes import Clash, clashes
from openfisca_jobgrant.scenarios.errors import ClashError, ScenarioError
from openfisca_jobgrant.scenarios.named import NamedLaw, all_schemes, named_laws
from openfisca_jobgrant.scenarios.scenario import Override, Scenario, parse_scenario
from openfisca_jobgrant.scenarios.systems import Scenarios

__all__ = [
    "Clash",
    "ClashError",
    "NamedLaw",
    "Override",
    "Scenario",
    "ScenarioError",
    "Scenarios",
    "all_schemes",
    "clashes",
    "named_laws",
    "parse_scenario",
]
