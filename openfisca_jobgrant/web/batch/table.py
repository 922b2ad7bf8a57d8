"""What a batch asks for, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openfisca_jobgrant.languages.messages import Message, in_language
from openfisca_jobgrant.web.problems import JSON

CSV, ARROW = "text/csv", "application/vnd.apache.arrow.stream"
FORMATS = (JSON, CSV, ARROW)
MOST_ROWS = 1_000_000
#: A batch may be so many times as long as any other request: 500 million bytes by default.
TIMES_AS_LONG = 25


@dataclass
class Table:
    """What is asked for many participants.

    Attributes:
        period: The month, as text.
        columns: Input → one value for each row; None where nothing is stated.
        groups: Key of each kind of group that is given → an id for each row.
        outputs: What is asked for.
        rows: How many rows there are.
    """

    period: str
    columns: Mapping[str, Any]
    groups: Mapping[str, Any]
    outputs: Sequence[str]
    rows: int


@dataclass
class Results:
    """What came out.

    Attributes:
        columns: Output → one value for each row, as an array.
        errors: Row → what is wrong with it.
        language: The language in which that is said.
    """

    columns: dict[str, Any]
    errors: dict[int, Message]
    language: str = "en"

    def said_of(self, row: int) -> str | None:
        """What is wrong with a row, in words; None if nothing is."""
        error = self.errors.get(row)
        return None if error is None else in_language(error, self.language)
