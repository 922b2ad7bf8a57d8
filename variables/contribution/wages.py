"""Wages that count toward a small employer's contribution under an own programme."""

from numpy import minimum
from openfisca_core.periods import MONTH

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_jurisdiction
from openfisca_jobgrant.rules import (
    Money,
    exact,
    share_of,
)
from openfisca_jobgrant.sources import cited


class countable_wages(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages that may count as a small employer's contribution"
    reference = cited("P-CA-small-employer-in-kind", "P-ON-in-kind-wages", "P-MB-in-kind", "R-11")

    def formula(participant, period, parameters):
        """Wages up to a share of what the government's share leaves to the employer."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        in_kind = by_jurisdiction(parameters(period).programmes, codes).in_kind
        wages = participant("wages_that_were_given", period)
        left = exact(
            participant("programme_costs", period)
            - participant("contribution_before_ceilings", period)
        )
        limit = minimum(share_of(left, in_kind.share), in_kind.maximum)
        small = participant.employer("is_small_employer", period)
        return minimum(wages, limit) * small * participant("is_admitted", period)


class wages_that_the_government_pays_for(Money):
    entity = Participant
    definition_period = MONTH
    label = "Wages in kind whose part the government pays, before the employer's ceiling"
    reference = cited("P-ON-in-kind-amount-gov-will-match", "R-11")

    def formula(participant, period, parameters):
        """All countable wages, where the programme pays the part for which they stand."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        in_kind = by_jurisdiction(parameters(period).programmes, codes).in_kind
        return participant("countable_wages", period) * in_kind.paid_by_government
