"""What the two governments pay toward a participant's training."""

from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_regime
from openfisca_jobgrant.rules import Money, exact, share_of
from openfisca_jobgrant.sources import cited


class federal_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Federal contribution"
    reference = cited("F-P1", "F-P5", "R-16", "R-25")

    def formula(participant, period, parameters):
        """The matched contribution, and the employer's part where Ottawa takes it over.

        Under the jurisdictions' own programmes: Ottawa's part of what they pay.
        """
        law = parameters(period)
        return by_regime(
            law,
            own=lambda: share_of(
                participant("own_programme_contribution", period),
                law.regime.federal_part_of_own_programmes,
            ),
            national=lambda: exact(
                participant("matched_federal_contribution", period)
                + participant("employer_part_paid_by_ottawa", period)
            ),
        )


class provincial_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Provincial or territorial contribution"
    reference = cited("F-P2", "R-9", "R-16")

    def formula(participant, period, parameters):
        """The matched contribution, or what Ottawa doesn't fund of an own programme."""
        return by_regime(
            parameters(period),
            own=lambda: exact(
                participant("own_programme_contribution", period)
                - participant("federal_contribution", period)
            ),
            national=lambda: participant("matched_provincial_contribution", period),
        )


class government_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Government contribution"
    reference = cited("F-P1", "F-P2")

    def formula(participant, period):
        """What both governments pay together."""
        return exact(
            participant("federal_contribution", period)
            + participant("provincial_contribution", period)
        )
