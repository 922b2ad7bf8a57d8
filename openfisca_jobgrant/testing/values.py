"""Values that are what they look like: no numbers in quotes, no words that YAML misreads."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum
from openfisca_core.variables import Variable

from openfisca_jobgrant.testing.located import YamlScalar
from openfisca_jobgrant.testing.problems import listed, nearest

Value = str | int | float | bool


def value_of(written: YamlScalar, variable: Variable) -> Value:
    """The value that a case gives to a variable, or expects of it.

    Args:
        written: The value as the case writes it.
        variable: The variable that it is a value of.

    Returns:
        A boolean, a whole number, a number, text, the name of an enum's member, or a date as ISO
        text, whichever the variable holds.

    Raises:
        ValueError: If it is of another kind; the message says what would be accepted.
    """
    if written.value is None:
        raise ValueError("there is no value: write one, or leave the variable out")
    kind = variable.value_type
    if kind is Enum:
        return _member(written, variable)
    if kind is bool:
        return _boolean(written)
    if kind is int:
        return _whole(written, variable)
    if kind is float:
        return _number(written, variable)
    if kind is date:
        return _date(written)
    if not isinstance(written.value, str):
        raise ValueError(f'{written.written} is not text: quote it, "{written.written}"')
    return written.value


def _member(written: YamlScalar, variable: Variable) -> str:
    names = [member.name for member in variable.possible_values]
    if isinstance(written.value, bool):
        quoted = f': quote it, "{written.written}"' if written.written in names else ""
        raise ValueError(
            f"YAML reads {written.written} as a boolean{quoted}; accepted: {listed(names)}"
        )
    if written.value not in names:
        raise ValueError(
            f"{written.written} is none of {listed(names)}{nearest(written.value, names)}"
        )
    return str(written.value)


def _boolean(written: YamlScalar) -> bool:
    if not isinstance(written.value, bool):
        raise ValueError(f"{_shown(written)} is not a boolean: write true or false, without quotes")
    return written.value


def _whole(written: YamlScalar, variable: Variable) -> int:
    value = written.value
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{_shown(written)} is not a whole number, without quotes or decimals")
    limits: Any = numpy.iinfo(variable.dtype)
    if not limits.min <= value <= limits.max:
        raise ValueError(f"{value} is out of range: from {limits.min} to {limits.max}")
    return value


def _number(written: YamlScalar, variable: Variable) -> float:
    value = written.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{_shown(written)} is not a number: write digits, without quotes")
    # Also refuses 1.0e+400, which Python reads as infinity.
    largest = float(numpy.finfo(variable.dtype).max)
    if not -largest <= value <= largest:
        raise ValueError(f"{written.written} is out of range: at most {largest:g}")
    return float(value)


def _date(written: YamlScalar) -> str:
    try:
        if date.fromisoformat(str(written.value)).isoformat() == written.value:
            return written.value
    except ValueError:
        pass
    raise ValueError(f"{_shown(written)} is not a date: write YYYY-MM-DD")


def _shown(written: YamlScalar) -> str:
    """The value with quotes if YAML reads text, so that nobody wonders what is wrong with "5"."""
    return f'"{written.written}"' if isinstance(written.value, str) else written.written
