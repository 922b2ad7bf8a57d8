"""What is wrong with a population, said so that its owner can put it right."""

from __future__ import annotations

from openfisca_jobgrant.languages.messages import Message, message, message_of
from openfisca_jobgrant.situations.faults import shown


class PopulationError(ValueError):
    """A population, or something asked of it, that can't be.

    Attributes:
        row: The file's row, from one, if one is at fault.
        column: The column, if one is at fault.
    """

    def __init__(
        self, message: Message, *, row: int | None = None, column: str | None = None
    ) -> None:
        self.row, self.column = row, column
        super().__init__(message)

    def __reduce__(self) -> tuple[object, tuple[Message, int | None, str | None]]:
        # Errors travel between processes.
        return _again, (message_of(self), self.row, self.column)


def _again(message: Message, row: int | None, column: str | None) -> PopulationError:
    return PopulationError(message, row=row, column=column)


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
