"""How the command reads files, prints answers, and says what is wrong."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from openfisca_jobgrant.languages import LANGUAGES, translated
from openfisca_jobgrant.languages.messages import Message, in_language, joined, message, message_of
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios
from openfisca_jobgrant.scenarios.files import read_scenario_file
from openfisca_jobgrant.situations import SituationError, parse_json
from openfisca_jobgrant.situations.faults import said_of, shown

ANSWER_IS_NO, BAD_INPUT = 1, 2
_MONTH = re.compile(r"(19|20)[0-9]{2}-(0[1-9]|1[0-2])")
#: The headings of tables.
HEADINGS = {
    word: word
    for word in (
        "adds",
        "after",
        "along",
        "amount",
        "assumed",
        "because of",
        "before",
        "claim",
        "clause",
        "confidence",
        "expected",
        "fails from",
        "fails up to",
        "family",
        "figure",
        "from",
        "here",
        "least",
        "makes no difference",
        "member",
        "met",
        "most",
        "name",
        "not decided",
        "not noticed",
        "now",
        "noticed",
        "period",
        "proved",
        "provision",
        "published",
        "refuted",
        "scenario",
        "seconds",
        "since",
        "source",
        "starts on",
        "title",
        "to",
        "value",
        "verdict",
        "what it is",
        "what would narrow it most",
        "where",
        "why",
        "within",
    )
}


class BadInputError(click.ClickException):
    """Input that can't be answered: a message on standard error, and exit code 2.

    Attributes:
        said: The message.
        language: The language in which it is shown.
    """

    exit_code = BAD_INPUT

    def __init__(self, message: Message, language: str = "en") -> None:
        self.said, self.language = message, language
        super().__init__(message)

    def show(self, file: Any = None) -> None:
        """Print the message."""
        text = message("Error: {problem}", problem=self.said)
        click.echo(in_language(text, self.language), file=file, err=file is None)


def speaks_plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command answer bad input with a message instead of a traceback.

    The message is in the language of the command's ``--lang``.
    """

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except BadInputError as error:
            wrong, cause = error.said, error.__cause__
        except SituationError as error:
            wrong, cause = _lines(error), error
        except ScenarioError as error:
            wrong, cause = message_of(error), error
        raise BadInputError(wrong, options.get("lang", "en")) from cause

    return run


def _lines(error: SituationError) -> Message:
    """What is wrong with a situation, a line for each fault."""
    lines = [said_of(fault) for fault in error.faults]
    left = error.count - len(lines)
    if left:
        lines.append(message("and {count} more faults", count=left))
    return joined(lines, "\n")


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--lang``."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the answer."
    )(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)


def scenario_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--scenario``, once."""
    return click.option(
        "--scenario",
        default="plan",
        metavar="S",
        help="A body of law: plan+name+path=value@start[:stop], or a scenario file.",
    )(command)


def check_month(text: str) -> None:
    """Refuse what ``--at`` can't be: a month from 1900 to 2099.

    Raises:
        BadInputError: If it is written otherwise.
    """
    if not _MONTH.fullmatch(text):
        raise BadInputError(
            message(
                "--at: {month} is no month from 1900 to 2099; write it as 2015-04",
                month=shown(text),
            )
        )


def read_situation(path: str) -> Any:
    """The situation in a file, or on standard input for ``-``.

    Raises:
        BadInputError: If there is no such file.
        SituationError: If it is not JSON.
    """
    return parse_json(read_bytes(path))


def read_bytes(path: str) -> bytes:
    """A file's content, or standard input's for ``-``."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInputError(
            message("{path} can't be read: {reason}", path=path, reason=message_of(error))
        ) from error


def scenario_text(text: str, library: Scenarios) -> str:
    """The text of a scenario that is named by its text or by its file."""
    if text.endswith((".yaml", ".yml")):
        return read_scenario_file(Path(text), library.baseline.parameters).scenario.text
    return library.parse(text).text


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2))


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table for people; plain text where there is no terminal."""
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    table = Table(title=title or None, title_justify="left")
    for place, cell in enumerate(head):
        table.add_column(cell, overflow="fold", no_wrap=place == 0 and len(head) > 1)
    for row in rows:
        # Text of the request may look like markup.
        table.add_row(*map(Text, row))
    console.print(table)


def heads(language: str, *words: str) -> list[str]:
    """The headings of a table in a language.

    Args:
        language: ``en`` or ``fr``.
        words: Keys of ``HEADINGS``.
    """
    return [translated(HEADINGS[word], language) for word in words]
