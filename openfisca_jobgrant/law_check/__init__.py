"""Is the law well kept? Every figure dated and cited, every rule labelled and written as rules are.

``python -m openfisca_jobgrant.law_check`` prints each fault as ``file:line: message`` and exits
with 0 when there is none, 1 when there are some, 2 when it was called wrongly.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """Something that is wrong in a file of the law.

    Attributes:
        path: The file.
        line: The line, from one.
        message: What is wrong, and what would be right.
    """

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"
