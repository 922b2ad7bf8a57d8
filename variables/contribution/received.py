"""What was received in the fiscal year before the month: worked out, or given."""

from openfisca_core.periods import MONTH

from openfisca_jobgrant.ceilings import account_of, received_before
from openfisca_jobgrant.entities import Employer, Participant
from openfisca_jobgrant.rules import Received
from openfisca_jobgrant.sources import cited


class participant_received_to_date(Received):
    entity = Participant
    definition_period = MONTH
    label = "Government money for the participant in the fiscal year's earlier months"
    documentation = "Worked out from the months that are known, or given."
    reference = cited("P-BC-gov-cap", "P-AB-gov-cap", "R-13")

    def formula(participant, period, parameters):
        """The sum over the earlier months."""
        return received_before(participant, period, parameters).participant


class participant_received_under_other_ceilings(Received):
    entity = Participant
    definition_period = MONTH
    label = "Part of it that another ceiling limited than the one of this month"
    documentation = "A stream with a ceiling of its own, or the terms of new hires."
    reference = cited("P-BC-unemployed-stream", "P-AB-unemployed-cap", "R-13")

    def formula(participant, period, parameters):
        """The sum over the earlier months, without those under this month's ceiling."""
        received = received_before(participant, period, parameters)
        return received.from_other_accounts(account_of(participant, period))


class participant_received_outside_the_total(Received):
    entity = Participant
    definition_period = MONTH
    label = "Part of it that doesn't count toward the total across streams"
    reference = cited("P-BC-participant-total-across-streams")

    def formula(participant, period, parameters):
        """The sum over the earlier months, for streams outside the total."""
        return received_before(participant, period, parameters).outside_the_total()


class employer_received_to_date(Received):
    entity = Employer
    definition_period = MONTH
    label = "Government money for the employer's training in the fiscal year's earlier months"
    documentation = "Worked out from the months that are known, or given."
    reference = cited("P-BC-employer-cap-2018-04-01", "P-AB-employer-cap", "R-13")

    def formula(employer, period, parameters):
        """The sum over the participants and the earlier months."""
        return received_before(employer.members, period, parameters).employer
