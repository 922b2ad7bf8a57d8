"""What totals are taken by: jurisdiction, size of the employer, status, group."""

from __future__ import annotations

from typing import Any

import numpy

from openfisca_jobgrant.population.chunk import Chunk
from openfisca_jobgrant.population.labels import LABELS
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.vocabulary import EmploymentStatus, JurisdictionCode

#: Most employees of each class but the last; 50 and 100 are where programmes draw their lines.
_LARGEST = (19, 50, 100, 499)
_SIZE_KEYS = ("under_20", "20_to_50", "51_to_100", "101_to_499", "500_and_over")
SIZES = {key: LABELS[key] for key in _SIZE_KEYS}
STATUSES = {name: str(word.value) for name, word in EmploymentStatus.__members__.items()}
IS_UNDERREPRESENTED = {key: LABELS[key] for key in ("other", "underrepresented")}
#: Dimension → its members: key → label. The order is that of the cells' axes.
DIMENSIONS: dict[str, dict[str, str]] = {
    "jurisdiction": {name: str(word.value) for name, word in JurisdictionCode.__members__.items()},
    "size_class": SIZES,
    "status": STATUSES,
    "group": IS_UNDERREPRESENTED,
}
SHAPE = tuple(len(members) for members in DIMENSIONS.values())
CELLS = int(numpy.prod(SHAPE))
#: Cells that employers are counted in: by jurisdiction and size.
EMPLOYER_SHAPE = SHAPE[:2]
EMPLOYER_CELLS = len(CODES) * len(SIZES)


def sizes_of(chunk: Chunk) -> Any:
    """The size class of each row's employer."""
    staff = chunk.inputs.get("employee_count")
    if staff is None:
        # Who says nothing has the law's ordinary employer, of 100.
        return numpy.full(chunk.count, list(SIZES).index("51_to_100"))
    return numpy.searchsorted(numpy.array(_LARGEST), staff)


def cells_of(chunk: Chunk, group: Any) -> Any:
    """The cell of each row.

    Args:
        chunk: The rows.
        group: Whether each belongs to an underrepresented group.
    """
    status = chunk.inputs.get("employment_status", 0)
    cells = chunk.jurisdiction.astype(numpy.intp)
    for size, place in zip(SHAPE[1:], (sizes_of(chunk), status, group), strict=True):
        cells = cells * size + place
    return cells
