"""The groups that the premiers wanted to reach: people far from the labour market."""

from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.sources import cited


class is_indigenous(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is First Nations, Inuit or Métis"
    reference = cited("F-L7", "F-B10")


class has_disability(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Lives with a disability"
    reference = cited("F-L7", "F-B10")


class is_recent_immigrant(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is a recent immigrant"
    reference = cited("F-L7", "F-B10")


class has_low_literacy(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Has low literacy or few essential skills"
    reference = cited("F-L6", "F-L7")


class is_long_term_unemployed(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Has long been without work"
    reference = cited("F-L7")


class is_youth(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is a youth"
    reference = cited("F-B10", "R-27")

    def formula(participant, period, parameters):
        """Old enough and young enough to count among youth."""
        youth = parameters(period).underrepresented_groups.youth
        age = participant("age", period)
        return (age >= youth.minimum_age) & (age <= youth.maximum_age)


class is_underrepresented(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Belongs to an underrepresented group"
    reference = cited("F-D11", "F-L7", "R-27")

    def formula(participant, period):
        """Any one of the groups is enough."""
        return (
            participant("is_indigenous", period)
            | participant("has_disability", period)
            | participant("is_recent_immigrant", period)
            | participant("has_low_literacy", period)
            | participant("is_long_term_unemployed", period)
            | participant("is_youth", period)
        )
