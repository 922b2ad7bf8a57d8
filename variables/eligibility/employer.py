"""Which employers may apply."""

from numpy import where

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_kind, terms_in_force
from openfisca_jobgrant.rules import Condition
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmployerKind


class has_eligible_kind_of_employer(Condition):
    entity = Participant
    label = "The employer is of a kind that may apply, or none is needed"
    reference = cited("F-P25", "R-25", "R-28")

    def formula(participant, period, parameters):
        """The kinds that the programme in force names."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_employers
        kind = participant.employer("employer_kind", period)
        return by_kind(eligible, kind, EmployerKind) | participant("needs_no_employer", period)


class has_employer_long_enough_in_business(Condition):
    entity = Participant
    label = "The employer has been in business long enough"
    reference = cited("P-AB-years-in-business", "P-BC-registration", "P-NS-business-age")

    def formula(participant, period, parameters):
        """At least the years that the programme asks for, or more than those."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        asked = terms_in_force(parameters(period), codes).years_in_business
        years = participant.employer("years_in_business", period)
        return where(asked.must_be_exceeded, years > asked.minimum, years >= asked.minimum)


class has_few_enough_earlier_grants(Condition):
    entity = Participant
    label = "The employer has had few enough grants before"
    reference = cited("P-MB-repeat-bar")

    def formula(participant, period, parameters):
        """At most as many in five years as the programme allows."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        most = terms_in_force(parameters(period), codes).earlier_grants.maximum
        return participant.employer("earlier_grants_in_five_years", period) <= most
