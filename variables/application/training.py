"""What the application asks for."""

from openfisca_core.indexed_enums import Enum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Application
from openfisca_jobgrant.rules import Money, head_count
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import TrainerKind, TrainingStream


class group_training_costs(Money):
    entity = Application
    definition_period = MONTH
    label = "Training fees charged for the whole group"
    documentation = "Shared equally among the participants; they count as tuition."
    reference = cited("F-F1", "R-12")


class trainer_kind(Variable):
    value_type = Enum
    possible_values = TrainerKind
    default_value = TrainerKind.third_party
    entity = Application
    definition_period = MONTH
    label = "Kind of trainer"
    reference = cited("F-P27")


class training_stream(Variable):
    value_type = Enum
    possible_values = TrainingStream
    default_value = TrainingStream.standard
    entity = Application
    definition_period = MONTH
    label = "Stream of the programme under which the application is made"
    reference = cited("R-30")


class training_weeks(Variable):
    value_type = int
    default_value = 12
    unit = "week"
    entity = Application
    definition_period = MONTH
    label = "Weeks from the start to the end of the training"
    documentation = "The plan asks for short training and names no limit."
    reference = cited("F-P26", "R-28")


class travel_distance_km(Variable):
    value_type = float
    default_value = 0
    unit = "km"
    entity = Application
    definition_period = MONTH
    label = "Distance to the training, one way"
    reference = cited("P-AB", "F-A14")


class participant_count(Variable):
    value_type = int
    unit = "participant"
    entity = Application
    definition_period = MONTH
    label = "Number of participants in the application"
    reference = cited("R-12")

    def formula(application, period):
        """Everyone for whom the application is made, eligible or not."""
        return head_count(application)
