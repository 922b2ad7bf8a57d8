"""The eligible costs of participants and applications."""

from numpy import maximum, where
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Application, Participant
from openfisca_jobgrant.programmes import by_jurisdiction, by_regime
from openfisca_jobgrant.rules import (
    Money,
    count_members,
    exact,
    running_before,
    share_equally,
    total,
)
from openfisca_jobgrant.sources import cited


class admitted_costs(Money):
    entity = Application
    definition_period = MONTH
    label = "Eligible costs of the application's admitted participants"
    reference = cited("R-14", "P-BC-step-1")

    def formula(application, period):
        """The sum over the participants who are admitted."""
        costs = application.members("programme_costs", period)
        return total(application, costs * application.members("is_admitted", period))


class admitted_count(Variable):
    value_type = int
    unit = "participant"
    entity = Application
    definition_period = MONTH
    label = "Number of admitted participants in the application"
    reference = cited("R-14", "P-BC-step-2")

    def formula(application, period):
        """Those who meet every condition but that of the employer's ceiling."""
        return count_members(application, application.members("is_admitted", period))


class eligible_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Eligible costs"
    documentation = "The cost lines that the programme in force recognises, whoever pays them."
    reference = cited("F-A13", "R-7", "R-12", "R-14", "P-BC-step-2")

    def formula(participant, period, parameters):
        """The costs recognised; averaged over those admitted where the programme divides them."""
        law = parameters(period)
        own_costs = participant("programme_costs", period)

        def averaged_where_divided():
            codes = participant.jurisdiction("jurisdiction_code", period)
            divides = by_jurisdiction(law.programmes, codes).method.divides_the_total
            admitted = participant("is_admitted", period)
            paid = participant("job_grant_eligible", period)
            count = participant.application("admitted_count", period)
            average = share_equally(
                participant.application("admitted_costs", period),
                maximum(count, 1),
                running_before(participant.application, admitted),
            )
            return where(divides & paid, average, own_costs)

        return by_regime(law, own=averaged_where_divided, national=lambda: own_costs)


class ineligible_costs(Money):
    entity = Participant
    definition_period = MONTH
    label = "Costs that no rule recognises"
    reference = cited("R-10")

    def formula(participant, period):
        """What was stated and doesn't count; averaging moves costs, and recognises none."""
        return exact(participant("stated_costs", period) - participant("programme_costs", period))


class application_eligible_costs(Money):
    entity = Application
    definition_period = MONTH
    label = "Eligible costs of the whole application"
    reference = cited("R-12")

    def formula(application, period):
        """The sum over the participants."""
        return total(application, application.members("programme_costs", period))
