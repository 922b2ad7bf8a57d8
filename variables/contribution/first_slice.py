"""A first slice of an application's costs that has a share of its own."""

from numpy import maximum, minimum
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.ceilings import earlier_applications
from openfisca_jobgrant.entities import Application, Participant
from openfisca_jobgrant.programmes import by_jurisdiction
from openfisca_jobgrant.rules import (
    EarlierCount,
    Money,
    exact,
    share_in_proportion,
    share_of,
)
from openfisca_jobgrant.sources import cited


class has_first_slice(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "The first costs of the application have a share of their own"
    reference = cited(
        "P-NS-gov-share-small-first-slice", "P-NS-second-small-application-in-a-fy", "R-12"
    )

    def formula(participant, period, parameters):
        """For small employers; under some terms only in the fiscal year's first application."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        slice_terms = by_jurisdiction(parameters(period).programmes, codes).first_slice
        earlier = participant.application("earlier_applications_in_fiscal_year", period)
        once_is_over = slice_terms.on_first_application_only & (earlier > 0)
        small = participant.employer("is_small_employer", period)
        return small & (slice_terms.amount > 0) & ~once_is_over


class contribution_with_first_slice(Money):
    entity = Participant
    definition_period = MONTH
    label = "Part of a contribution whose first slice has a share of its own"
    reference = cited(
        "P-NS-gov-share-small-first-slice", "P-NS-gov-share-small-above-10-000", "R-12"
    )

    def formula(participant, period, parameters):
        """Worked out on the application's costs, then shared in proportion to them."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        slice_terms = by_jurisdiction(parameters(period).programmes, codes).first_slice
        share = participant("government_share", period)
        whole = participant.application("admitted_costs", period)
        own = participant("programme_costs", period) * participant("is_admitted", period)
        first = minimum(whole, slice_terms.amount)
        rest = exact(maximum(whole - slice_terms.amount, 0))
        amount = exact(share_of(first, slice_terms.share) + share_of(rest, share))
        return share_in_proportion(participant.application, amount, own, whole)


class earlier_applications_in_fiscal_year(EarlierCount):
    unit = "application"
    entity = Application
    definition_period = MONTH
    label = "The employer's earlier applications of the fiscal year"
    documentation = "Those with an admitted participant; worked out from the months, or given."
    reference = cited("P-NS-second-small-application-in-a-fy", "R-12")

    def formula(application, period):
        """Those of earlier months, and those before it in the month."""
        return earlier_applications(application, period)
