"""Quebec's law on workforce training: spend one per cent of the payroll, or pay what lacks.

It is not the job grant. Its years are calendar years.
"""

from numpy import maximum
from openfisca_core.periods import YEAR
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Employer
from openfisca_jobgrant.rules import Money, count_members, exact, given_amount, share_of
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import JurisdictionCode


class is_employer_in_quebec(Variable):
    value_type = bool
    entity = Employer
    definition_period = YEAR
    label = "The employer's participants work in Quebec"
    reference = cited("P-QC-1-training-law-rate")

    def formula(employer, period):
        """Where they are, the employer is: all members of an employer share the jurisdiction."""
        codes = employer.members.jurisdiction("jurisdiction_code", period)
        return count_members(employer, codes == JurisdictionCode.QC) > 0


class annual_training_expenditure(Money):
    entity = Employer
    definition_period = YEAR
    label = "What the employer spent on training in the calendar year"
    documentation = "Fees, travel, lodging, meals, wages during training, payments to a mutual."
    reference = cited("P-QC-counts-as-spend", "R-3")


class has_training_quality_certificate(Variable):
    value_type = bool
    entity = Employer
    definition_period = YEAR
    label = "Holds a certificate of training quality in the calendar year"
    documentation = "It lasts three years, which the request counts, not this rule."
    reference = cited("P-QC-exemption")


class payroll_training_obligation(Money):
    entity = Employer
    definition_period = YEAR
    label = "What the employer must spend on training in the calendar year (Quebec)"
    reference = cited("P-QC-1-training-law-rate", "P-QC-payroll-threshold-2015-01-01", "P-C15")

    def formula(employer, period, parameters):
        """A share of the payroll, if that exceeds the threshold and no certificate exempts."""
        law = parameters(period).quebec.training_obligation
        payroll = given_amount(employer, "annual_payroll", period)
        bound = (
            employer("is_employer_in_quebec", period)
            & (payroll > law.payroll_threshold)
            & ~employer("has_training_quality_certificate", period)
        )
        return share_of(payroll, law.share) * bound


class payroll_training_contribution(Money):
    entity = Employer
    definition_period = YEAR
    label = "What the employer owes to the skills fund for the calendar year (Quebec)"
    reference = cited("P-QC-contribution-due")

    def formula(employer, period):
        """What lacks of the obligation; spending beyond it is not given back."""
        spent = given_amount(employer, "annual_training_expenditure", period)
        return exact(maximum(employer("payroll_training_obligation", period) - spent, 0))
