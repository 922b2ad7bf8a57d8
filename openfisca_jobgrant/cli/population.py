"""The commands ``jobgrant population``: populations made, checked, sorted and costed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any

import click
import pyarrow.csv
import pyarrow.parquet

from openfisca_jobgrant.cli.output import (
    BadInputError,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    scenario_text,
    speaks_plainly,
)
from openfisca_jobgrant.languages import confidence, pair, quantity, said, translated
from openfisca_jobgrant.languages.messages import either, message, message_of
from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.assumptions import ASSUMPTIONS, read_assumptions
from openfisca_jobgrant.population.calibration import as_data, compare
from openfisca_jobgrant.population.checking import check as check_file
from openfisca_jobgrant.population.engine import Progress, Settings
from openfisca_jobgrant.population.engine import run as run_population
from openfisca_jobgrant.population.files import CHUNK
from openfisca_jobgrant.population.making import make as make_file
from openfisca_jobgrant.population.page import page
from openfisca_jobgrant.population.parts import coalitions, parts_of
from openfisca_jobgrant.population.records import document_of, table_of
from openfisca_jobgrant.population.report import Report, report_of, tables_of
from openfisca_jobgrant.population.sorting import sort as sort_file
from openfisca_jobgrant.population.sorting import writing
from openfisca_jobgrant.population.tables import caption, tables_in_words
from openfisca_jobgrant.scenarios import Scenarios

_STOPPED = 130
_PARQUET = ".parquet"
_WORDS = (".md", ".txt")
_FORMATS = ("table", "csv", "json", "parquet", "html")
_BY_SUFFIX = {".csv": "csv", ".json": "json", ".parquet": "parquet", ".html": "html"}
_TABLES = "jurisdiction,size_class,status,group"
_TENTHS = 10


def _plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command answer bad files with a message instead of a traceback."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except PopulationError as error:
            raise BadInputError(message_of(error)) from error
        except KeyboardInterrupt:
            text = said("stopped; no file was written", options.get("lang", "en"))
            click.echo(f"\n{text}", err=True)
            raise SystemExit(_STOPPED) from None

    return speaks_plainly(run)


def _check_targets(file: Path | None, targets: dict[str, Path | None]) -> None:
    """Refuse to write where something is read, or twice to one place.

    Args:
        file: What is read.
        targets: What is written, by the names of the arguments that say so.
    """
    taken = {} if file is None else {file.resolve(): "FILE"}
    for name, target in targets.items():
        if target is None:
            continue
        other = taken.setdefault(target.resolve(), name)
        if other != name:
            raise BadInputError(
                message(
                    "{name} {target} is {other}, too: it would be written over; name another file",
                    name=name,
                    target=target,
                    other=other,
                )
            )


def _check_is_parquet(name: str, target: Path | None) -> None:
    if target is not None and target.suffix.lower() != _PARQUET:
        raise BadInputError(
            message(
                "{name} {target} is written as Parquet: give it a name that ends in .parquet",
                name=name,
                target=target,
            )
        )


@click.group()
def population() -> None:
    """Cost bodies of law over a population of participants."""


@population.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@language_option
@_plainly
def check(file: Path, as_json: bool, lang: str) -> None:
    """Read the whole FILE (Parquet or CSV), and say what it holds."""
    found = check_file(file, Scenarios().baseline)
    if as_json:
        print_json(asdict(found))
        return
    rows = quantity(found.rows, "", lang)
    employers = quantity(found.employers, "", lang)
    click.echo(
        said("{rows} participants of {employers} employers", lang, rows=rows, employers=employers)
    )
    by_code = (f"{code} {quantity(at, '', lang)}" for code, at in found.jurisdictions.items())
    click.echo(pair(translated("Jurisdictions", lang), ", ".join(by_code), lang))
    months = said("{first} to {last}", lang, first=found.first_month, last=found.last_month)
    click.echo(pair(translated("Months", lang), months, lang))
    click.echo(pair(translated("Inputs", lang), ", ".join(found.inputs) or "–", lang))
    click.echo(
        translated("Sorted, and says so.", lang)
        if found.was_sorted
        else translated("Not sorted, or doesn't say so.", lang)
    )


@population.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@language_option
@_plainly
def sort(file: Path, target: Path, lang: str) -> None:
    """Write a copy of FILE, sorted by jurisdiction and employer, to TARGET (Parquet)."""
    _check_is_parquet("TARGET", target)
    rows = sort_file(file, target, Scenarios().baseline)
    click.echo(said("{target}: {rows} rows", lang, target=target, rows=rows), err=True)


@population.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    required=True,
    metavar="S",
    help="A body of law; the first is what the others are held against.",
)
@click.option("--threads", default=None, type=click.IntRange(1, 256), help="One for each core.")
@click.option("--chunk-rows", default=CHUNK, show_default=True, type=click.IntRange(1))
@click.option("--output", type=click.Path(path_type=Path), help="File; else standard output.")
@click.option("--format", "format_name", type=click.Choice(_FORMATS), default=None)
@click.option("--by", default=_TABLES, show_default=True, help="Tables; * crosses dimensions.")
@click.option("--suppress-below", default=0, metavar="N", type=click.IntRange(0))
@click.option("--rows", type=click.Path(path_type=Path), help="File for every row's results.")
@click.option("--parts", is_flag=True, help="Say how much each clause of the last one adds.")
@click.option("--engine", type=click.Choice(("threads", "dask")), default="threads")
@click.option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster.")
@click.option("--resume", type=click.Path(path_type=Path), help="Folder to keep parts in.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@json_option
@language_option
@_plainly
def run(
    file: Path,
    scenarios: tuple[str, ...],
    threads: int | None,
    chunk_rows: int,
    output: Path | None,
    format_name: str | None,
    by: str,
    suppress_below: int,
    rows: Path | None,
    parts: bool,
    engine: str,
    scheduler: str | None,
    resume: Path | None,
    quiet: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Total FILE (Parquet or CSV) under bodies of law: who pays, who gains, what is left."""
    _check_targets(file, {"--output": output, "--rows": rows})
    _check_is_parquet("--rows", rows)
    if scheduler is not None and engine != "dask":
        raise BadInputError(message("--scheduler needs --engine dask"))
    tables = tables_of(by)
    kind = "json" if as_json else _format(format_name, output)
    library = Scenarios()
    texts = list(dict.fromkeys(scenario_text(text, library) for text in scenarios))
    laws = coalitions(texts[-1], library) if parts else {}
    settings = Settings(
        engine=engine,
        threads=threads or os.cpu_count() or 1,
        chunk_rows=chunk_rows,
        scheduler=scheduler,
        resume=resume,
        rows=rows,
    )
    everything = list(dict.fromkeys([*texts, *laws.values()]))
    try:
        found = run_population(
            file, everything, library, settings, None if quiet else _progress(lang)
        )
    except KeyboardInterrupt:
        stopped = (
            said(
                "stopped; no file was written; the same command goes on from {folder}",
                lang,
                folder=resume,
            )
            if resume
            else said("stopped; no file was written", lang)
        )
        click.echo(f"\n{stopped}", err=True)
        raise SystemExit(_STOPPED) from None
    report = report_of(found.only(len(texts)), tables, suppress_below)
    if parts:
        report.parts = parts_of(found, texts[-1], library)
    _write(report, kind, output, lang)


