"""Situations as apps send them: read strictly, computed, and answered in the same shape.

OpenFisca's own reading of a request guesses where something is missing and loses what is spelt
twice. Here a request is complete and unambiguous, or it is refused with every fault named at once.
"""

from openfisca_jobgrant.situations.answering import Answer, calculate
from openfisca_jobgrant.situations.faults import Fault, SituationError
from openfisca_jobgrant.situations.json_text import Limits, parse_json
from openfisca_jobgrant.situations.reading import Situation, SituationReader

__all__ = [
    "Answer",
    "Fault",
    "Limits",
    "Situation",
    "SituationError",
    "SituationReader",
    "calculate",
    "parse_json",
]
