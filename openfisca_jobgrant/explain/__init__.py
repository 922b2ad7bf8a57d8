"""From a calculation to a record that a caseworker can file and a citizen can read."""

from openfisca_jobgrant.explain.record import Record, explain
from openfisca_jobgrant.explain.rendering import FORMATS, Writer
from openfisca_jobgrant.explain.unknowns import Range, ranges

__all__ = ["FORMATS", "Range", "Record", "Writer", "explain", "ranges"]
