"""Who the participant is."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import ResidenceStatus


class age(Variable):
    value_type = int
    default_value = 30
    unit = "year"
    entity = Participant
    definition_period = MONTH
    label = "Age"
    reference = cited("F-B8", "F-B10")


class residence_status(Variable):
    value_type = Enum
    possible_values = ResidenceStatus
    default_value = ResidenceStatus.citizen
    entity = Participant
    definition_period = MONTH
    label = "Citizenship or residence status"
    reference = cited("F-A15")
