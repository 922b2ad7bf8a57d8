"""What ceilings leave of the contribution of a jurisdiction's own programme."""

from numpy import maximum
from openfisca_core.periods import MONTH

from openfisca_jobgrant.ceilings import (
    ParticipantCeilings,
    fits_in_order,
    within_employer_ceiling,
    within_participant_ceilings,
)
from openfisca_jobgrant.entities import Employer, Participant
from openfisca_jobgrant.rules import Condition, Money, exact, first_of
from openfisca_jobgrant.sources import cited


class contribution_within_participant_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "Contribution of the own programme that the participant's ceilings leave"
    reference = cited("P-CA-government-cap-baseline", "P-BC-step-3", "R-13")

    def formula(participant, period):
        """Up to what is left of the participant's own ceiling and of the total across streams."""
        received = participant("participant_received_to_date", period)
        elsewhere = participant("participant_received_under_other_ceilings", period)
        outside = participant("participant_received_outside_the_total", period)
        yearly = participant("has_ceiling_for_the_fiscal_year", period)
        return within_participant_ceilings(
            participant("contribution_before_ceilings", period),
            ParticipantCeilings(
                maximum=participant("participant_ceiling", period),
                received=exact(received - elsewhere) * yearly,
                across_streams=participant("ceiling_across_streams", period),
                received_across_streams=exact(received - outside),
                outside_the_total=participant("has_stream_outside_the_total", period),
            ),
        )


class asked_of_the_employer_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "What would be paid if the employer had no ceiling"
    reference = cited("P-BC-step-3", "P-ON-in-kind-amount-gov-will-match")

    def formula(participant, period):
        """The contribution within the participant's ceilings, and wages that are paid for."""
        return exact(
            participant("contribution_within_participant_ceiling", period)
            + participant("wages_that_the_government_pays_for", period)
        )


class left_of_the_employer_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "What the employer's ceiling leaves to the month"
    reference = cited("R-13")

    def formula(participant, period):
        """The ceiling less what the employer received in the year's earlier months."""
        return participant.employer("employer_ceiling_remaining", period)


class employer_ceiling_remaining(Money):
    entity = Employer
    definition_period = MONTH
    label = "What is left of the employer's ceiling at the start of the month"
    documentation = "A billion less what was received means that there is no ceiling."
    reference = cited("P-BC-employer-cap-2018-04-01", "P-AB-employer-cap", "R-13")

    def formula(employer, period):
        """The ceiling less what was received in the fiscal year's earlier months."""
        ceiling = first_of(employer, employer.members("employer_ceiling", period))
        left = exact(ceiling - employer("employer_received_to_date", period))
        return maximum(left, 0)


class stays_within_the_employer_ceiling(Condition):
    entity = Participant
    label = "The application fits into the employer's ceiling, or is cut to what is left"
    reference = cited("P-BC-employer-cap-2018-04-01", "R-13")

    def formula(participant, period):
        """Applications come in their order; one that doesn't fit leaves the room to the next."""
        fits = fits_in_order(
            participant.employer,
            participant.application,
            participant("asked_of_the_employer_ceiling", period),
            participant("left_of_the_employer_ceiling", period),
        )
        return fits | ~participant("is_refused_beyond_the_employer_ceiling", period)


class own_programme_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Contribution of the jurisdiction's own programme"
    reference = cited("P-CA-government-share-baseline", "R-13")

    def formula(participant, period):
        """What all ceilings leave, in the order of the members."""
        return within_employer_ceiling(
            participant.employer,
            participant.application,
            participant("asked_of_the_employer_ceiling", period),
            participant("left_of_the_employer_ceiling", period),
            participant("is_refused_beyond_the_employer_ceiling", period),
        )
