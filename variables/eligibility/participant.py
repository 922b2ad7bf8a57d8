"""Which participants the grant is for: work, status and age."""

from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_kind, terms_in_force
from openfisca_jobgrant.rules import Condition
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmploymentStatus, ResidenceStatus


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
    reference = cited("F-P24", "P-CA-training-length", "R-28")

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


class is_admitted_as_unemployed(Condition):
    entity = Participant
    label = "Is not unemployed, or the programme admits the unemployed"
    reference = cited("P-NS-trainees", "P-NB-lft-employer-cap-2024")

    def formula(participant, period, parameters):
        """Some programmes are for existing employees only."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        unemployed = participant("employment_status", period) == EmploymentStatus.unemployed
        return ~unemployed | eligible.unemployed


class is_admitted_as_new_hire(Condition):
    entity = Participant
    label = "Is no new hire, or the programme admits new hires"
    reference = cited("P-NB-lft-employer-cap-2024")

    def formula(participant, period, parameters):
        """Some programmes are for existing employees only."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        return ~participant("is_new_hire", period) | eligible.new_hires


class has_eligible_residence_status(Condition):
    entity = Participant
    label = "Has a status in Canada with which one may take part"
    reference = cited("F-A15", "P-ON-trainee-status", "P-BC-status", "P-SK-trainees")

    def formula(participant, period, parameters):
        """The statuses that the programme in force names."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        status = participant("residence_status", period)
        return by_kind(eligible.residence, status, ResidenceStatus)


class is_old_enough(Condition):
    entity = Participant
    label = "Is old enough"
    reference = cited("P-BC-participant-minimum-age", "F-B8")

    def formula(participant, period, parameters):
        """At least the age that the programme names."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        return participant("age", period) >= eligible.minimum_age
