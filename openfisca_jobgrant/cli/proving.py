"""The commands that prove claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import yaml

from openfisca_jobgrant.cli.output import (
    ANSWER_IS_NO,
    BadInputError,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    speaks_plainly,
)
from openfisca_jobgrant.languages import pair, quantity, said, translated
from openfisca_jobgrant.languages.messages import Message, in_language, message, message_of
from openfisca_jobgrant.proofs.bounds import MOST_COUNTED, MOST_DOLLARS
from openfisca_jobgrant.proofs.claim_files import read_claims, shipped_files
from openfisca_jobgrant.proofs.claims import ClaimError, parse_amount, parse_claim
from openfisca_jobgrant.proofs.deciding import PROVED, REFUTED, UNDECIDED, Answer, Effort, Prover
from openfisca_jobgrant.proofs.largest import largest as find_largest
from openfisca_jobgrant.proofs.reporting import as_data, as_test
from openfisca_jobgrant.scenarios import Scenarios

#: The exit code of a claim that was not decided.
NOT_DECIDED = 3
_EXIT = {PROVED: 0, REFUTED: ANSWER_IS_NO, UNDECIDED: NOT_DECIDED}


def _effort_options(command: Any) -> Any:
    for option in (
        click.option(
            "--tried",
            default=200_000,
            show_default=True,
            type=click.IntRange(0, 10_000_000),
            help="How many situations the engine tries where algebra decides nothing.",
        ),
        click.option(
            "--seconds",
            default=5.0,
            show_default=True,
            type=click.FloatRange(0.01, 3600),
            help="How long one case of the claim may take.",
        ),
        click.option(
            "--participants",
            default=2,
            show_default=True,
            type=click.IntRange(1, 12),
            help="For applications of up to so many participants.",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("claim")
@click.option("--where", default="", metavar="CONDITION", help="For which situations only.")
@click.option(
    "--test",
    "test_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the situation that breaks the claim to this YAML file of test cases.",
)
@_effort_options
@json_option
@language_option
@speaks_plainly
def prove(
    claim: str,
    where: str,
    test_file: Path | None,
    participants: int,
    seconds: float,
    tried: int,
    as_json: bool,
    lang: str,
) -> None:
    """Say whether CLAIM ("SCENARIO: EXPRESSION") holds for every situation.

    In the expression a bare name is a variable under SCENARIO, and plan.name the same under
    another scenario. Exit codes: 0 proved, 1 refuted, 2 bad input, 3 not decided.
    """
    library = Scenarios()
    try:
        read = parse_claim(claim, library, where)
    except ClaimError as error:
        raise BadInputError(message_of(error)) from error
    answer = Prover(library, Effort(participants, seconds, tried)).decide(read)
    data = as_data(answer, library)
    if test_file is not None and answer.witness is not None:
        _write(test_file, as_test(answer, library))
    if as_json:
        print_json(data)
    else:
        _print(answer, data, library, lang)
    raise SystemExit(_EXIT[answer.verdict])


def _write(path: Path, cases: list[dict[str, Any]]) -> None:
    text = yaml.safe_dump(cases, allow_unicode=True, sort_keys=False, width=100)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInputError(
            message(
                "{path} can't be written: {reason}",
                path=path,
                reason=message_of(error),
            )
        ) from error


def _print(answer: Answer, data: dict[str, Any], library: Scenarios, lang: str) -> None:
    click.echo(pair(translated(_VERDICTS[answer.verdict], lang), answer.claim.text, lang))
    bounds = data["bounds"]
    if answer.verdict != REFUTED:
        click.echo(
            said(
                "Looked at: {jurisdictions}; every month from {first} to {last}; {applications}, "
                "alone; amounts up to {amount}, counts up to {most}; in exact cents.",
                lang,
                jurisdictions=" ".join(bounds["jurisdictions"]) or "-",
                first=bounds["first_month"],
                last=bounds["last_month"],
                applications=in_language(_applications_of(bounds), lang),
                amount=quantity(MOST_DOLLARS, "currency-CAD", lang),
                most=quantity(MOST_COUNTED, "", lang),
            )
        )
    for case in data["not_decided"]:
        click.echo(
            said(
                "Not decided for {where}, {first} to {last}, {count} participants: {reason}; none "
                "among {tried} situations that the engine tried breaks it.",
                lang,
                where=in_language(case["jurisdiction"], lang),
                first=case["first_month"],
                last=case["last_month"],
                count=case["participants"],
                reason=in_language(case["reason"], lang),
                tried=data["run"]["situations_tried_on_the_engine"],
            )
        )
    if "witness" in data:
        _print_witness(data["witness"], library, lang)


def _applications_of(bounds: dict[str, Any]) -> Message:
    count = bounds["participants_in_an_application"]
    if count == 1:
        return message("applications of one participant")
    return message("applications of up to {count} participants", count=count)


_VERDICTS = {word: word for word in (PROVED, REFUTED, UNDECIDED)}


def _print_witness(witness: dict[str, Any], library: Scenarios, lang: str) -> None:
    variables = library.baseline.variables
    click.echo(
        said(
            "The engine confirms it in {month} in {code}, when only this is stated:",
            lang,
            month=witness["month"],
            code=witness["jurisdiction"],
        )
    )
    rows = []
    ends = {(one["variable"], one["member"]): one for one in witness["fails_for"]}
    for row in witness["stated"]:
        variable = variables[row["variable"]]
        value = _word(variable, row["value"], lang)
        end = ends.get((row["variable"], row["member"]))
        rows.append(
            (
                row["member"],
                translated(variable.label, lang) + (" (+)" if row.get("more") else ""),
                value,
                *(
                    "" if end is None or end[side] is None else _word(variable, end[side], lang)
                    for side in ("from", "to")
                ),
            )
        )
    words = ("member", "amount", "value", "fails from", "fails up to")
    print_table("", heads(lang, *words), rows)
    print_table(
        "",
        heads(lang, "scenario", "amount", "member", "value"),
        [
            (
                row["scenario"],
                translated(variables[row["variable"]].label, lang),
                row["member"],
                _word(variables[row["variable"]], row["value"], lang),
            )
            for row in witness["found"]
        ],
    )


def _word(variable: Any, value: Any, lang: str) -> str:
    if isinstance(value, str) and getattr(variable, "possible_values", None) is not None:
        return translated(variable.possible_values[value].value, lang)
    return quantity(value, variable.unit or "", lang)


@click.command()
@click.argument("amount")
@click.option("--where", default="", metavar="CONDITION", help="For which situations only.")
@_effort_options
@json_option
@language_option
@speaks_plainly
def largest(
    amount: str,
    where: str,
    participants: int,
    seconds: float,
    tried: int,
    as_json: bool,
    lang: str,
) -> None:
    """Say what AMOUNT ("SCENARIO: EXPRESSION") comes to at most, and for whom: who gains most?

    Exit codes: 0 nothing can come to more, 2 bad input, 3 that was not decided.
    """
    library = Scenarios()
    try:
        read = parse_amount(amount, library, where)
    except ClaimError as error:
        raise BadInputError(message_of(error)) from error
    most, answer = find_largest(read, library, Effort(participants, seconds, tried))
    data = {"most": most, **as_data(answer, library)}
    if as_json:
        print_json(data)
    else:
        shown = "-" if most is None else quantity(most, "currency-CAD", lang)
        verdict = translated(_VERDICTS[answer.verdict], lang)
        click.echo(pair(verdict, f"{answer.claim.text} <= {shown}", lang))
        if "witness" in data:
            _print_witness(data["witness"], library, lang)
    raise SystemExit(_EXIT[answer.verdict])


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@_effort_options
@json_option
@language_option
@speaks_plainly
def claims(
    files: tuple[Path, ...],
    participants: int,
    seconds: float,
    tried: int,
    as_json: bool,
    lang: str,
) -> None:
    """Decide the claims of FILES, or those that ship with the law, and hold them against what is
    expected.

    Exit codes: 0 all as expected, 1 one is otherwise, 2 bad input, 3 one was not decided.
    """
    library = Scenarios()
    prover = Prover(library, Effort(participants, seconds, tried))
    try:
        found = [
            (one, prover.decide(one.claim))
            for path in (files or shipped_files())
            for one in read_claims(path, library)
        ]
    except ClaimError as error:
        raise BadInputError(message_of(error)) from error
    if as_json:
        print_json(
            [
                {**as_data(answer, library), "expected": one.expected, "because": one.because}
                for one, answer in found
            ]
        )
    else:
        print_table(
            "",
            heads(lang, "verdict", "expected", "claim", "seconds"),
            [
                (
                    translated(answer.verdict, lang),
                    translated(one.expected, lang),
                    answer.claim.text,
                    f"{answer.seconds:.2f}",
                )
                for one, answer in found
            ],
        )
    otherwise = {answer.verdict for one, answer in found if answer.verdict != one.expected}
    if otherwise:
        raise SystemExit(NOT_DECIDED if otherwise == {UNDECIDED} else ANSWER_IS_NO)
