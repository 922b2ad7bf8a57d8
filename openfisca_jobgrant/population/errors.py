"""What is wrong with a population, said so that its owner can put it right."""

from __future__ import annotations

from typing import Any

from openfisca_jobgrant.languages.messages import NOTHING, Message, message, message_of
from openfisca_jobgrant.situations.faults import shown


class PopulationError(ValueError):
    """A population, or something asked of it, that can't be.

    Attributes:
        row: The file's row, from one, if one is at fault.
        column: The column, if one is at fault.
        found: The word that is wrong, if it is one.
        accepted: What would be accepted in its place.
    """

    def __init__(
        self,
        message: Message,
        *,
        row: int | None = None,
        column: str | None = None,
        found: str = "",
        accepted: Message = NOTHING,
    ) -> None:
        self.row, self.column, self.found, self.accepted = row, column, found, accepted
        super().__init__(message)

    def __reduce__(self) -> tuple[object, tuple[Message, dict[str, Any]]]:
        # Errors travel between processes.
        return _again, (message_of(self), self.__dict__.copy())


def _again(message: Message, attributes: dict[str, Any]) -> PopulationError:
    return PopulationError(message, **attributes)


def refused(row: int, column: str, value: object, accepted: Message) -> PopulationError:
    """The error of one cell.

    Args:
        row: The file's row, from one.
        column: The column's name.
        value: What stands there.
        accepted: What is accepted.
    """
    return PopulationError(
        message(
            "row {row}, column {column}: {value} is not accepted: {accepted}",
            row=row,
            column=column,
            value=shown(value),
            accepted=accepted,
        ),
        row=row,
        column=column,
    )
