"""What a participant's training costs, line by line: amounts that the application states."""

from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.sources import cited


class tuition_fees(Money):
    entity = Participant
    definition_period = MONTH
    label = "Tuition, or the training provider's fees"
    reference = cited("F-A13")


class mandatory_student_fees(Money):
    entity = Participant
    definition_period = MONTH
    label = "Mandatory student fees"
    reference = cited("F-A13")


class textbook_and_material_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Textbooks, software and other required materials"
    reference = cited("F-A13")


class examination_fees(Money):
    entity = Participant
    definition_period = MONTH
    label = "Examination fees"
    reference = cited("F-A13")


class travel_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Travel to the training"
    reference = cited("F-A14")


class wages_during_training(Money):
    """Wages are never a cost line: where a rule says so, they count as a contribution in kind."""

    entity = Participant
    definition_period = MONTH
    label = "Wages paid to the participant during the training"
    reference = cited("F-A9", "R-11")
