"""The commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from openfisca_jobgrant.cli.covering import cases, coverage
from openfisca_jobgrant.cli.output import (
    ANSWER_IS_NO,
    BadInputError,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    read_situation,
    scenario_option,
    scenario_text,
    speaks_plainly,
)
from openfisca_jobgrant.cli.population import population
from openfisca_jobgrant.cli.proving import claims, largest, prove
from openfisca_jobgrant.cli.replaying import replay_command
from openfisca_jobgrant.cli.surveying import cliffs
from openfisca_jobgrant.explain import FORMATS, Writer, explain, ranges
from openfisca_jobgrant.explain.unknowns import as_data as ranges_as_data
from openfisca_jobgrant.languages import confidence, held, pair, quantity, said, translated, worded
from openfisca_jobgrant.languages.messages import in_language, message, message_of
from openfisca_jobgrant.receipts import receipt_of
from openfisca_jobgrant.scenarios import Scenarios, named_laws
from openfisca_jobgrant.scenarios.attribution import attribute
from openfisca_jobgrant.scenarios.comparing import compare as compare_scenarios
from openfisca_jobgrant.scenarios.files import read_scenario_file, unmet
from openfisca_jobgrant.scenarios.law import Figure, differences, figures
from openfisca_jobgrant.scenarios.unread import unread_overrides
from openfisca_jobgrant.situations import SituationReader, calculate

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="openfisca-jobgrant")
def main() -> None:
    """The Canada Job Grant as rules: ask, compare and explain any body of law.

    Exit codes: 0 done, 1 the answer is no, 2 the input is wrong, 3 not decided.
    """


@main.command()
@json_option
@language_option
def scenarios(as_json: bool, lang: str) -> None:
    """List the bodies of law that have a name."""
    laws = named_laws().values()
    if as_json:
        print_json(
            [
                {
                    "name": law.name,
                    "family": law.family,
                    "title": translated(law.title, lang),
                    "starts_on": law.starts_on,
                }
                for law in laws
            ]
        )
        return
    print_table(
        "",
        heads(lang, "name", "family", "title", "starts on"),
        [(law.name, law.family, translated(law.title, lang), law.starts_on) for law in laws],
    )


@main.command(name="calculate")
@click.argument("situation")
@scenario_option
@click.option("--unknown", is_flag=True, help="Give the range over what isn't stated.")
@click.option("--receipt", is_flag=True, help="Say under which law, for `jobgrant replay`.")
@json_option
@language_option
@speaks_plainly
def calculate_command(
    situation: str, scenario: str, unknown: bool, receipt: bool, as_json: bool, lang: str
) -> None:
    """Fill in what SITUATION (JSON; - for standard input) asks for with null."""
    library = Scenarios()
    text = scenario_text(scenario, library)
    reader = SituationReader(library.system(text))
    read = reader.read(read_situation(situation))
    _warn(unread_overrides(library.parse(text), read, reader), lang)
    if unknown and receipt:
        raise BadInputError(
            message("--unknown gives ranges, and a receipt is of an answer: leave one out")
        )
    if unknown:
        found = ranges_as_data(ranges(read, reader))
        if as_json:
            print_json(found)
        else:
            _print_ranges(found, lang, reader)
        return
    answer = calculate(read, reader).document
    print_json(answer | ({"receipt": receipt_of(read, answer, text)} if receipt else {}))


def _warn(warnings: Iterable[str], lang: str) -> None:
    """Warnings go to standard error, so that standard output holds the answer alone."""
    for warning in warnings:
        click.echo(in_language(warning, lang), err=True)


def _print_ranges(found: list[dict[str, Any]], lang: str, reader: SituationReader) -> None:
    variables = reader.system.variables
    rows = []
    for at in found:
        unit = variables[at["variable"]].unit or ""
        narrowing = ", ".join(
            translated(variables[one["variable"]].label, lang) for one in at["unknowns"][:3]
        )
        rows.append(
            (
                at["member"],
                translated(variables[at["variable"]].label, lang),
                at["period"],
                *(quantity(at[key], unit, lang) for key in ("assumed", "least", "most")),
                narrowing,
            )
        )
    words = ("member", "amount", "period", "assumed", "least", "most", "what would narrow it most")
    print_table("", heads(lang, *words), rows)


@main.command(name="compare")
@click.argument("situation")
@click.option(
    "--scenario",
    "scenarios_",
    multiple=True,
    required=True,
    metavar="S",
    help="A body of law; the first is what the others are held against.",
)
@click.option("--parts", is_flag=True, help="Say how much each clause of the last one adds.")
@json_option
@language_option
@speaks_plainly
def compare_command(
    situation: str, scenarios_: tuple[str, ...], parts: bool, as_json: bool, lang: str
) -> None:
    """Hold what SITUATION asks for under several bodies of law side by side."""
    library = Scenarios()
    document = read_situation(situation)
    texts = [scenario_text(text, library) for text in scenarios_]
    comparison = compare_scenarios(document, texts, library)
    for warnings in comparison.warnings.values():
        _warn(warnings, lang)
    attributed = attribute(document, texts[-1], library) if parts else []
    if as_json:
        data = comparison.as_data()
        data["warnings"] = {
            name: [in_language(one, lang) for one in warnings]
            for name, warnings in comparison.warnings.items()
        }
        if parts:
            data["parts"] = [asdict(one) for one in attributed]
        print_json(worded(data, lang))
        return
    variables = library.baseline.variables
    rows = []
    for row in comparison.rows:
        unit = variables[row.variable].unit or ""
        rows.append(
            (
                row.member,
                translated(row.label, lang),
                row.period,
                *(_word(variables[row.variable], at, unit, lang) for at in row.values.values()),
            )
        )
    head = heads(lang, "member", "amount", "period")
    print_table("", [*head, *comparison.scenarios], rows)
    causes: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in comparison.rows:
        for text, why in row.why.items():
            for cause in why:
                words = said(
                    "{figure}: {after} instead of {before}",
                    lang,
                    figure=translated(cause.description, lang),
                    after=held(cause.after, cause.unit, cause.after_since, lang),
                    before=held(cause.before, cause.unit, cause.before_since, lang),
                )
                sources = "\n".join(source["title"] for source in cause.reference)
                causes.setdefault((text, cause.path), (words, cause.after_since, sources))
    if causes:
        print_table(
            "",
            heads(lang, "scenario", "figure", "why", "since", "source"),
            [(*at, *cells) for at, cells in causes.items()],
        )
    if attributed:
        print_table(
            "",
            heads(lang, "member", "amount", "clause", "adds"),
            [
                (
                    one.member,
                    translated(variables[one.variable].label, lang),
                    clause,
                    quantity(value, "currency-CAD", lang),
                )
                for one in attributed
                for clause, value in one.parts.items()
                if value
            ],
        )


def _word(variable: Any, value: Any, unit: str, lang: str) -> str:
    if isinstance(value, str) and getattr(variable, "possible_values", None) is not None:
        return translated(variable.possible_values[value].value, lang)
    return quantity(value, unit, lang)


@main.command(name="explain")
@click.argument("situation")
@click.argument("variable")
@click.argument("period")
@scenario_option
@click.option("--member", help="The id of the member who is meant.")
@click.option("--format", "format_name", type=click.Choice(FORMATS), default="text")
@json_option
@language_option
@speaks_plainly
def explain_command(
    situation: str,
    variable: str,
    period: str,
    scenario: str,
    member: str | None,
    format_name: str,
    as_json: bool,
    lang: str,
) -> None:
    """Write the record of how VARIABLE came about in PERIOD: rules, figures and sources."""
    library = Scenarios()
    text = scenario_text(scenario, library)
    document = read_situation(situation)
    records = explain(document, variable, period, library, scenario=text, member=member)
    reader = SituationReader(library.system(text))
    read = reader.read(document)
    _warn(unread_overrides(library.parse(text), read, reader, [(variable, period)]), lang)
    writer = Writer(library.system(text), library.parse(text), lang)
    if as_json or format_name == "json":
        print_json([writer.data(record) for record in records])
        return
    for record in records:
        click.echo(writer.render(record, format_name))


main.add_command(population)


@main.group()
def law() -> None:
    """Show the figures of the law, and how bodies of law differ."""


@law.command()
@click.argument("path", default="")
@click.option("--at", default="2100-12-31", metavar="DATE", help="The day, such as 2014-04-01.")
@scenario_option
@json_option
@language_option
@speaks_plainly
def show(path: str, at: str, scenario: str, as_json: bool, lang: str) -> None:
    """Print the figures in force at PATH and below it, with their sources."""
    library = Scenarios()
    found = figures(library.system(scenario_text(scenario, library)), path, at)
    if as_json:
        print_json(worded([asdict(figure) for figure in found], lang))
        return
    print_table(
        "",
        heads(lang, "figure", "what it is", "value", "since", "confidence", "source"),
        [
            (
                figure.path,
                translated(figure.description, lang),
                held(figure.value, figure.unit, figure.since, lang),
                figure.since,
                confidence(figure.confidence, lang),
                "\n".join(f"{one['title']} <{one['href']}>" for one in figure.reference),
            )
            for figure in found
        ],
    )


@law.command()
@click.argument("first")
@click.argument("other")
@click.option("--at", default=None, metavar="DATE", help="The day; today's law if left out.")
@scenario_option
@json_option
@language_option
@speaks_plainly
def diff(first: str, other: str, at: str | None, scenario: str, as_json: bool, lang: str) -> None:
    """List what differs between two scenarios, or between two days of one."""
    library = Scenarios()
    if _DAY.fullmatch(first) and _DAY.fullmatch(other):
        system = library.system(scenario_text(scenario, library))
        found = differences(system, system, at=first, other_at=other)
    else:
        found = differences(
            library.system(scenario_text(first, library)),
            library.system(scenario_text(other, library)),
            at=at or "2100-12-31",
        )
    if as_json:
        print_json(worded([asdict(difference) for difference in found], lang))
        return
    print_table(
        "",
        heads(lang, "figure", "what it is", "before", "after", "source"),
        [
            (
                one.path,
                translated(one.description, lang),
                _value(one.before, lang),
                _value(one.after, lang),
                "\n".join(at["title"] for at in one.after.reference) if one.after else "",
            )
            for one in found
        ],
    )


def _value(figure: Figure | None, lang: str) -> str:
    if figure is None:
        return said("another rule", lang)
    return held(figure.value, figure.unit, figure.since, lang)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@language_option
@speaks_plainly
def check(files: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """Hold scenario FILES against what they say is expected of them."""
    library = Scenarios()
    found = {}
    for path in files:
        missed = unmet(read_scenario_file(path, library.baseline.parameters), library)
        found[str(path)] = [in_language(one, lang) for one in missed]
    if as_json:
        print_json(found)
    else:
        for name, faults in found.items():
            click.echo(pair(name, "; ".join(faults) or translated("as expected", lang), lang))
    if any(found.values()):
        raise SystemExit(ANSWER_IS_NO)


@main.command()
@click.option("--host", help="The address to listen on; 127.0.0.1 if nothing is said.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; 5000 if nothing is said."
)
@click.option(
    "--workers", type=click.IntRange(1, 64), help="How many processes answer; 2 if nothing is said."
)
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve the Web API and the workbench.

    Environment variables set these and everything else, such as limits, origins and logs; an option
    overrides its variable. docs/running.md lists them.
    """
    # gunicorn runs on systems with fork only; the other commands run everywhere, and without what
    # a server loads.
    from openfisca_jobgrant.web.serving import serve as run
    from openfisca_jobgrant.web.settings import SettingsError, settings_of, unknown_settings

    try:
        settings = settings_of(os.environ)
    except SettingsError as error:
        raise BadInputError(message_of(error)) from error
    _warn(unknown_settings(os.environ), "en")
    bind = (host or settings.bind[0], port or settings.bind[1])
    run(replace(settings, bind=bind, workers=workers or settings.workers))


main.add_command(prove)
main.add_command(claims)
main.add_command(largest)
main.add_command(cliffs)
main.add_command(replay_command)
main.add_command(coverage)
main.add_command(cases)
