"""English and French: what the law and its records say, and how amounts and dates are written.

Texts are written in English; ``fr.po`` holds their French. ``python -m
openfisca_jobgrant.languages`` brings the catalogue up to date with the law and the code.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from babel.dates import format_date
from babel.messages.pofile import read_po
from babel.numbers import format_currency, format_decimal, format_percent

LANGUAGES = ("en", "fr")
CATALOGUE = Path(__file__).resolve().parent / "fr.po"
_LOCALES = {"en": "en_CA", "fr": "fr_CA"}
_THIRDS = {1 / 3: "1/3", 2 / 3: "2/3", 1 / 6: "1/6", 5 / 6: "5/6"}
_NOISE = 1e-9


@cache
def catalogue() -> Mapping[str, str]:
    """The French of each English text that has one."""
    with CATALOGUE.open("rb") as file:
        found = read_po(file, locale="fr")
    return MappingProxyType(
        {
            str(message.id): str(message.string)
            for message in found
            if message.id and message.string and not message.fuzzy
        }
    )


def preferred(accepted: Iterable[tuple[str, float]]) -> str:
    """The language that a client likes best, of those that there are; English if none.

    Args:
        accepted: What it accepts, as en-CA or fr, with how well; the best one first.
    """
    for tag, quality in accepted:
        # A header's own search would take fr of "en-CA, fr;q=0.5", since it is spelt the same.
        language = tag.lower().partition("-")[0]
        if quality > 0 and language in LANGUAGES:
            return language
    return "en"


def translated(text: str, language: str) -> str:
    """A text in a language; in English where it has no other.

    Args:
        text: The English text, its lines joined by single spaces.
        language: ``en`` or ``fr``.
    """
    key = " ".join(text.split())
    return key if language == "en" else catalogue().get(key, key)


def said(text: str, language: str, **parts: object) -> str:
    """A sentence in a language, with parts filled in.

    Args:
        text: The English sentence, with names in braces for the parts.
        language: ``en`` or ``fr``.
        parts: What stands for the names.
    """
    return translated(text, language).format(**parts)


def amount(value: float, language: str) -> str:
    """Dollars and cents as the language writes them: $1,234.50 or 1 234,50 $."""
    return str(format_currency(value, "CAD", locale=_LOCALES[language]))


def day(iso: str, language: str) -> str:
    """A day as the language writes it: 1 April 2014, or 1er avril 2014."""
    at = datetime.date.fromisoformat(iso)
    text = str(format_date(at, "d MMMM yyyy", locale=_LOCALES[language]))
    return f"1er{text[1:]}" if language == "fr" and at.day == 1 else text


def quantity(value: Any, unit: str, language: str) -> str:
    """A value with its unit, as the language writes it.

    Args:
        value: A number, true or false, text, or None for what has ended.
        unit: The unit, as parameters and variables name it; empty for none.
        language: ``en`` or ``fr``.
    """
    if value is None:
        return translated("no longer in force", language)
    if isinstance(value, bool):
        return translated("yes" if value else "no", language)
    if isinstance(value, str):
        return value
    if unit == "currency-CAD":
        return amount(value, language)
    if unit == "/1":
        for third, text in _THIRDS.items():
            if abs(value - third) < _NOISE:
                return text
        return str(format_percent(value, "#,##0.## %", locale=_LOCALES[language]))
    number = str(format_decimal(value, locale=_LOCALES[language]))
    return f"{number} {translated(UNITS[unit], language)}" if unit in UNITS else number


def held(value: Any, unit: str, since: str, language: str) -> str:
    """What a figure of the law is, with its unit, or that it isn't in force.

    Args:
        value: Its value; None where it has none.
        unit: Its unit.
        since: The day from which the value holds, as ISO text; empty before the first one.
        language: ``en`` or ``fr``.
    """
    if value is None and not since:
        return translated("not in force yet", language)
    return quantity(value, unit, language)


def pair(name: object, value: object, language: str) -> str:
    """A name with its value as the language writes them: name: value, or name : value."""
    return said("{name}: {value}", language, name=name, value=value)


def confidence(level: str, language: str) -> str:
    """How sure a figure is, in words.

    Args:
        level: ``high``, ``medium`` or ``low``, as parameters have it; empty where none is said.
        language: ``en`` or ``fr``.
    """
    return translated(level, language) if level in CONFIDENCE else level


def worded(document: Any, language: str) -> Any:
    """A document of JSON with the words of the law in it in a language.

    Names, ids, values and the titles of sources stay as they are.

    Args:
        document: Objects, lists and values, as ``asdict`` gives them.
        language: ``en`` or ``fr``.
    """
    if isinstance(document, Mapping):
        return {
            key: translated(value, language)
            if key in _WORDS and isinstance(value, str)
            else worded(value, language)
            for key, value in document.items()
        }
    if isinstance(document, list | tuple):
        return [worded(value, language) for value in document]
    return document


#: Members of JSON that hold words of the law.
_WORDS = frozenset({"description", "label", "note"})
CONFIDENCE = ("high", "medium", "low")

#: Units in words; the unit's plural serves for one, too, behind a figure.
UNITS = {
    "application": "applications",
    "day": "days",
    "employee": "employees",
    "grant": "grants",
    "hour": "hours",
    "km": "km",
    "month": "months",
    "participant": "participants",
    "person": "persons",
    "week": "weeks",
    "year": "years",
}
