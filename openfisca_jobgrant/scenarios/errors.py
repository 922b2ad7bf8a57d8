"""What can be wrong with a scenario."""

from __future__ import annotations

from openfisca_jobgrant.languages.messages import NOTHING, Message


class ScenarioError(ValueError):
    """A scenario that names what doesn't exist, or a figure that can't be.

    Attributes:
        found: The part of the scenario that is wrong.
        accepted: What would be accepted there.
        pointer: Where it stands in a request, as a JSON Pointer, if not in its one scenario.
    """

    pointer: str | None = None

    def __init__(self, message: Message, *, found: str = "", accepted: Message = NOTHING) -> None:
        self.found = found
        self.accepted = accepted
        super().__init__(message)


class ClashError(ScenarioError):
    """Two parts of a scenario that don't go together."""
