"""What a body of law costs over a population: who pays, who gains, when the money runs out."""

from openfisca_jobgrant.population.errors import PopulationError

__all__ = ["PopulationError"]
