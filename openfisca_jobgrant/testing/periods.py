"""The one spelling of each period.

OpenFisca reads several spellings of a period and then loses the inputs written in the second one,
and ignores a year that begins in the wrong month. Here a period has one spelling.
"""

from __future__ import annotations

import calendar
import re

from openfisca_core.periods import DateUnit, Period, period
from openfisca_core.variables import Variable

from openfisca_jobgrant.conventions import Conventions
from openfisca_jobgrant.testing.located import YamlScalar

_MONTH = re.compile(r"\d{4}-\d{2}")
_CALENDAR_YEAR = re.compile(r"\d{4}")
_OTHER_YEAR = re.compile(r"year:\d{4}-(\d{2})")


def period_of(written: YamlScalar, variable: Variable, conventions: Conventions) -> Period:
    """The period that a value of a variable is written for.

    Args:
        written: The period as the case writes it.
        variable: The variable that the value belongs to.
        conventions: In which month its year begins.

    Returns:
        The period, one unit long: the unit of the variable.

    Raises:
        ValueError: If it is spelt otherwise, or is no period of the variable; the message names
            the right spelling.
    """
    parsed = _parsed(written)
    if parsed is not None and _is_right(written, parsed, variable, conventions):
        return parsed
    first_month = conventions.first_month(variable.name)
    unit = variable.definition_period
    if unit == DateUnit.YEAR:
        kind = f"years that begin on 1 {calendar.month_name[first_month]}"
        wanted = _year(parsed, first_month)
    elif unit == DateUnit.MONTH:
        kind, wanted = "months", _month(parsed)
    elif unit == DateUnit.ETERNITY:
        kind, wanted = "all time", "ETERNITY"
    else:
        kind = f"periods of one {DateUnit(unit).value}"
        wanted = "it as OpenFisca prints it"
    raise ValueError(
        f"the period {written.written} does not fit: {variable.name} is defined for {kind}; "
        f"write {wanted}"
    )


def any_period(written: YamlScalar) -> Period:
    """The period of a whole case, which may be of any unit.

    Raises:
        ValueError: If it is no period, or is spelt otherwise than OpenFisca prints it.
    """
    parsed = _parsed(written)
    if parsed is None:
        raise ValueError(
            f"{written.written or 'nothing'} is no period: write a month (2014-04), a year that "
            "begins in another month than January (year:2014-04) or a calendar year (2015)"
        )
    if str(parsed) != written.written:
        raise ValueError(f"the period {written.written} is not spelt as it should: write {parsed}")
    return parsed


def _parsed(written: YamlScalar) -> Period | None:
    if not written.written or isinstance(written.value, bool | float):
        return None
    try:
        return period(written.written)
    except ValueError:
        return None


def _is_right(
    written: YamlScalar, parsed: Period, variable: Variable, conventions: Conventions
) -> bool:
    unit = variable.definition_period
    if parsed.unit != unit:
        return False
    if unit == DateUnit.MONTH:
        return _MONTH.fullmatch(written.written) is not None
    if unit == DateUnit.YEAR:
        first_month = conventions.first_month(variable.name)
        if first_month == 1:
            return _CALENDAR_YEAR.fullmatch(written.written) is not None
        match = _OTHER_YEAR.fullmatch(written.written)
        return match is not None and int(match[1]) == first_month
    return str(parsed) == written.written and (unit == DateUnit.ETERNITY or parsed.size == 1)


def _month(parsed: Period | None) -> str:
    """The month that was meant, or an example of one."""
    if parsed is None or parsed.unit not in (DateUnit.MONTH, DateUnit.DAY):
        return "a month, such as 2014-04"
    return f"{parsed.start.year:04d}-{parsed.start.month:02d}"


def _year(parsed: Period | None, first_month: int) -> str:
    """The year that was meant, or an example of one."""
    if parsed is None or parsed.unit == DateUnit.ETERNITY:
        year = 2014
    else:
        year = parsed.start.year
        # A bare 2014 means the year that begins in 2014; February 2014 belongs to the one before.
        bare = parsed.unit == DateUnit.YEAR and parsed.start.month == 1
        if parsed.start.month < first_month and not bare:
            year -= 1
    return f"{year:04d}" if first_month == 1 else f"year:{year:04d}-{first_month:02d}"
