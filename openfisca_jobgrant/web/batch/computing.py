"""Computing a batch: all rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy
from openfisca_core.indexed_enums import EnumArray
from openfisca_core.periods import DateUnit, Instant, Period
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import Message, listed, message, message_of
from openfisca_jobgrant.rules import Money, fiscal_year
from openfisca_jobgrant.situations import Fault, SituationError, SituationReader
from openfisca_jobgrant.situations.columnar import (
    of_first_members,
    put_column,
    simulation_of_homes,
    wrong_numbers,
)
from openfisca_jobgrant.situations.faults import Faults, nearest, pointer, shown
from openfisca_jobgrant.situations.periods import PeriodRefusedError, period_of
from openfisca_jobgrant.situations.values import ValueRefusedError
from openfisca_jobgrant.spirals import refuse_spirals
from openfisca_jobgrant.web.batch.table import Results, Table

_WITH_OTHERS = message("another row of the same employer can't be read")


def calculate_table(table: Table, reader: SituationReader) -> Results:
    """What is asked for every row.

    Args:
        table: The rows.
        reader: The reader, with the law.

    Raises:
        SituationError: If a column or an output is no variable, or the period is none.
    """
    system = reader.system
    faults = Faults()
    inputs = _variables(reader, [(name, ("inputs", name)) for name in table.columns], faults)
    asked = [(name, ("outputs", str(place))) for place, name in enumerate(table.outputs)]
    outputs = _variables(reader, asked, faults)
    faults.refuse()
    periods = {
        name: _period_for(variable, table.period, reader)
        for name, variable in {**inputs, **outputs}.items()
    }
    errors: dict[int, Message] = {}
    homes = _homes(table, reader, errors)
    arrays = {
        name: _column(table.columns[name], reader, variable, table.rows, errors)
        for name, variable in inputs.items()
    }
    _agree(arrays, inputs, homes, errors)
    _spread(homes, errors)
    simulation = simulation_of_homes(system, homes)
    refuse_spirals(simulation)
    for name, variable in inputs.items():
        put_column(simulation, variable, periods[name], arrays[name], homes)
    columns = {}
    for name, variable in outputs.items():
        found = simulation.calculate(name, periods[name])
        if isinstance(found, EnumArray):
            found = found.decode_to_str()
        if not variable.entity.is_person:
            found = numpy.asarray(found)[homes[variable.entity.key][0]]
        columns[name] = _exact(numpy.asarray(found), variable)
    return Results(columns, dict(sorted(errors.items())))


def _exact(values: Any, variable: Variable) -> Any:
    if isinstance(variable, Money):
        return numpy.rint(values * 100) / 100 + 0.0
    if values.dtype == numpy.float32:
        return numpy.array([float(str(value)) for value in values])
    return values


def _variables(
    reader: SituationReader, names: Sequence[tuple[str, tuple[str, str]]], faults: Faults
) -> dict[str, Variable]:
    """The variables of some names, each of which stands at a place of the request."""
    known = reader.system.variables
    for name, place in names:
        if name not in known:
            faults.add(
                place,
                message(
                    "there is no variable {name}{hint}", name=shown(name), hint=nearest(name, known)
                ),
                found=name,
                accepted=message("the name of a variable"),
                is_unknown_variable=True,
            )
    return {name: known[name] for name, _ in names if name in known}


def _period_for(variable: Variable, text: str, reader: SituationReader) -> Period:
    """The period of a variable that belongs to the month that is asked for."""
    unit = variable.definition_period
    if unit == DateUnit.ETERNITY:
        return Period((DateUnit.ETERNITY, Instant.eternity(), -1))
    month = _month(text)
    if unit == DateUnit.MONTH:
        return month
    if unit == DateUnit.YEAR:
        if reader.conventions.first_month(variable.name) == 1:
            return Period((DateUnit.YEAR, Instant((month.start.year, 1, 1)), 1))
        return fiscal_year(month)
    raise SituationError(
        [
            Fault(
                "/period",
                message(
                    "{name} is defined for {unit}s; batches are of a month",
                    name=variable.name,
                    unit=unit,
                ),
            )
        ]
    )


class _Monthly:
    """Stands for any variable of a month, to read a period for."""

    name = "a batch"
    definition_period = DateUnit.MONTH


def _month(text: str) -> Period:
    from openfisca_jobgrant.conventions import Conventions

    try:
        return period_of(text, _Monthly(), Conventions())
    except PeriodRefusedError as error:
        raise SituationError(
            [Fault("/period", message_of(error), shown(text), error.accepted)]
        ) from error


def _homes(
    table: Table, reader: SituationReader, errors: dict[int, Message]
) -> dict[str, tuple[Any, int]]:
    """The group of each row, and how many there are, for each kind."""
    system = reader.system
    known = {entity.key for entity in system.group_entities}
    for key in table.groups:
        if key not in known:
            raise SituationError(
                [
                    Fault(
                        pointer(("groups", key)),
                        message(
                            "there is no kind of group {key}{hint}",
                            key=shown(key),
                            hint=nearest(key, known),
                        ),
                        shown(key),
                        listed(sorted(known)),
                    )
                ]
            )
    rows = numpy.arange(table.rows)
    homes: dict[str, tuple[Any, int]] = {system.person_entity.key: (rows, table.rows)}
    nearest_home = (rows, table.rows)
    nested = [key for key in reader.conventions.nesting if key in known]
    for key in (*nested, *sorted(known.difference(nested))):
        if key in table.groups:
            nearest_home = _grouped(table.groups[key], key)
            homes[key] = nearest_home
        else:
            homes[key] = nearest_home if key in nested else (rows, table.rows)
    for inner, outer in pairwise(nested):
        members, count = homes[inner]
        around = homes[outer][0]
        first = of_first_members(around, members, count)
        for row in numpy.flatnonzero(first[members] != around):
            errors.setdefault(
                int(row), message("rows of one {inner} share one {outer}", inner=inner, outer=outer)
            )
    return homes


def _grouped(ids: Any, key: str) -> tuple[Any, int]:
    """Places for ids, in the order in which they come."""
    places: dict[Any, int] = {}
    members = numpy.empty(len(ids), dtype=int)
    for row, name in enumerate(ids if isinstance(ids, list) else ids.tolist()):
        # True and 1.0 are the same key as 1, and aren't the same id.
        if name == "" or type(name) not in (str, int):
            raise SituationError(
                [
                    Fault(
                        pointer(("groups", key, str(row))),
                        message("every row names its {key}", key=key),
                        shown(name),
                        message("an id: text, or a whole number"),
                    )
                ]
            )
        members[row] = places.setdefault(name, len(places))
    return members, len(places)


def _column(
    values: Any, reader: SituationReader, variable: Variable, rows: int, errors: dict[int, Message]
) -> Any:
    """A column as the engine takes it; rows that can't be read have the default, and an error."""
    kind = reader.kind(variable)
    if variable.value_type in (int, float) and (
        isinstance(values, numpy.ndarray)
        or set(map(type, values)) <= ({int} if variable.value_type is int else {int, float})
    ):
        return _numbers(values, reader, variable, errors)
    found = [kind.default()] * rows
    for row, value in enumerate(values):
        if value is None:
            continue
        try:
            found[row] = kind.read(value.item() if isinstance(value, numpy.generic) else value)
        except ValueRefusedError as error:
            errors.setdefault(
                row, message("{place}: {problem}", place=variable.name, problem=message_of(error))
            )
    return numpy.asarray(kind.array(found))


