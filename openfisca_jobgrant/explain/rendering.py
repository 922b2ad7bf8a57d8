"""A record as text, Markdown, HTML or data, in English or French."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from markupsafe import escape
from openfisca_core.indexed_enums import Enum
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.explain.record import Record, Step
from openfisca_jobgrant.explain.remedies import Remedy
from openfisca_jobgrant.languages import (
    confidence,
    day,
    held,
    pair,
    quantity,
    said,
    translated,
    worded,
)
from openfisca_jobgrant.scenarios.law import Figure
from openfisca_jobgrant.scenarios.named import named_laws
from openfisca_jobgrant.scenarios.scenario import Scenario

FORMATS = ("text", "markdown", "html", "json")
#: The day on which every figure begins.
_ALWAYS = "1900-01-01"


@dataclass
class Section:
    """A part of a record: a heading, lines, and a table if there is one.

    Attributes:
        heading: What it is about.
        lines: Sentences.
        table: Rows of cells; the first row holds the headings. Empty for none.
        links: Documents that the section rests on: title and address.
    """

    heading: str
    lines: list[str] = field(default_factory=list)
    table: list[tuple[str, ...]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


class Writer:
    """Writes records of one law in one language.

    Args:
        system: The law.
        scenario: Its scenario, for its name.
        language: ``en`` or ``fr``.
    """

    def __init__(self, system: TaxBenefitSystem, scenario: Scenario, language: str) -> None:
        self._system = system
        self._scenario = scenario
        self._language = language

    def render(self, record: Record, format_name: str) -> str:
        """A record in one of the formats.

        Args:
            record: The record.
            format_name: ``text``, ``markdown`` or ``html``; for ``json`` see ``data``.
        """
        title, sections = self.title(record), list(self.sections(record))
        if format_name == "html":
            return _html(title, sections, self._language)
        if format_name == "markdown":
            return _markdown(title, sections)
        return _text(title, sections, self._language)

    def data(self, record: Record) -> dict[str, Any]:
        """A record as JSON has it, with the words of its language beside the names."""
        return {
            **worded(asdict(record), self._language),
            "language": self._language,
            "label": self._label(record.variable),
            "failed": [
                {"name": name, "label": self._label(name), "rule": self._rule(name)}
                for name in record.failed
            ],
            "remedies": [
                {
                    "changes": [asdict(change) for change in remedy.changes],
                    "text": self._fix(remedy),
                }
                for remedy in record.remedies
            ],
            "sections": [asdict(section) for section in self.sections(record)],
        }

    # What is said -----------------------------------------------------------------------------

    def title(self, record: Record) -> str:
        """What the record is called."""
        return self._say(
            "{label}: {member}, {period}",
            label=self._label(record.variable),
            member=record.member,
            period=record.period,
        )

    def sections(self, record: Record) -> Iterator[Section]:
        """The record's parts, in their order."""
        yield self._result(record)
        if record.failed:
            yield self._refusal(record)
        yield self._steps(record)
        yield self._inputs(record)

    def _result(self, record: Record) -> Section:
        laws = [self._law(name) for name in self._scenario.reforms]
        laws += [override.text for override in self._scenario.overrides]
        section = Section(
            self._say("Result"),
            [
                pair(
                    self._label(record.variable),
                    self._value(record.variable, record.value),
                    self._language,
                ),
                self._say("Law: {law}", law="; ".join([self._law("plan"), *laws])),
            ],
        )
        if record.amounts:
            section.table = [(self._say("Amount"), self._say("Dollars"))]
            section.table += [
                (self._label(name), self._value(name, value))
                for name, value in record.amounts.items()
            ]
        return section

    def _refusal(self, record: Record) -> Section:
        lines = [
            self._say("{label} - not met. {rule}", label=self._label(name), rule=self._rule(name))
            for name in record.failed
        ]
        if record.remedies:
            lines.append(self._say("The grant would be given with one of these changes:"))
            lines += [self._fix(remedy) for remedy in record.remedies]
        else:
            lines.append(self._say("No change of one fact for each condition turns the refusal."))
        return Section(self._say("Why it is refused"), lines)

    def _fix(self, remedy: Remedy) -> str:
        return f" {self._say('and')} ".join(
            self._say("an application in {month} instead of {now}", month=at.after, now=at.before)
            if not at.variable
            else self._say(
                "{label}: {after} instead of {before}",
                label=self._label(at.variable),
                after=self._value(at.variable, at.after),
                before=self._value(at.variable, at.before),
            )
            for at in remedy.changes
        )

    def _steps(self, record: Record) -> Section:
        section = Section(self._say("How it was worked out"))
        section.table = [
            (
                self._say("Rule"),
                self._say("Gives"),
                self._say("In words"),
                self._say("Figures of the law"),
            )
        ]
        links: dict[str, str] = {}
        for step in record.steps:
            figures = [figure for figure in step.figures if not _says_nothing(figure)]
            section.table.append(
                (
                    self._label(step.variable),
                    self._value(step.variable, step.value),
                    self._rule(step.variable),
                    # A note's full stop doesn't go with what follows it.
                    "; ".join(self._figure(figure).removesuffix(".") for figure in figures),
                )
            )
            for source in (*_references(figures), *self._references(step)):
                links.setdefault(source[1], source[0])
        section.links = [(title, href) for href, title in links.items()]
        return section

    def _inputs(self, record: Record) -> Section:
        section = Section(self._say("What the rules looked at"))
        section.table = [(self._say("Fact"), self._say("Value"), self._say("Stated or assumed"))]
        for item in record.inputs:
            section.table.append(
                (
                    self._label(item.variable),
                    self._value(item.variable, item.value),
                    self._say("stated") if item.given else self._say("assumed: not stated"),
                )
            )
        return section

    def _figure(self, figure: Figure) -> str:
        words = {
            "description": translated(figure.description, self._language),
            "value": held(figure.value, figure.unit, figure.since, self._language),
            "confidence": confidence(figure.confidence, self._language),
        }
        if figure.since == _ALWAYS:
            parts = [self._say("{description}: {value}, confidence {confidence}", **words)]
        else:
            since = day(figure.since, self._language)
            parts = [
                self._say(
                    "{description}: {value} since {since}, confidence {confidence}",
                    since=since,
                    **words,
                )
            ]
        if figure.note:
            parts.append(translated(figure.note, self._language))
        return " - ".join(parts)

    def _references(self, step: Step) -> list[tuple[str, str]]:
        found = []
        for reference in self._system.variables[step.variable].reference or ():
            title, _, href = reference.rpartition(" — ")
            found.append((title, href))
        return found

    # Words ------------------------------------------------------------------------------------

    def _say(self, text: str, **parts: object) -> str:
        return said(text, self._language, **parts)

    def _label(self, name: str) -> str:
        label = self._system.variables[name].label or name
        return translated(label, self._language)

    def _rule(self, name: str) -> str:
        formulas = self._system.variables[name].formulas
        words = [formula.__doc__ or "" for formula in formulas.values()]
        return translated(words[-1], self._language) if words else ""

    def _law(self, name: str) -> str:
        return translated(named_laws()[name].title, self._language)

    def _value(self, name: str, value: Any) -> str:
        variable = self._system.variables[name]
        if variable.value_type is Enum:
            return translated(variable.possible_values[value].value, self._language)
        if name == "failed_conditions":
            return "; ".join(self._label(part) for part in value.split(", ") if part)
        return quantity(value, variable.unit or "", self._language)


