"""Which training the grant pays for."""

from openfisca_jobgrant.entities import Participant
from openfisca_jobgrant.rules import Condition, by_kind, terms_in_force
from openfisca_jobgrant.sources import cited
from openfisca_jobgrant.vocabulary import TrainerKind


class has_eligible_trainer(Condition):
    entity = Participant
    label = "The training is given by a kind of trainer that is allowed"
    reference = cited("F-P27", "R-28")

    def formula(participant, period, parameters):
        """The kinds that the programme in force names."""
        codes = participant.jurisdiction("jurisdiction_code", period)
        eligible = terms_in_force(parameters(period), codes).eligible_trainers
        return by_kind(eligible, participant.application("trainer_kind", period), TrainerKind)
