"""Whether a participant's training is granted at all, and if not, why."""

from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_regime
from openfisca_jobgrant.rules import meets_all, names_of_failed
from openfisca_jobgrant.sources import cited

CONDITIONS_OF_THE_NATIONAL_GRANT = (
    "has_grant_in_force",
    "has_jurisdiction_that_takes_part",
    "has_eligible_kind_of_employer",
    "has_eligible_trainer",
    "has_work_or_job_offer",
)
CONDITIONS_OF_OWN_PROGRAMMES = (
    *CONDITIONS_OF_THE_NATIONAL_GRANT,
    "has_eligible_residence_status",
    "is_old_enough",
    "is_admitted_as_owner",
    "is_admitted_as_family_of_owner",
    "is_admitted_as_full_time_student",
    "is_admitted_as_unemployed",
    "is_admitted_as_new_hire",
    "has_enough_training_hours",
    "has_few_enough_training_hours",
    "has_short_enough_training",
    "has_employer_long_enough_in_business",
    "has_application_of_minimum_size",
    "has_stream_on_offer",
    "has_few_enough_participants",
    "has_few_enough_earlier_grants",
)
LAST_CONDITION = "stays_within_the_employer_ceiling"


class is_admitted(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Meets every condition but that of the employer's ceiling"
    documentation = "Costs are averaged, and ceilings used up, among those who are admitted."
    reference = cited("R-14", "R-28")

    def formula(participant, period, parameters):
        """Every condition of the regime in force."""
        return by_regime(
            parameters(period),
            own=lambda: meets_all(participant, CONDITIONS_OF_OWN_PROGRAMMES, period),
            national=lambda: meets_all(participant, CONDITIONS_OF_THE_NATIONAL_GRANT, period),
        )


class job_grant_eligible(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is eligible for the grant"
    reference = cited("F-P24", "F-P25", "F-P27", "R-14", "R-28")

    def formula(participant, period, parameters):
        """Every condition is met; only own programmes refuse for an employer's ceiling."""
        admitted = participant("is_admitted", period)
        return by_regime(
            parameters(period),
            own=lambda: admitted & participant(LAST_CONDITION, period),
            national=lambda: admitted,
        )


class failed_conditions(Variable):
    value_type = str
    entity = Participant
    definition_period = MONTH
    label = "Conditions that are not met, by name"
    documentation = "Names of variables, separated by commas; nothing for who is eligible."
    reference = cited("R-14")

    def formula(participant, period, parameters):
        """The names of all conditions of the regime in force that are not met."""
        return by_regime(
            parameters(period),
            own=lambda: names_of_failed(
                participant, (*CONDITIONS_OF_OWN_PROGRAMMES, LAST_CONDITION), period
            ),
            national=lambda: names_of_failed(participant, CONDITIONS_OF_THE_NATIONAL_GRANT, period),
        )
