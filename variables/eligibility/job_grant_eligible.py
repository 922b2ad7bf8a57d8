"""Whether a participant's training is granted at all."""

from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.sources import cited


class job_grant_eligible(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is eligible for the grant"
    reference = cited("F-P24", "F-P25", "F-P27", "R-14", "R-28")

    def formula(participant, period):
        """Every condition is met."""
        return (
            participant("has_grant_in_force", period)
            & participant("has_jurisdiction_that_takes_part", period)
            & participant("has_eligible_kind_of_employer", period)
            & participant("has_eligible_trainer", period)
            & participant("has_work_or_job_offer", period)
        )
