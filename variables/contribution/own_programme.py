"""What a jurisdiction's own programme pays toward a participant's training, before ceilings."""

from numpy import maximum, where
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_jurisdiction, by_kind
from openfisca_jobgrant.rules import (
    Money,
    Share,
    per_head_down,
    share_of,
)
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmploymentStatus, TrainingStream


class has_terms_of_new_hires(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "Is trained under the terms of new hires"
    documentation = "A new hire outside the window is an existing employee."
    reference = cited(
        "P-ON-unemployed-new-hire-2017-04", "P-AB-unemployed-share", "P-NL-unemployed", "R-14"
    )

    def formula(participant, period, parameters):
        """Hired out of unemployment within the window, by an employer of a size that counts."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        hires = by_jurisdiction(parameters(period).programmes, codes).new_hires
        hired = (
            participant("is_new_hire", period)
            & (participant("days_unemployed", period) >= hires.minimum_days_unemployed)
            & (participant("days_since_hired", period) <= hires.maximum_days_since_hired)
        )
        unemployed = participant("employment_status", period) == EmploymentStatus.unemployed
        small = participant.employer("is_small_employer", period)
        sizes = (small & hires.small_employers) | (~small & hires.large_employers)
        return (hired | (unemployed & hires.include_the_unemployed)) & sizes


class government_share(Share):
    entity = Participant
    definition_period = MONTH
    label = "Government's share of the costs under the jurisdiction's own programme"
    reference = cited("P-CA-government-share-baseline", "P-CA-after-2018", "R-30")

    def formula(participant, period, parameters):
        """By size of the employer in the standard stream; streams and new hires have their own."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = by_jurisdiction(parameters(period).programmes, codes)
        stream = participant.application("training_stream", period)
        small = participant.employer("is_small_employer", period)
        by_size = where(small, terms.government_share.small, terms.government_share.large)
        of_stream = by_kind(terms.streams.share, stream, TrainingStream)
        share = where(stream == TrainingStream.standard, by_size, of_stream)
        return where(participant("has_terms_of_new_hires", period), terms.new_hires.share, share)


class contribution_before_ceilings(Money):
    entity = Participant
    definition_period = MONTH
    label = "Contribution of the jurisdiction's own programme before ceilings"
    documentation = "Half up to the cent, unless the programme says otherwise."
    reference = cited("P-CA-government-share-baseline", "P-BC-step-2", "P-BC-step-5", "R-8", "R-12")

    def formula(participant, period, parameters):
        """A share of the costs: of one's own, of the total by heads, or by slices."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = by_jurisdiction(parameters(period).programmes, codes)
        admitted = participant("is_admitted", period)
        share = participant("government_share", period)
        of_own_costs = share_of(participant("programme_costs", period), share)
        whole = participant.application("admitted_costs", period)
        count = participant.application("admitted_count", period)
        by_heads = per_head_down(share_of(whole, share), maximum(count, 1))
        by_slices = participant("contribution_with_first_slice", period)
        sliced = participant("has_first_slice", period)
        amount = where(
            terms.method.divides_the_total, by_heads, where(sliced, by_slices, of_own_costs)
        )
        return amount * admitted
