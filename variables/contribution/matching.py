"""The matching rule of the national grant: what each government's part comes to."""

from numpy import maximum, minimum, where
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Money, exact, portion, share_of_down
from openfisca_jobgrant.sources import cited


class granted_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Eligible costs of an eligible participant"
    reference = cited("R-10", "R-14")

    def formula(participant, period):
        """Nothing is granted for a participant who is refused."""
        return participant("eligible_costs", period) * participant("job_grant_eligible", period)


class has_terms_of_small_employers(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is trained under the terms of small employers"
    reference = cited("F-T12", "R-26")

    def formula(participant, period, parameters):
        """Where small employers have terms of their own."""
        terms = parameters(period).contribution.small_employers
        return participant.employer("is_small_employer", period) & terms.have_their_own_terms


class federal_part_before_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "Federal part under the matching rule, before its maximum"
    reference = cited("F-P1", "F-P5", "F-P6", "F-P7", "F-A3", "R-8")

    def formula(participant, period, parameters):
        """A share of the costs, rounded down to the cent.

        Where the employer's minimum leaves less than both governments' shares, it is split
        between them in proportion to the shares.
        """
        law = parameters(period).contribution
        small = participant("has_terms_of_small_employers", period)
        federal = where(small, law.small_employers.federal_share, law.federal.share)
        provincial = where(small, law.small_employers.provincial_share, law.provincial.share)
        minimum_share = where(
            small, law.small_employers.employer_minimum_share, law.employer.minimum_share
        )
        share = minimum(federal, portion(federal, federal + provincial) * (1 - minimum_share))
        return share_of_down(participant("granted_costs", period), share)


class provincial_part_before_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "Provincial part under the matching rule, before its maximum"
    reference = cited("F-P2", "F-P5", "F-P6", "F-P7", "R-8", "R-9")

    def formula(participant, period, parameters):
        """A share of the costs, rounded down to the cent, like the federal part."""
        law = parameters(period).contribution
        small = participant("has_terms_of_small_employers", period)
        federal = where(small, law.small_employers.federal_share, law.federal.share)
        provincial = where(small, law.small_employers.provincial_share, law.provincial.share)
        minimum_share = where(
            small, law.small_employers.employer_minimum_share, law.employer.minimum_share
        )
        share = minimum(provincial, portion(provincial, federal + provincial) * (1 - minimum_share))
        return share_of_down(participant("granted_costs", period), share)


class matched_federal_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Federal contribution under the matching rule"
    reference = cited("F-P1", "F-P7", "F-A4", "R-8")

    def formula(participant, period, parameters):
        """The federal part, up to the federal maximum."""
        law = parameters(period).contribution
        small = participant("has_terms_of_small_employers", period)
        most = where(small, law.small_employers.federal_maximum, law.federal.maximum)
        return minimum(participant("federal_part_before_ceiling", period), most)


class matched_provincial_contribution(Money):
    entity = Participant
    definition_period = MONTH
    label = "Provincial contribution under the matching rule"
    reference = cited("F-P2", "F-P7", "R-8", "R-9")

    def formula(participant, period, parameters):
        """The provincial part, up to the provincial maximum."""
        law = parameters(period).contribution
        small = participant("has_terms_of_small_employers", period)
        most = where(small, law.small_employers.provincial_maximum, law.provincial.maximum)
        return minimum(participant("provincial_part_before_ceiling", period), most)


class employer_part_paid_by_ottawa(Money):
    entity = Participant
    definition_period = MONTH
    label = "The employer's part that Ottawa pays"
    documentation = "What the premiers demanded for small employers and underrepresented groups."
    reference = cited("F-D10", "F-D11", "R-25")

    def formula(participant, period, parameters):
        """The employer's part of the first costs; the employer pays what goes beyond them."""
        law = parameters(period).employer_part_paid_by_ottawa
        costs = participant("granted_costs", period)
        employer_part = exact(
            costs
            - participant("matched_federal_contribution", period)
            - participant("matched_provincial_contribution", period)
        )
        beyond = exact(maximum(costs - law.first_costs, 0))
        relieved = (participant.employer("is_small_employer", period) & law.small_employers) | (
            participant("is_underrepresented", period) & law.underrepresented_groups
        )
        return exact(maximum(employer_part - beyond, 0)) * relieved
