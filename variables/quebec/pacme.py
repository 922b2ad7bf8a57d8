"""Quebec's programme of 2020 for training in the pandemic (PACME). It is not the job grant."""

from numpy import maximum, minimum
from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Application, Employer, Participant
from openfisca_jobgrant.programmes import figure_of_kind
from openfisca_jobgrant.rules import Money, exact, given_amount, share_of, total
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import FederalWageSubsidy, JurisdictionCode


class federal_wage_subsidy(Variable):
    value_type = Enum
    possible_values = FederalWageSubsidy
    default_value = FederalWageSubsidy.none
    entity = Employer
    definition_period = MONTH
    label = "Federal wage subsidy that the employer has"
    reference = cited("P-QC-pacme-wages")


class consultant_fees(Money):
    entity = Application
    definition_period = MONTH
    label = "Fees of consultants (PACME)"
    documentation = "Beside the costs of training; no other programme looks at them."
    reference = cited("P-QC-pacme-consultants")


class consultant_hours(Variable):
    value_type = float
    unit = "hour"
    entity = Application
    definition_period = MONTH
    label = "Hours of consultants (PACME)"
    reference = cited("P-QC-pacme-consultants")


class pacme_wages(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages of the participant that count (PACME)"
    reference = cited("P-QC-pacme-wages")

    def formula(participant, period, parameters):
        """A share of wages, which are counted up to an amount for each hour."""
        law = parameters(period).quebec.pacme
        most = share_of(maximum(participant("training_hours", period), 0), law.hourly_wage)
        wages = minimum(participant("wages_that_were_given", period), most)
        subsidy = participant.employer("federal_wage_subsidy", period)
        return share_of(wages, figure_of_kind(law.wage_share, subsidy, FederalWageSubsidy))


class pacme_spending(Money):
    entity = Application
    definition_period = MONTH
    label = "Spending that counts (PACME)"
    reference = cited("P-QC-pacme-covid-19-share", "P-QC-pacme-consultants")

    def formula(application, period, parameters):
        """Costs of training, wages, and consultants up to an hourly fee, in Quebec."""
        law = parameters(period).quebec.pacme
        members = application.members
        in_quebec = members.jurisdiction("jurisdiction_code", period) == JurisdictionCode.QC
        costs = exact(members("programme_costs", period) + members("pacme_wages", period))
        most = share_of(
            maximum(application("consultant_hours", period), 0), law.hourly_fee_of_consultants
        )
        fees = minimum(given_amount(application, "consultant_fees", period), most)
        anyone = minimum(total(application, in_quebec), 1)
        return exact(total(application, costs * in_quebec) + fees * anyone)


class pacme_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Contribution of the programme of 2020 (PACME, Quebec)"
    reference = cited("P-QC-pacme-covid-19-share")

    def formula(application, period, parameters):
        """A share of the first spending, another of what goes beyond it, up to a spending."""
        law = parameters(period).quebec.pacme
        spending = minimum(application("pacme_spending", period), law.largest_spending)
        first = minimum(spending, law.first_amount)
        beyond = exact(maximum(spending - law.first_amount, 0))
        return exact(share_of(first, law.first_share) + share_of(beyond, law.share_beyond))
