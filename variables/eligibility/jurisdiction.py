"""Where and when there is a grant."""

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_jurisdiction, by_regime
from openfisca_jobgrant.rules import Condition, fiscal_year, for_each
from openfisca_jobgrant.sources import cited


class has_grant_in_force(Condition):
    entity = Participant
    label = "A grant is in force in the jurisdiction in this month"
    reference = cited("F-P18", "R-1", "R-18", "R-19")

    def formula(participant, period, parameters):
        """From the first day of a month on which the grant is in force, and signed for."""
        law = parameters(period)
        codes = participant.jurisdiction("jurisdiction_code", period)
        return by_regime(
            law,
            own=lambda: by_jurisdiction(law.programmes, codes).in_force,
            national=lambda: for_each(law.regime.has_signed, codes) & law.regime.national_grant,
        )


class has_jurisdiction_that_takes_part(Condition):
    entity = Participant
    label = "The jurisdiction has joined the grant"
    reference = cited("F-D1", "R-24")

    def formula(participant, period):
        """In the fiscal year in which the month lies."""
        return participant.jurisdiction("joins_the_grant", fiscal_year(period))