def _says_nothing(figure: Figure) -> bool:
    """Whether a figure is what holds where a programme says nothing."""
    return figure.path.startswith("programmes.neutral.")


def _references(figures: Sequence[Figure]) -> list[tuple[str, str]]:
    return [(at["title"], at["href"]) for figure in figures for at in figure.reference]


def _text(title: str, sections: Sequence[Section], language: str) -> str:
    lines = [title, "=" * len(title)]
    for section in sections:
        lines += ["", section.heading, "-" * len(section.heading), *section.lines]
        for row in section.table[1:]:
            lines.append(f"- {pair(row[0], row[1], language)}")
            lines += [f"    {cell}" for cell in row[2:] if cell]
        lines += [f"  {title} <{href}>" for title, href in section.links]
    return "\n".join(lines) + "\n"


def _markdown(title: str, sections: Sequence[Section]) -> str:
    lines = [f"# {_md(title)}"]
    for section in sections:
        lines += ["", f"## {_md(section.heading)}", ""]
        lines += [f"- {_md(line)}" for line in section.lines]
        if len(section.table) > 1:
            head, *rows = section.table
            lines += ["", "| " + " | ".join(map(_md, head)) + " |", "|---" * len(head) + "|"]
            lines += ["| " + " | ".join(map(_md, row)) + " |" for row in rows]
        if section.links:
            lines.append("")
            lines += [f"- [{_md(title)}]({href})" for title, href in section.links]
    return "\n".join(lines) + "\n"


def _md(text: str) -> str:
    """Text that Markdown shows as it is."""
    escaped = text.replace("\\", "\\\\").replace("\n", " ")
    for character in "|*_`[]<>#":
        escaped = escaped.replace(character, "\\" + character)
    return escaped


def _html(title: str, sections: Sequence[Section], language: str) -> str:
    parts = [
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head>\n<body>\n<h1>{escape(title)}</h1>"
    ]
    parts += [html_section(section) for section in sections]
    return "\n".join([*parts, "</body>\n</html>"]) + "\n"


def html_section(section: Section) -> str:
    """A section as HTML; everything that was typed is escaped."""
    parts = [f"<section>\n<h2>{escape(section.heading)}</h2>"]
    parts += [f"<p>{escape(line)}</p>" for line in section.lines]
    if len(section.table) > 1:
        head, *rows = section.table
        cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        parts.append(f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>")
        for row in rows:
            first, *others = row
            cells = f'<th scope="row">{escape(first)}</th>'
            cells += "".join(f"<td>{escape(cell)}</td>" for cell in others)
            parts.append(f"<tr>{cells}</tr>")
        parts.append("</tbody>\n</table>")
    if section.links:
        items = "".join(
            f'<li><a href="{escape(href)}">{escape(title)}</a></li>'
            for title, href in section.links
        )
        parts.append(f"<ul>{items}</ul>")
    return "\n".join([*parts, "</section>"])
