"""Which employers may apply."""

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Condition, by_kind, terms_in_force
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