def _format(name: str | None, output: Path | None) -> str:
    kind = name or "table"
    if name is None and output is not None:
        suffix = output.suffix.lower()
        if suffix not in (*_BY_SUFFIX, *_WORDS):
            raise BadInputError(
                message(
                    "--output {output}: say what it holds with --format, or end in {known}",
                    output=output,
                    known=either((*_BY_SUFFIX, *_WORDS)),
                )
            )
        kind = _BY_SUFFIX.get(suffix, "table")
    if kind == "parquet" and output is None:
        raise BadInputError(message("Parquet is written to a file: name it with --output"))
    return kind


def _progress(lang: str) -> Progress:
    """Rows done and time left, on standard error: on one line in a terminal."""
    last = [-1]

    def say(done: int, of: int, seconds: float) -> None:
        left = seconds / done * (of - done)
        text = said(
            "{done} of {rows} rows, {left:.0f} s left",
            lang,
            done=quantity(done, "", lang),
            rows=quantity(of, "", lang),
            left=left,
        )
        if sys.stderr.isatty():
            click.echo(f"\r{text:60}", nl=done == of, err=True)
        elif done * _TENTHS // of > last[0]:
            last[0] = done * _TENTHS // of
            click.echo(text, err=True)

    return say


def _write(report: Report, kind: str, output: Path | None, lang: str) -> None:
    if kind == "table" and output is None:
        for table in tables_in_words(report, lang):
            print_table(table.title, table.head, table.rows)
        click.echo(caption(report, lang))
        return
    if kind == "csv" and output is None:
        pyarrow.csv.write_csv(table_of(report), sys.stdout.buffer)
        return
    if kind == "json" and output is None:
        print_json(document_of(report))
        return
    if kind == "html" and output is None:
        click.echo(page(report, lang), nl=False)
        return
    assert output is not None
    with writing(output) as unfinished:
        if kind == "parquet":
            pyarrow.parquet.write_table(table_of(report), unfinished)
        elif kind == "csv":
            pyarrow.csv.write_csv(table_of(report), unfinished)
        else:
            unfinished.write_text(_text(report, kind, lang), encoding="utf-8")


