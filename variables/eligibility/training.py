"""Which training the grant pays for."""

from numpy import where

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.programmes import by_kind, terms_in_force
from openfisca_jobgrant.rules import Condition
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import EmployerKind, TrainerKind, TrainingStream


class has_eligible_trainer(Condition):
    entity = Participant
    label = "The training is given by a kind of trainer that is allowed"
    reference = cited("F-P27", "P-CA-training-length", "R-28")

    def formula(participant, period, parameters):
        """The kinds that the programme in force names."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_trainers
        return by_kind(eligible, participant.application("trainer_kind", period), TrainerKind)


class has_enough_training_hours(Condition):
    entity = Participant
    label = "The training has enough hours"
    reference = cited("P-AB-min-training", "P-SK-min-training", "P-BC-training-length")

    def formula(participant, period, parameters):
        """At least as many as the programme asks for."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        fewest = terms_in_force(parameters(period), codes).training.minimum_hours
        return participant("training_hours", period) >= fewest


class has_few_enough_training_hours(Condition):
    entity = Participant
    label = "The training doesn't have too many hours"
    reference = cited("P-BC-training-length")

    def formula(participant, period, parameters):
        """At most as many as the programme allows."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        most = terms_in_force(parameters(period), codes).training.maximum_hours
        return participant("training_hours", period) <= most


class has_short_enough_training(Condition):
    entity = Participant
    label = "The training is over within the weeks that are allowed"
    reference = cited("P-CA-training-length", "P-ON-training-length", "P-SK-complete-within")

    def formula(participant, period, parameters):
        """At most as many weeks as the programme allows."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        most = terms_in_force(parameters(period), codes).training.maximum_weeks
        return participant.application("training_weeks", period) <= most


class has_few_enough_participants(Condition):
    entity = Participant
    label = "The application doesn't have too many participants"
    reference = cited("P-ON-trainees-per-application", "P-BC-step-7")

    def formula(participant, period, parameters):
        """At most as many as the programme allows, admitted or not."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        most = terms_in_force(parameters(period), codes).training.maximum_participants
        return participant.application("participant_count", period) <= most


class has_stream_on_offer(Condition):
    entity = Participant
    label = "The programme offers the stream that is asked for"
    reference = cited("P-BC-streams", "P-NB-lft-share-level-1-level-2", "R-30")

    def formula(participant, period, parameters):
        """The standard stream, or one that the programme names at that date."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        offered = terms_in_force(parameters(period), codes).streams.is_offered
        stream = participant.application("training_stream", period)
        is_standard = stream == TrainingStream.standard
        return is_standard | by_kind(offered, stream, TrainingStream)


class has_application_of_minimum_size(Condition):
    entity = Participant
    label = "The application's eligible costs reach the least amount"
    reference = cited("P-NS-min-application", "P-SK-min-per-application", "P-NB-min-eligible-cost")

    def formula(participant, period, parameters):
        """The least amount for the employer's kind and size: reached, or exceeded."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        least = terms_in_force(parameters(period), codes).minimum_application
        kind = participant.employer("employer_kind", period)
        stands_for_others = (kind == EmployerKind.association) | (kind == EmployerKind.union)
        small = participant.employer("is_small_employer", period)
        by_size = where(small, least.small, least.large)
        asked = where(stands_for_others, least.associations_and_unions, by_size)
        costs = participant.application("application_eligible_costs", period)
        return where(least.must_be_exceeded, costs > asked, costs >= asked)
