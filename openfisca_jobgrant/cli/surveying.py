"""The command that finds cliffs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from openfisca_jobgrant.cli.output import (
    BadInputError,
    check_month,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    scenario_text,
    speaks_plainly,
)
from openfisca_jobgrant.languages import quantity, said, translated
from openfisca_jobgrant.languages.messages import NOTHING, in_language, message, message_of
from openfisca_jobgrant.proofs.batches import column
from openfisca_jobgrant.proofs.cliffs import AMOUNTS, Cliff, Surveyor, is_numeric_input
from openfisca_jobgrant.proofs.pieces import NotPiecewiseError
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations.faults import nearest, shown

_BASE = ("tuition_fees=15000", "wages_during_training=4000")


@click.command()
@click.option("--scenario", "scenarios", multiple=True, default=("plan",), metavar="S")
@click.option(
    "--jurisdiction",
    "codes",
    multiple=True,
    type=click.Choice(CODES),
    help="A jurisdiction; all thirteen if left out.",
)
@click.option("--at", "month", default="2015-04", show_default=True, metavar="MONTH")
@click.option("--amount", "amounts", multiple=True, default=AMOUNTS, show_default=True)
@click.option("--input", "inputs", multiple=True, help="An input that rises; all that matter if "
              "left out.")  # fmt: skip
@click.option(
    "--with",
    "facts",
    multiple=True,
    default=_BASE,
    show_default=True,
    metavar="NAME=VALUE",
    help="What is known of the participant; all else is the usual.",
)
@click.option(
    "--chart",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the amounts along the one --input, to an .svg, .png or .html file.",
)
@json_option
@language_option
@speaks_plainly
def cliffs(
    scenarios: tuple[str, ...],
    codes: tuple[str, ...],
    month: str,
    amounts: tuple[str, ...],
    inputs: tuple[str, ...],
    facts: tuple[str, ...],
    chart: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """List every place where an amount jumps, or falls, as an input rises, and the rule behind it.

    One participant is looked at, one input at a time, all else staying.
    """
    library = Scenarios()
    check_month(month)
    texts = [scenario_text(text, library) for text in scenarios]
    variables = library.baseline.variables
    for name in (*amounts, *inputs):
        if name not in variables:
            raise BadInputError(
                message(
                    "there is no variable {name}{hint}",
                    name=shown(name),
                    hint=nearest(name, list(variables)),
                )
            )
    for name in amounts:
        if variables[name].value_type not in (int, float):
            raise BadInputError(message("--amount: {name} is no number", name=name))
    for name in inputs:
        if not is_numeric_input(variables[name]):
            raise BadInputError(message("--input: {name} is no input that is a number", name=name))
    base = dict(_fact(text, variables) for text in facts)
    found: list[tuple[str, Cliff]] = []
    left: list[str] = []
    for text in texts:
        surveyor = Surveyor(library.system(text), base)
        for code in codes or CODES:
            for moved in inputs or surveyor.inputs(amounts, code, month):
                for amount in amounts:
                    try:
                        cliffs_there = surveyor.survey(amount, moved, code, month)
                    except NotPiecewiseError as error:
                        left.append(
                            said(
                                "{scenario} {code}: {amount} along {moved}: {reason}",
                                lang,
                                scenario=text,
                                code=code,
                                amount=amount,
                                moved=moved,
                                reason=in_language(message_of(error), lang),
                            )
                        )
                        continue
                    found += [(text, cliff) for cliff in cliffs_there]
    if chart is not None:
        _draw(chart, library, texts, base, codes or CODES, month, amounts, inputs, lang)
    if as_json:
        print_json(
            {
                "cliffs": [
                    {"scenario": text, **_plain(cliff), "size": cliff.size} for text, cliff in found
                ],
                "not_followed": left,
            }
        )
        return
    _print(found, variables, lang)
    for line in left:
        click.echo(line, err=True)


def _plain(cliff: Cliff) -> dict[str, Any]:
    data = asdict(cliff)
    data["figures"] = [{"path": path, "value": value} for path, value in cliff.figures]
    data["rules"] = list(cliff.rules)
    return data


def _fact(text: str, variables: Any) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    variable = variables.get(name)
    if variable is None or not sign:
        raise BadInputError(
            message(
                "--with {text}: write NAME=VALUE with an input's name{hint}",
                text=shown(text),
                hint=NOTHING if variable else nearest(name, list(variables)),
            )
        )
    if variable.formulas or variable.definition_period != "month":
        raise BadInputError(message("--with: {name} is no monthly input", name=name))
    members = getattr(variable, "possible_values", None)
    if members is not None:
        names = [member.name for member in members]
        if value not in names:
            raise BadInputError(
                message(
                    "--with {name}: {value} is none of {names}",
                    name=name,
                    value=shown(value),
                    names=", ".join(names),
                )
            )
        return name, names.index(value)
    if variable.value_type is bool:
        if value not in ("true", "false"):
            raise BadInputError(
                message(
                    "--with {name}: {value} is neither true nor false",
                    name=name,
                    value=shown(value),
                )
            )
        return name, value == "true"
    try:
        number = float(value)
    except ValueError as error:
        raise BadInputError(
            message("--with {name}: {value} is no number", name=name, value=shown(value))
        ) from error
    if not 0 <= number <= 1e9 or round(number * 100) != number * 100:
        raise BadInputError(
            message(
                "--with {name}: {value} is not from 0 up, with two decimals",
                name=name,
                value=shown(value),
            )
        )
    return name, column(variable, [number])[0].item()


def _print(found: list[tuple[str, Cliff]], variables: Any, lang: str) -> None:
    if not found:
        click.echo(translated("No amount jumps or falls there.", lang))
        return

    def valued(name: str, value: float) -> str:
        whole = int(value) if float(value).is_integer() else value
        return quantity(whole, variables[name].unit or "", lang)

    words = (
        "scenario", "where", "amount", "along", "from", "to", "before", "after", "because of",
    )  # fmt: skip
    print_table(
        "",
        heads(lang, *words),
        [
            (
                text,
                cliff.code,
                translated(variables[cliff.amount].label, lang),
                translated(variables[cliff.moved].label, lang),
                valued(cliff.moved, cliff.before),
                valued(cliff.moved, cliff.after),
                valued(cliff.amount, cliff.amount_before),
                valued(cliff.amount, cliff.amount_after),
                "\n".join(
                    [
                        *(translated(variables[rule].label, lang) for rule in cliff.rules),
                        *(path for path, value in cliff.figures
                          if value in (cliff.before, cliff.after)),
                    ]
                ),
            )
            for text, cliff in found
        ],
    )  # fmt: skip


def _draw(
    path: Path,
    library: Scenarios,
    texts: list[str],
    base: dict[str, Any],
    codes: tuple[str, ...],
    month: str,
    amounts: tuple[str, ...],
    inputs: tuple[str, ...],
    lang: str,
) -> None:
    if len(inputs) != 1 or len(codes) != 1:
        raise BadInputError(message("--chart needs one --input and one --jurisdiction"))
    (moved,), (code,) = inputs, codes
    # What draws takes longer to load than everything else together.
    from openfisca_jobgrant.charts import along, write_chart

    drawn = along(library, texts, base, code, month, amounts, moved, lang)
    try:
        write_chart(drawn, path)
    except (OSError, ValueError) as error:
        raise BadInputError(
            message("--chart {path}: {reason}", path=path, reason=message_of(error))
        ) from error
