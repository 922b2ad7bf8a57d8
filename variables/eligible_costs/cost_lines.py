"""Which cost lines count, and how far."""

from numpy import minimum
from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import terms_in_force
from openfisca_jobgrant.rules import (
    Money,
    exact,
    given_amount,
    position_in,
    share_equally,
    share_of,
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


class eligible_travel_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Travel costs that count"
    reference = cited("F-A14", "P-ON-travel", "P-AB-travel", "P-MB-travel", "P-NS-travel")

    def formula(participant, period, parameters):
        """Travel beyond a distance, a share of it, up to a maximum."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = terms_in_force(parameters(period), codes)
        distance = participant.application("travel_distance_km", period)
        far_enough = (distance > terms.travel.more_than_km) | (terms.travel.more_than_km == 0)
        costs = given_amount(participant, "travel_costs", period)
        counted = minimum(share_of(costs, terms.travel.counted_share), terms.travel.maximum)
        return counted * terms.eligible_costs.travel_costs * far_enough


class programme_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Costs that the programme in force recognises"
    documentation = "Whoever pays them, and before any averaging over the application."
    reference = cited("F-A13", "R-7", "R-12")

    def formula(participant, period, parameters):
        """The sum of the lines that count."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = terms_in_force(parameters(period), codes)
        counts = terms.eligible_costs
        tuition = given_amount(participant, "tuition_fees", period)
        materials = given_amount(participant, "textbook_and_material_costs", period)
        return exact(
            (tuition + participant("shared_group_costs", period)) * counts.tuition_fees
            + given_amount(participant, "mandatory_student_fees", period)
            * counts.mandatory_student_fees
            + minimum(materials, terms.materials.maximum) * counts.textbook_and_material_costs
            + given_amount(participant, "examination_fees", period) * counts.examination_fees
            + participant("eligible_travel_costs", period)
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