def _numbers(
    values: Any, reader: SituationReader, variable: Variable, errors: dict[int, Message]
) -> Any:
    """A column of numbers, checked all at once."""
    kind = reader.kind(variable)
    try:
        numbers = numpy.array(values, dtype=numpy.float64)
    except (OverflowError, ValueError):
        numbers = numpy.array([float(min(value, 10**300)) for value in values])
    wrong = wrong_numbers(numbers, variable, refuses_negative=reader.conventions.refuses_negative)
    # What is wrong is mostly wrong in many rows alike.
    told: dict[str, Message] = {}
    for row in numpy.flatnonzero(wrong):
        value = shown(values[row])
        if value not in told:
            told[value] = message(
                "{name}: {value} is not accepted: {accepted}",
                name=variable.name,
                value=value,
                accepted=kind.accepted,
            )
        errors.setdefault(int(row), told[value])
    numbers[wrong] = variable.default_value
    return numbers.astype(variable.dtype)


def _agree(
    arrays: dict[str, Any],
    inputs: dict[str, Variable],
    homes: dict[str, tuple[Any, int]],
    errors: dict[int, Message],
) -> None:
    """Rows of one group say the same of it."""
    for name, variable in inputs.items():
        if variable.entity.is_person:
            continue
        members, count = homes[variable.entity.key]
        first = of_first_members(arrays[name], members, count)
        for row in numpy.flatnonzero(first[members] != arrays[name]):
            errors.setdefault(
                int(row),
                message(
                    "{name}: rows of one {key} say different things",
                    name=name,
                    key=variable.entity.key,
                ),
            )


def _spread(homes: dict[str, tuple[Any, int]], errors: dict[int, Message]) -> None:
    """Who shares an employer with a row that can't be read can't be answered either."""
    if not errors or "employer" not in homes:
        return
    members, count = homes["employer"]
    bad = numpy.zeros(count, dtype=bool)
    bad[members[list(errors)]] = True
    for row in numpy.flatnonzero(bad[members]):
        errors.setdefault(int(row), _WITH_OTHERS)
