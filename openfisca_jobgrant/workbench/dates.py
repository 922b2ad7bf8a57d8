"""Months and days as people write them: 2014-09, 2014/9, September 2014, 1er septembre 2014."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from functools import cache

from babel.dates import get_month_names

_MONTH = re.compile(r"(\d{4})[-/. ](\d{1,2})", re.ASCII)
_MONTH_LAST = re.compile(r"(\d{1,2})[-/. ](\d{4})", re.ASCII)
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_NAMED = re.compile(r"(?:(\d{1,2})(?:er|st|nd|rd|th)? )?([a-z]+)\.? (?:(\d{1,2}),? )?(\d{4})")


def month_in(text: str) -> str | None:
    """The month that a text writes, as 2014-09; None if it is none."""
    plain = _plain(text)
    found = _MONTH.fullmatch(plain)
    if found:
        return _month(found[1], int(found[2]))
    found = _MONTH_LAST.fullmatch(plain)
    if found:
        return _month(found[2], int(found[1]))
    found = _NAMED.fullmatch(plain)
    if found and not found[1] and not found[3]:
        return _month(found[4], _names().get(found[2], 0))
    return None


def day_in(text: str) -> str | None:
    """The day that a text writes, as 2014-09-01; None if it is none, or could be two."""
    plain = _plain(text)
    found = _DAY.fullmatch(plain)
    if found:
        return _day(found[1], int(found[2]), found[3])
    found = _NAMED.fullmatch(plain)
    if found and bool(found[1]) != bool(found[3]):
        return _day(found[4], _names().get(found[2], 0), found[1] or found[3])
    return None


def _month(year: str, month: int) -> str | None:
    return f"{year}-{month:02}" if "1900" <= year <= "2099" and 1 <= month <= 12 else None


def _day(year: str, month: int, day: str) -> str | None:
    try:
        return date(int(year), month, int(day)).isoformat()
    except ValueError:
        return None


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.strip().casefold())
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.split())


@cache
def _names() -> dict[str, int]:
    """Every name of a month and its short form, in both languages, plainly written."""
    found = {}
    for language in ("en", "fr"):
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, locale=f"{language}_CA").items():
                found[_plain(name).rstrip(".")] = number
    return found
