"""Which participants the grant is for: owners, their families, and students."""

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_kind, terms_in_force
from openfisca_jobgrant.rules import Condition
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import TrainingStream


class is_admitted_as_owner(Condition):
    entity = Participant
    label = "Is no owner, or the programme admits owners"
    reference = cited("P-ON-owners", "P-AB-owners", "P-BC-owners", "P-SK-self-employed")

    def formula(participant, period, parameters):
        """Some programmes admit owners of the smallest firms only, or not in every stream."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = terms_in_force(parameters(period), codes)
        eligible = terms.eligible_participants
        employees = participant.employer("employee_count", period)
        stream = participant.application("training_stream", period)
        closed = by_kind(terms.streams.excludes_owners, stream, TrainingStream)
        small_firm = employees < eligible.owners_of_fewer_than_employees
        return ~participant("is_owner", period) | ((eligible.owners | small_firm) & ~closed)


class is_admitted_as_family_of_owner(Condition):
    entity = Participant
    label = "Is not of an owner's family, or the programme admits families"
    documentation = "A member of the family who is an owner is judged as an owner."
    reference = cited("P-AB-owners-family", "P-BC-owners", "P-AB-capg-trainee")

    def formula(participant, period, parameters):
        """The immediate family of an owner."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        return (
            ~participant("is_family_of_owner", period)
            | participant("is_owner", period)
            | eligible.family_of_owners
        )


class is_admitted_as_full_time_student(Condition):
    entity = Participant
    label = "Is no full-time student, or the programme admits them"
    reference = cited("P-ON-full-time-students")

    def formula(participant, period, parameters):
        """Full-time students."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_participants
        return ~participant("is_full_time_student", period) | eligible.full_time_students
