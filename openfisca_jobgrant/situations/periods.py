"""The one spelling of each period in a request."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.languages.messages import Message, message, verbatim
from openfisca_jobgrant.situations.faults import short

_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
_YEAR = re.compile(r"(\d{4})", re.ASCII)
_YEAR_FROM = re.compile(r"year:(\d{4})-(\d{2})", re.ASCII)
_SHORTER = {
    "day": re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII),
    "week": re.compile(r"\d{4}-W\d{2}", re.ASCII),
    "weekday": re.compile(r"\d{4}-W\d{2}-\d", re.ASCII),
}
FIRST_YEAR, LAST_YEAR = 1900, 2100
ETERNITY = "ETERNITY"
_LONGEST = 40
_ETERNITY = Period((DateUnit.ETERNITY, Instant.eternity(), -1))
_MONTHS = 12
_MONTH_NAMES = (
    message("January"),
    message("February"),
    message("March"),
    message("April"),
    message("May"),
    message("June"),
    message("July"),
    message("August"),
    message("September"),
    message("October"),
    message("November"),
    message("December"),
)


class PeriodRefusedError(ValueError):
    """A period that a variable doesn't take.

    Attributes:
        accepted: What it takes.
    """

    def __init__(self, message: Message, accepted: Message) -> None:
        self.accepted = accepted
        super().__init__(message)


def period_of(text: str, variable: Variable, conventions: Conventions) -> Period:
    """The period that a key of a request stands for.

    Args:
        text: The key.
        variable: The variable whose values it dates.
        conventions: In which month its year begins.

    Raises:
        PeriodRefusedError: If it is spelt otherwise, is no period of the variable, or lies before
            1900 or after 2100; the message names the right spelling where it can be guessed.
    """
    unit = str(variable.definition_period)
    first_month = conventions.first_month(variable.name)
    found = _parsed(text, unit, first_month) if len(text) <= _LONGEST else None
    if found is None and unit == DateUnit.ETERNITY and conventions.dates_what_lasts:
        found = _dated(text)
    if found is None:
        accepted = _accepted(unit, first_month)
        meant = _meant(text, unit, first_month)
        raise PeriodRefusedError(
            message(
                "{text} is no period of {name}: write {right}",
                text=short(text),
                name=variable.name,
                right=meant or accepted,
            ),
            accepted,
        )
    if unit != DateUnit.ETERNITY and not FIRST_YEAR <= found.start.year <= LAST_YEAR:
        raise PeriodRefusedError(
            message(
                "{text} is out of range: from {first} to {last}",
                text=text,
                first=FIRST_YEAR,
                last=LAST_YEAR,
            ),
            message(
                "a year from {first} to {last}",
                first=FIRST_YEAR,
                last=LAST_YEAR,
            ),
        )
    return found


@lru_cache(maxsize=4096)
def _parsed(text: str, unit: str, first_month: int) -> Period | None:
    if unit == DateUnit.ETERNITY:
        return _ETERNITY if text == ETERNITY else None
    if unit == DateUnit.MONTH:
        match = _MONTH.fullmatch(text)
        if match is None or not 1 <= int(match[2]) <= _MONTHS or int(match[1]) == 0:
            return None
        return Period((DateUnit.MONTH, Instant((int(match[1]), int(match[2]), 1)), 1))
    if unit == DateUnit.YEAR:
        if first_month == 1:
            match = _YEAR.fullmatch(text)
            month = 1
        else:
            match = _YEAR_FROM.fullmatch(text)
            month = int(match[2]) if match else 0
        if match is None or month != first_month or int(match[1]) == 0:
            return None
        return Period((DateUnit.YEAR, Instant((int(match[1]), month, 1)), 1))
    return _canonical(text, unit)


def _dated(text: str) -> Period | None:
    """A year, a month or a day, in its one spelling."""
    units = (DateUnit.YEAR, DateUnit.MONTH, DateUnit.DAY)
    for found in (_parsed(text, unit, 1) for unit in units if len(text) <= _LONGEST):
        if found is not None:
            return found if FIRST_YEAR <= found.start.year <= LAST_YEAR else None
    return None


def _canonical(text: str, unit: str) -> Period | None:
    """A day, a week or a weekday, as OpenFisca itself prints it."""
    pattern = _SHORTER.get(unit)
    if pattern is None or pattern.fullmatch(text) is None:
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return Period((DateUnit(unit), Instant((found.year, found.month, found.day)), 1))


def _accepted(unit: str, first_month: int) -> Message:
    if unit == DateUnit.ETERNITY:
        return verbatim(ETERNITY)
    if unit == DateUnit.MONTH:
        return message("a month, such as 2014-04")
    if unit == DateUnit.YEAR:
        year = "2014" if first_month == 1 else f"year:2014-{first_month:02d}"
        return message(
            "a year that begins on 1 {month}, such as {year}",
            month=_MONTH_NAMES[first_month - 1],
            year=year,
        )
    return message("one {unit}, as OpenFisca prints it", unit=unit)


def _meant(text: str, unit: str, first_month: int) -> str:
    """The spelling that was probably meant, or nothing."""
    match = re.fullmatch(r"(?:year:|month:)?(\d{4})(?:-(\d{1,2}))?(?:-\d{1,2})?(?::\d+)?", text)
    if match is None:
        return ""
    year, month = int(match[1]), int(match[2] or 0)
    if unit == DateUnit.MONTH and 1 <= month <= _MONTHS:
        return f"{year:04d}-{month:02d}"
    if unit == DateUnit.YEAR:
        # A bare 2014 means the year that begins in 2014; February 2014 belongs to the one before.
        bare = text.startswith("year:") and month == 1
        if month and month < first_month and not bare:
            year -= 1
        return f"{year:04d}" if first_month == 1 else f"year:{year:04d}-{first_month:02d}"
    return ""
