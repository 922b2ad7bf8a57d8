"""The command that works out an earlier answer again."""

from __future__ import annotations

from dataclasses import asdict

import click

from openfisca_jobgrant.cli.output import (
    ANSWER_IS_NO,
    BadInputError,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    read_situation,
    speaks_plainly,
)
from openfisca_jobgrant.languages import said, translated
from openfisca_jobgrant.languages.messages import in_language, message_of
from openfisca_jobgrant.receipts import ReceiptError, Replay, replay
from openfisca_jobgrant.scenarios import Scenarios


@click.command(name="replay")
@click.argument("receipt")
@json_option
@language_option
@speaks_plainly
def replay_command(receipt: str, as_json: bool, lang: str) -> None:
    """Say whether today's law gives the answer in RECEIPT (JSON; - for standard input).

    RECEIPT is an answer that was asked for with its receipt. Exit code 0 if the law gives the same,
    1 if not, 2 if the receipt isn't as it was issued.
    """
    library = Scenarios()
    try:
        found = replay(read_situation(receipt), library)
    except ReceiptError as error:
        raise BadInputError(message_of(error)) from error
    if as_json:
        print_json({"same": found.same, **asdict(found)})
    else:
        _print(found, library, lang)
    if not found.same:
        raise SystemExit(ANSWER_IS_NO)


def _print(found: Replay, library: Scenarios, lang: str) -> None:
    when = {"issued": found.issued, "version": found.package, "scenario": found.scenario}
    click.echo(said("Answered {issued} by version {version} under {scenario}.", lang, **when))
    if found.same_law:
        click.echo(translated("The text of the law is the same today.", lang))
    else:
        click.echo(translated("The text of the law is another one today.", lang))
    if found.refusal:
        click.echo(
            said("Today's law has no answer: {why}", lang, why=in_language(found.refusal, lang))
        )
    elif found.same:
        click.echo(translated("Today's law gives the same answer.", lang))
    else:
        click.echo(translated("Today's law gives another answer:", lang))
        variables = library.baseline.variables
        print_table(
            "",
            heads(lang, "member", "amount", "period", "before", "now"),
            [
                (
                    one["member"],
                    translated(variables[one["variable"]].label, lang),
                    one["period"],
                    str(one["before"]),
                    str(one["now"]),
                )
                for one in found.differences
            ],
        )
