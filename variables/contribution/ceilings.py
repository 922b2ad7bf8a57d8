"""The ceilings that a jurisdiction's own programme sets."""

from numpy import where
from openfisca_core.periods import MONTH
from openfisca_core.variables import Variable

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_jurisdiction, by_kind, terms_in_force
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import TrainingStream


class participant_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "Most that the jurisdiction's own programme pays for the participant"
    documentation = "A billion means no ceiling."
    reference = cited("P-CA-government-cap-baseline", "P-BC-workforce-cap", "R-13")

    def formula(participant, period, parameters):
        """The stream's ceiling, or that of new hires."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        terms = by_jurisdiction(parameters(period).programmes, codes)
        stream = participant.application("training_stream", period)
        of_stream = by_kind(terms.streams.maximum, stream, TrainingStream)
        usual = where(stream == TrainingStream.standard, terms.ceilings.participant, of_stream)
        return where(participant("has_terms_of_new_hires", period), terms.new_hires.maximum, usual)


class has_ceiling_for_the_fiscal_year(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "The participant's ceiling is for a fiscal year, not for an application"
    reference = cited("P-BC-gov-cap", "P-AB-gov-cap", "P-NB-gov-cap", "P-NL-gov-cap", "R-13")

    def formula(participant, period, parameters):
        """As the programme says."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        ceilings = by_jurisdiction(parameters(period).programmes, codes).ceilings
        return ceilings.per_fiscal_year


class has_stream_with_its_own_ceiling(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "The stream's ceiling is used up apart from the standard one"
    reference = cited("P-BC-unemployed-stream", "P-BC-foundational-cap", "R-13")

    def formula(participant, period, parameters):
        """As the programme says."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        streams = by_jurisdiction(parameters(period).programmes, codes).streams
        stream = participant.application("training_stream", period)
        return by_kind(streams.has_its_own_ceiling, stream, TrainingStream)


class has_stream_outside_the_total(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "The stream doesn't count toward the total across streams"
    reference = cited("P-BC-participant-total-across-streams")

    def formula(participant, period, parameters):
        """As the programme says."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        streams = by_jurisdiction(parameters(period).programmes, codes).streams
        stream = participant.application("training_stream", period)
        return by_kind(streams.outside_the_total, stream, TrainingStream)


class ceiling_across_streams(Money):
    entity = Participant
    definition_period = MONTH
    label = "Most for the participant in the fiscal year over all streams"
    documentation = "A billion means no ceiling."
    reference = cited("P-BC-participant-total-across-streams")

    def formula(participant, period, parameters):
        """As the programme says."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        return by_jurisdiction(parameters(period).programmes, codes).ceilings.across_streams


class employer_ceiling(Money):
    entity = Participant
    definition_period = MONTH
    label = "Most for the participant's employer in the fiscal year"
    documentation = "A billion means no ceiling."
    reference = cited("P-BC-employer-cap-2018-04-01", "P-AB-employer-cap", "R-13")

    def formula(participant, period, parameters):
        """As the programme in force says."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        ceilings = terms_in_force(parameters(period), codes).ceilings
        return ceilings.employer + participant.filled_array(0.0, dtype=float)


class is_refused_beyond_the_employer_ceiling(Variable):
    value_type = bool
    entity = Participant
    definition_period = MONTH
    label = "An application that would pass the employer's ceiling is refused"
    reference = cited("P-BC-employer-cap-2018-04-01", "R-13")

    def formula(participant, period, parameters):
        """As the programme says; elsewhere it gets what is left."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        ceilings = by_jurisdiction(parameters(period).programmes, codes).ceilings
        return ceilings.refuses_beyond_employer_ceiling
