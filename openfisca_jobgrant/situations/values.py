"""Values of a request: exactly what the variable holds, and nothing that looks like it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy
from openfisca_core.indexed_enums import Enum, EnumArray
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import NOTHING, Message, message
from openfisca_jobgrant.rules import Money
from openfisca_jobgrant.situations.faults import nearest, shown

#: The largest amount for which the rules are exact to the cent.
LARGEST_AMOUNT = 1e12
_DECIMALS = 2


class ValueRefusedError(ValueError):
    """A value that a variable doesn't take.

    Attributes:
        accepted: What it takes.
    """

    def __init__(self, message: Message, accepted: Message) -> None:
        self.accepted = accepted
        super().__init__(message)


@dataclass(frozen=True)
class Kind:
    """What a variable holds, and how a value of a request is read.

    Attributes:
        variable: The variable.
        read: From a value of the request to one that an array takes. It raises
            ``ValueRefusedError``.
        accepted: What is accepted, in words.
    """

    variable: Variable
    read: Callable[[Any], Any]
    accepted: Message

    def array(self, values: list[Any]) -> Any:
        """Values that were read, as the engine takes them."""
        if self.variable.value_type is Enum:
            return EnumArray(numpy.array(values, dtype=numpy.uint8), self.variable.possible_values)
        return numpy.array(values, dtype=self.variable.dtype)

    def default(self) -> Any:
        """The variable's default, as ``read`` would give it."""
        default = self.variable.default_value
        if self.variable.value_type is Enum:
            return list(self.variable.possible_values).index(default)
        return default


def kind_of(variable: Variable, *, refuses_negative: bool) -> Kind:
    """How values of a variable are read.

    Args:
        variable: The variable.
        refuses_negative: Whether no quantity of this law can be negative.
    """
    if variable.value_type is Enum:
        return _of_enum(variable)
    if variable.value_type is bool:
        return _simple(variable, message("true or false"), lambda value: isinstance(value, bool))
    if variable.value_type is int:
        return _of_whole_numbers(variable, refuses_negative)
    if variable.value_type is float:
        return _of_numbers(variable, refuses_negative)
    if variable.value_type is date:
        return _simple(variable, message("a date as text, such as 2014-04-01"), _is_date)
    return _of_text(variable)


def _refused(value: Any, accepted: Message, hint: Message = NOTHING) -> ValueRefusedError:
    return ValueRefusedError(
        message(
            "{value} is not accepted: {accepted}{hint}",
            value=shown(value),
            accepted=accepted,
            hint=hint,
        ),
        accepted,
    )


def _simple(variable: Variable, accepted: Message, fits: Callable[[Any], bool]) -> Kind:
    def read(value: Any) -> Any:
        if not fits(value):
            raise _refused(value, accepted)
        return value

    return Kind(variable, read, accepted)


def _is_date(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _of_text(variable: Variable) -> Kind:
    dtype = numpy.dtype(variable.dtype)
    if dtype.kind != "S":
        return _simple(variable, message("text"), lambda value: isinstance(value, str))
    # What has a longest length is kept as bytes: the engine would cut it, and fail beyond ASCII.
    longest = dtype.itemsize
    return _simple(
        variable,
        message("text in ASCII of at most {longest} characters", longest=longest),
        lambda value: isinstance(value, str) and value.isascii() and len(value) <= longest,
    )


def _of_enum(variable: Variable) -> Kind:
    names = [member.name for member in variable.possible_values]
    places = {name: place for place, name in enumerate(names)}
    accepted = message("one of {names}", names=", ".join(names))

    def read(value: Any) -> int:
        place = places.get(value) if isinstance(value, str) else None
        if place is None:
            raise _refused(value, accepted, nearest(str(value), names))
        return place

    return Kind(variable, read, accepted)


def _of_whole_numbers(variable: Variable, refuses_negative: bool) -> Kind:
    limits: Any = numpy.iinfo(variable.dtype)
    least = 0 if refuses_negative else int(limits.min)
    most = int(limits.max)
    accepted = message("a whole number from {least} to {most}", least=least, most=most)

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _refused(value, accepted)
        return value

    return Kind(variable, read, accepted)


def _of_numbers(variable: Variable, refuses_negative: bool) -> Kind:
    money = isinstance(variable, Money)
    most = LARGEST_AMOUNT if money else float(numpy.finfo(variable.dtype).max)
    least = 0.0 if refuses_negative else -most
    if money:
        accepted = message(
            "an amount in dollars with at most two decimals from {least:.0f} to {most:.0f}",
            least=least,
            most=most,
        )
    else:
        accepted = message("a number from {least:g} to {most:g}", least=least, most=most)

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            raise _refused(value, accepted)
        if money and round(value, _DECIMALS) != value:
            raise _refused(value, accepted)
        return float(value)

    return Kind(variable, read, accepted)


def plain_values(values: Any, variable: Variable) -> list[Any]:
    """A variable's result as JSON has it: one element for each member.

    Money is on its cent, dates are ISO text, enums are names.

    Args:
        values: The engine's array.
        variable: The variable.

    Raises:
        ArithmeticError: If one of them is a number that JSON can't hold.
    """
    if isinstance(values, EnumArray):
        return [str(value) for value in values.decode_to_str()]
    if variable.value_type is float:
        return _numbers(values, variable)
    if variable.value_type is bool or variable.value_type is int:
        return list(values.tolist())
    return [value.decode("ascii") if isinstance(value, bytes) else str(value) for value in values]


def _numbers(values: Any, variable: Variable) -> list[float]:
    if not numpy.isfinite(values).all():
        wrong = values[~numpy.isfinite(values)][0]
        raise ArithmeticError(
            message("{name} is {number}, which is no number", name=variable.name, number=wrong)
        )
    if isinstance(variable, Money):
        # Adding nothing turns -0.0 into 0.0.
        return [round(value, _DECIMALS) + 0.0 for value in values.tolist()]
    if values.dtype == numpy.float32:
        # 0.1 in float32 is 0.10000000149011612 in Python's own float.
        return [float(str(value)) for value in values]
    return list(values.tolist())
