"""Which costs count."""

from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Application, Participant
from openfisca_jobgrant.rules import (
    Money,
    exact,
    given_amount,
    position_in,
    share_equally,
    terms_in_force,
    total,
)
from openfisca_jobgrant.sources import cited


class shared_group_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "The participant's part of the fees charged for the group"
    reference = cited("F-F1", "R-12")

    def formula(participant, period):
        """Equal parts; the odd cents go to the first participants."""
        costs = given_amount(participant.application, "group_training_costs", period)
        count = participant.application("participant_count", period)
        return share_equally(costs, count, position_in(participant.application))


class eligible_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Eligible costs"
    documentation = "The cost lines that the programme in force recognises, whoever pays them."
    reference = cited("F-A13", "R-7", "R-12")

    def formula(participant, period, parameters):
        """The sum of the lines that count."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        counts = terms_in_force(parameters(period), codes).eligible_costs
        tuition = given_amount(participant, "tuition_fees", period)
        return exact(
            (tuition + participant("shared_group_costs", period)) * counts.tuition_fees
            + given_amount(participant, "mandatory_student_fees", period)
            * counts.mandatory_student_fees
            + given_amount(participant, "textbook_and_material_costs", period)
            * counts.textbook_and_material_costs
            + given_amount(participant, "examination_fees", period) * counts.examination_fees
            + given_amount(participant, "travel_costs", period) * counts.travel_costs
        )


class stated_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "All costs of the training that were stated, without wages"
    reference = cited("R-10")

    def formula(participant, period):
        """The sum of all cost lines, eligible or not. Wages are no cost of the training."""
        return exact(
            given_amount(participant, "tuition_fees", period)
            + participant("shared_group_costs", period)
            + given_amount(participant, "mandatory_student_fees", period)
            + given_amount(participant, "textbook_and_material_costs", period)
            + given_amount(participant, "examination_fees", period)
            + given_amount(participant, "travel_costs", period)
        )


class ineligible_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Costs that no rule recognises"
    reference = cited("R-10")

    def formula(participant, period):
        """What was stated and doesn't count."""
        return exact(participant("stated_costs", period) - participant("eligible_costs", period))


class application_eligible_costs(Money):
    entity = Application
    definition_period = MONTH
    label = "Eligible costs of the whole application"
    reference = cited("R-12")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("eligible_costs", period))
