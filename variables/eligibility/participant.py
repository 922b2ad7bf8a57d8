"""Which participants the grant is for."""

from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Condition, terms_in_force
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmploymentStatus


class needs_no_employer(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "May be trained without an employer or a job offer"
    reference = cited("F-D11", "R-25")

    def formula(participant, period, parameters):
        """Only where the law opens the grant to underrepresented groups."""
        opened = parameters(period).access_without_employer
        return participant("is_underrepresented", period) & opened.underrepresented_groups


class has_work_or_job_offer(Condition):
    entity = Participant
    label = "Is employed, or has an offer of a job"
    reference = cited("F-P24", "R-28")

    def formula(participant, period, parameters):
        """Who is unemployed or underemployed needs the offer of a new or better job."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        return (
            (participant("employment_status", period) == EmploymentStatus.employed)
            | participant("has_job_offer", period)
            | participant("needs_no_employer", period)
            | eligible.without_work_or_job_offer
        )
