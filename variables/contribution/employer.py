"""What the employer pays toward a participant's training."""

from numpy import minimum
from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Money, exact, given_amount, share_of_down
from openfisca_jobgrant.sources import cited


class wages_counted_and_paid_for(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages in kind for which the government pays the employer's part"
    reference = cited("F-D10", "R-10", "R-25")

    def formula(participant, period, parameters):
        """A small employer's wages stand for the part that Ottawa pays in its place."""
        law = parameters(period).employer_part_paid_by_ottawa
        wages = given_amount(participant, "wages_during_training", period)
        part = participant("employer_part_paid_by_ottawa", period)
        small = participant.employer("is_small_employer", period) & law.small_employers
        return minimum(wages, part) * small


class wages_counted_in_the_employer_part(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages in kind that count inside the employer's own part"
    reference = cited("F-A9", "F-A10", "R-11")

    def formula(participant, period, parameters):
        """A small employer's wages, up to a share of its part, rounded down to the cent."""
        limit = parameters(period).contribution.small_employers.in_kind_share
        part = exact(
            participant("granted_costs", period) - participant("government_contribution", period)
        )
        wages = given_amount(participant, "wages_during_training", period)
        small = participant.employer("is_small_employer", period)
        return minimum(wages, share_of_down(part, limit)) * small


class employer_in_kind_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Employer contribution in kind"
    reference = cited("F-A9", "R-11", "R-25")

    def formula(participant, period):
        """Wages that a rule counts."""
        return exact(
            participant("wages_counted_and_paid_for", period)
            + participant("wages_counted_in_the_employer_part", period)
        )


class employer_cash_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Employer contribution in cash"
    reference = cited("F-P3", "F-P7", "R-7", "R-29")

    def formula(participant, period):
        """What is left of the eligible costs, also when the participant is refused."""
        return exact(
            participant("eligible_costs", period)
            - participant("government_contribution", period)
            - participant("employer_in_kind_contribution", period)
            + participant("wages_counted_and_paid_for", period)
        )


class employer_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Employer contribution"
    documentation = "For a participant without an employer: what is left to find."
    reference = cited("F-P3", "F-P7", "R-29")

    def formula(participant, period):
        """Cash and in kind together."""
        return exact(
            participant("employer_cash_contribution", period)
            + participant("employer_in_kind_contribution", period)
        )


class recognised_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Recognised costs"
    documentation = "What the contributions of all payers add up to, to the cent."
    reference = cited("R-10")

    def formula(participant, period):
        """The eligible costs, and the wages in kind for which the government pays."""
        return exact(
            participant("eligible_costs", period)
            + participant("wages_counted_and_paid_for", period)
        )
