"""How the command reads files, prints answers, and says what is wrong."""

from __future__ import annotations

import json
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
from openfisca_jobgrant.languages.messages import message, message_of, of_library
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios
from openfisca_jobgrant.scenarios.files import read_scenario_file
from openfisca_jobgrant.situations import SituationError, parse_json

ANSWER_IS_NO, BAD_INPUT = 1, 2
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
        "least",
        "makes no difference",
        "member",
        "most",
        "name",
        "not decided",
        "not noticed",
        "noticed",
        "period",
        "proved",
        "provision",
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
    )
}


class BadInputError(click.ClickException):
    """Input that can't be answered: a message on standard error, and exit code 2."""

    exit_code = BAD_INPUT


def speaks_plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command answer bad input with a message instead of a traceback."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except SituationError as error:
            lines = [f"{fault.pointer or '/'}: {fault.message}" for fault in error.faults]
            if error.count > len(error.faults):
                lines.append(f"and {error.count - len(error.faults)} more faults")
            raise BadInputError("\n".join(lines)) from error
        except ScenarioError as error:
            raise BadInputError(message_of(error)) from error

    return run


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
            message(
                "{path} can't be read: {strerror}", path=path, strerror=of_library(error.strerror)
            )
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
