"""What is wrong with a case, and on which line: collected, so that one run names all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from openfisca_jobgrant.languages.messages import joined, message


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        line: The line of the file, counted from one.
        message: What is wrong and what would be accepted.
    """

    line: int
    message: str


class CaseError(Exception):
    """A case that can't be believed: misspelt, incomplete or ambiguous.

    Attributes:
        problems: All that is wrong, in the order of the lines.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__(
            joined(
                message("line {line}: {problem}", line=at.line, problem=at.message)
                for at in self.problems
            )
        )


class MismatchError(AssertionError):
    """A sound case whose expected values are not those that the law gives.

    Attributes:
        problems: One for each value that differs, in the order of the lines.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("; ".join(f"line {at.line}: {at.message}" for at in self.problems))


class Report:
    """Collects problems while a case is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, line: int, message: str) -> None:
        """Note one problem."""
        self.problems.append(Problem(line, message))

    def refuse(self) -> None:
        """Raise ``CaseError`` if there is any problem."""
        if self.problems:
            raise CaseError(self.problems)


def nearest(word: object, known: Iterable[str]) -> str:
    """A question such as "; did you mean 'output'?", or nothing if no known word is close."""
    matches = get_close_matches(str(word), list(known), n=1)
    return f"; did you mean {matches[0]!r}?" if matches else ""


def listed(words: Iterable[str]) -> str:
    """The words as a list in a sentence, in their order."""
    return ", ".join(words)
