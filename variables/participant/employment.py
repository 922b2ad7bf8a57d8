"""Where the participant stands in the labour market when the application is made."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmploymentStatus


class employment_status(Variable):
    value_type = Enum
    possible_values = EmploymentStatus
    default_value = EmploymentStatus.employed
    entity = Participant
    definition_period = MONTH
    label = "Employment status"
    reference = cited("F-P24")


class has_job_offer(Variable):
    value_type = bool
    default_value = True
    entity = Participant
    definition_period = MONTH
    label = "Has an offer of a new or better job"
    reference = cited("F-P24")


class is_new_hire(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is newly hired for the job that the training is for"
    reference = cited("P-ON")


class days_unemployed(Variable):
    value_type = int
    unit = "day"
    entity = Participant
    definition_period = MONTH
    label = "Calendar days without work before being hired"
    reference = cited("P-AB", "R-14")


class days_since_hired(Variable):
    value_type = int
    unit = "day"
    entity = Participant
    definition_period = MONTH
    label = "Calendar days since being hired"
    reference = cited("P-AB", "P-NL", "R-14")


class is_owner(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Owns the business, wholly or in part"
    reference = cited("P-ON", "P-AB")


class is_family_of_owner(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Belongs to the immediate family of an owner"
    reference = cited("P-AB")


class is_full_time_student(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is a full-time student"
    reference = cited("P-ON")


class training_hours(Variable):
    value_type = float
    default_value = 40
    unit = "hour"
    entity = Participant
    definition_period = MONTH
    label = "Hours of training"
    reference = cited("P-AB", "P-SK")