def _text(report: Report, kind: str, lang: str) -> str:
    if kind == "html":
        return page(report, lang)
    if kind == "json":
        return json.dumps(document_of(report), ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    lines = []
    for table in tables_in_words(report, lang):
        lines += [table.title, "", "| " + " | ".join(table.head) + " |"]
        lines.append("|" + "---|" * len(table.head))
        lines += ["| " + " | ".join(row) + " |" for row in table.rows]
        lines.append("")
    return "\n".join([*lines, caption(report, lang), ""])


@population.command()
@click.option("--participants", required=True, type=click.IntRange(1), metavar="N")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--output", required=True, type=click.Path(path_type=Path), help="Parquet file.")
@click.option("--year", default=2015, show_default=True, type=click.IntRange(1900, 2099))
@click.option("--represents", type=click.IntRange(1), help="Participants that the file stands for.")
@click.option("--assumptions", type=click.Path(path_type=Path), help="YAML instead of our own.")
@json_option
@language_option
@_plainly
def make(
    participants: int,
    seed: int,
    output: Path,
    year: int,
    represents: int | None,
    assumptions: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Write a synthetic population, and say how near it comes to what it wasn't drawn from."""
    _check_is_parquet("--output", output)
    drawn = read_assumptions(assumptions or ASSUMPTIONS)
    employers = make_file(
        output, participants, seed, year=year, represents=represents, assumptions=drawn
    )
    found = compare(output, drawn, Scenarios())
    if as_json:
        print_json({"rows": participants, "employers": employers, "held_out": as_data(found)})
        return
    click.echo(
        said(
            "{output}: {participants} participants of {employers} employers",
            lang,
            output=output,
            participants=quantity(participants, "", lang),
            employers=quantity(employers, "", lang),
        )
    )
    print_table(
        "",
        ["", *heads(lang, "published", "here", "within", "met", "source")],
        [
            (
                translated(at.what, lang),
                f"{at.published:g}",
                "–" if at.found is None else f"{at.found:g}",
                f"± {at.tolerance:g}",
                translated("yes", lang) if at.is_met else translated("missed", lang),
                f"{at.source} ({confidence(at.confidence, lang)})",
            )
            for at in found
        ],
    )
    missed = [at.id for at in found if not at.is_met]
    click.echo(
        said(
            "{met} of {of} met; missed: {missed}",
            lang,
            met=len(found) - len(missed),
            of=len(found),
            missed=", ".join(missed) or "–",
        )
    )
