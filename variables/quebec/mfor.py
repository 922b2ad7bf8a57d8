"""Quebec's workforce training measure (MFOR), company stream. It is not the job grant."""

from numpy import maximum, minimum, where
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Application, Participant
from openfisca_jobgrant.rules import Money, exact, share_of, total
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import JurisdictionCode


class is_literacy_project(Variable):
    value_type = bool
    entity = Application
    definition_period = MONTH
    label = "The training is for literacy or numeracy"
    reference = cited("P-QC-mfor-literacy-projects")


class mfor_wages(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages of the participant that count in a literacy project (MFOR)"
    reference = cited("P-QC-mfor-literacy-projects")

    def formula(participant, period, parameters):
        """Wages during the training, up to an amount for each hour."""
        law = parameters(period).quebec.mfor
        most = share_of(maximum(participant("training_hours", period), 0), law.hourly_wage)
        return minimum(participant("wages_that_were_given", period), most)


class mfor_contribution(Money):
    entity = Application
    definition_period = MONTH
    label = "Contribution of the workforce training measure (MFOR, Quebec)"
    documentation = "Of all eligible costs of the application, whatever the job grant says."
    reference = cited("P-QC-mfor-company-stream-share", "P-QC-mfor-cap")

    def formula(application, period, parameters):
        """A share of the costs, or all of them with wages for literacy, up to a maximum."""
        law = parameters(period).quebec.mfor
        codes = application.members.jurisdiction("jurisdiction_code", period)
        in_quebec = codes == JurisdictionCode.QC
        costs = total(application, application.members("programme_costs", period) * in_quebec)
        wages = total(application, application.members("mfor_wages", period) * in_quebec)
        amount = where(
            application("is_literacy_project", period),
            share_of(exact(costs + wages), law.literacy_share),
            share_of(costs, law.share),
        )
        return minimum(amount, law.maximum)
