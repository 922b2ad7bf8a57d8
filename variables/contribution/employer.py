"""What the employer pays toward a participant's training."""

from numpy import maximum, minimum
from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_jurisdiction, by_regime
from openfisca_jobgrant.rules import Money, exact, given_amount, share_of_down
from openfisca_jobgrant.sources import cited


class wages_that_were_given(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages during the training, as stated"
    reference = cited("F-A9", "R-11")

    def formula(participant, period):
        """On the cent; a negative amount counts as nothing."""
        return given_amount(participant, "wages_during_training", period)


class wages_counted_and_paid_for(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages in kind for which the government pays the employer's part"
    reference = cited("F-D10", "P-ON-in-kind-amount-gov-will-match", "R-10", "R-25")

    def formula(participant, period, parameters):
        """A small employer's wages stand for the part that the government pays in its place."""
        law = parameters(period)

        def of_own_programme():
            paid = participant("own_programme_contribution", period)
            within = participant("contribution_within_participant_ceiling", period)
            return exact(maximum(paid - within, 0))

        def of_the_relief():
            relief = law.employer_part_paid_by_ottawa.small_employers
            part = participant("employer_part_paid_by_ottawa", period)
            small = participant.employer("is_small_employer", period) & relief
            return minimum(participant("wages_that_were_given", period), part) * small

        return by_regime(law, own=of_own_programme, national=of_the_relief)


class wages_counted_in_the_employer_part(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages in kind that count inside the employer's own part"
    reference = cited("F-A9", "F-A10", "P-MB-in-kind", "P-SK-in-kind", "R-11")

    def formula(participant, period, parameters):
        """A small employer's wages, up to a share of the part before the governments' maximum."""
        law = parameters(period)
        part = exact(
            participant("eligible_costs", period) - participant("government_contribution", period)
        )

        def of_own_programme():
            codes = participant.jurisdiction("jurisdiction_code", period)
            in_kind = by_jurisdiction(law.programmes, codes).in_kind
            eligible = participant("job_grant_eligible", period)
            counted = minimum(participant("countable_wages", period), part)
            return counted * eligible * ~in_kind.paid_by_government

        def of_the_national_grant():
            before = exact(
                participant("granted_costs", period)
                - participant("federal_part_before_ceiling", period)
                - participant("provincial_part_before_ceiling", period)
            )
            limit = share_of_down(before, law.contribution.small_employers.in_kind_share)
            small = participant.employer("is_small_employer", period)
            return minimum(participant("wages_that_were_given", period), limit) * small

        return by_regime(law, own=of_own_programme, national=of_the_national_grant)


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
