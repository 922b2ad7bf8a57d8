"""A chunk of a population, checked and laid out by month."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy
import pyarrow
from openfisca_core.variables import Variable

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.columns import (
    Rows,
    codes_of,
    jurisdictions_of,
    month_text,
    months_of,
    values_of,
    weights_of,
)
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.population.nesting import (
    RANKS,
    check_nesting,
    check_order,
    check_participants,
)
from openfisca_jobgrant.population.schema import ROW, WEIGHT, WEIGHT_UNIT, Schema
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.situations.columnar import of_first_members

#: Employers fall into this many groups by a hash of their ids; sampling error comes from them.
GROUPS = 50


@dataclass
class Month:
    """The rows of one month, which stand together.

    Attributes:
        month: The month, counted from January of the year 0.
        rows: Where they stand.
        homes: Key of each entity → the group's place for each of them, and how many there are.
        employers: The chunk's place of each employer here.
        jurisdictions: The code's place of each jurisdiction here.
        groups_stand_together: Whether the rows of each application, and of each employer, follow
            one another.
    """

    month: int
    rows: slice
    homes: dict[str, tuple[Any, int]]
    employers: Any
    jurisdictions: Any
    groups_stand_together: bool


@dataclass
class Chunk:
    """Rows of whole employers. Arrays have one value for each row, months one after the other.

    Attributes:
        count: How many rows there are.
        order: The place in the file's order of each row; None where they are the same.
        jurisdiction: Places of codes.
        employer: The employer's place among the chunk's.
        employers: How many employers there are.
        group: By employer, the group that a hash of its id puts it in, from 0 to ``GROUPS`` - 1.
        weight: In ten-thousandths, int64.
        replicates: By column of replicate weights, the same.
        inputs: By input, values as the engine holds them.
        unstated: By input, the rows that state nothing, where there are any.
        months: The months.
        variables: The inputs' variables.
        first_key: Rank of the jurisdiction, and id, of the first employer.
        last_key: The same for the last one.
        rows: The file's row of each place in the file's order.
    """

    count: int
    order: Any
    jurisdiction: Any
    employer: Any
    employers: int
    group: Any
    weight: Any
    replicates: dict[str, Any]
    inputs: dict[str, Any]
    unstated: dict[str, Any]
    variables: dict[str, Variable]
    first_key: tuple[int, Any]
    last_key: tuple[int, Any]
    rows: Rows
    months: list[Month] = field(default_factory=list)

    def in_file_order(self, values: Any) -> Any:
        """Values of rows as the file has them."""
        if self.order is None:
            return values
        found = numpy.empty_like(values)
        found[self.order] = values
        return found

    def or_stated(self, name: str, month: Month, worked_out: Any) -> Any:
        """What is known of each employer of a month: what its rows state, or else something else.

        Args:
            name: A variable of employers.
            month: The month.
            worked_out: What holds of those whose rows state nothing; it is changed in place.
        """
        if name not in self.inputs:
            return worked_out
        given = self.inputs[name][month.rows]
        unstated = self.unstated.get(name)
        members = month.homes["employer"][0]
        if unstated is not None:
            stated = ~unstated[month.rows]
            members, given = members[stated], given[stated]
        worked_out[members] = given
        return worked_out


def chunk_of(table: pyarrow.Table, schema: Schema, first_row: int) -> Chunk:
    """A chunk from its table.

    Args:
        table: At least one row; sorted by jurisdiction and employer.
        schema: What its columns mean.
        first_row: The file's row, from one, of the first one.

    Raises:
        PopulationError: If a cell is wrong, the order is, or rows of one group disagree.
    """
    numbers = table.column(ROW).to_numpy() if schema.has_rows else None
    rows = Rows(first_row, numbers)
    jurisdiction = jurisdictions_of(table.column("jurisdiction"), rows)
    employer, employer_ids = codes_of(table.column("employer"), "employer", rows)
    application, _ = codes_of(table.column("application"), "application", rows)
    month = months_of(table.column("month"), rows)
    check_order(jurisdiction, employer, employer_ids, rows)
    check_nesting(application, employer, month, rows)
    check_participants(table.column("participant"), employer, rows)
    count = table.num_rows
    order = None
    if month.min() != month.max():
        # In 16 bits the months are sorted by their digits, which takes a quarter of the time.
        order = numpy.argsort((month - month.min()).astype(numpy.uint16), kind="stable")
        jurisdiction, employer, application, month = (
            at[order] for at in (jurisdiction, employer, application, month)
        )

    def laid_out(values: Any) -> Any:
        return values if order is None else values[order]

    if schema.is_weighted:
        weight = laid_out(weights_of(table.column(WEIGHT), WEIGHT, rows))
    else:
        weight = numpy.full(count, WEIGHT_UNIT, dtype=numpy.int64)
    inputs, unstated = {}, {}
    for name, variable in schema.inputs.items():
        values, missing = values_of(table.column(name), variable, rows)
        inputs[name] = laid_out(values)
        if missing is not None:
            unstated[name] = laid_out(missing)
    ends = (0, count - 1)
    first_key, last_key = (
        (int(RANKS[code]), table.column("employer")[place].as_py())
        for place, code in zip(ends, (jurisdiction_at(table, place) for place in ends), strict=True)
    )
    chunk = Chunk(
        count,
        order,
        jurisdiction,
        employer,
        len(employer_ids),
        groups_of(employer_ids),
        weight,
        {name: laid_out(weights_of(table.column(name), name, rows)) for name in schema.replicates},
        inputs,
        unstated,
        schema.inputs,
        first_key,
        last_key,
        rows,
    )
    chunk.months = _months(chunk, application, month)
    return chunk


def jurisdiction_at(table: pyarrow.Table, place: int) -> int:
    """The place among the codes of one row's jurisdiction."""
    return CODES.index(table.column("jurisdiction")[place].as_py())


def groups_of(ids: Any) -> Any:
    """The group of each employer, by a hash of its id: the same whatever else the file holds."""
    if pyarrow.types.is_integer(ids.type):
        seeds = ids.cast(pyarrow.int64()).to_numpy(zero_copy_only=False).astype(numpy.uint64)
    else:
        seeds = numpy.array(
            [zlib.crc32(text.encode()) for text in ids.to_pylist()], dtype=numpy.uint64
        )
    # Mixed so that ids that follow one another fall into unrelated groups (Steele et al. 2014).
    mixed = seeds + numpy.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> numpy.uint64(31))
    return (mixed % numpy.uint64(GROUPS)).astype(numpy.uint8)


def _dense(codes: Any) -> tuple[Any, Any, bool]:
    """Places from zero without gaps, the first row of each, and whether they only go up."""
    steps = codes[1:] != codes[:-1]
    if (codes[1:] >= codes[:-1]).all():
        firsts = numpy.concatenate(([0], numpy.flatnonzero(steps) + 1))
        members = numpy.zeros(len(codes), dtype=numpy.intp)
        numpy.cumsum(steps, out=members[1:])
        return members, firsts, True
    _, firsts, members = numpy.unique(codes, return_index=True, return_inverse=True)
    return members, firsts, False


def _months(chunk: Chunk, application: Any, month: Any) -> list[Month]:
    starts = numpy.concatenate(([0], numpy.flatnonzero(month[1:] != month[:-1]) + 1, [len(month)]))
    found = []
    for start, stop in pairwise(starts):
        rows = slice(int(start), int(stop))
        count = int(stop - start)
        applications, first_rows, applications_go_up = _dense(application[rows])
        employers, firsts, employers_go_up = _dense(chunk.employer[rows])
        jurisdictions, first_codes, _ = _dense(chunk.jurisdiction[rows])
        at = Month(
            int(month[start]),
            rows,
            {
                "participant": (None, count),
                "application": (applications, len(first_rows)),
                "employer": (employers, len(firsts)),
                "jurisdiction": (jurisdictions, len(first_codes)),
            },
            chunk.employer[rows][firsts],
            chunk.jurisdiction[rows][first_codes],
            applications_go_up and employers_go_up,
        )
        _check_agreement(chunk, at)
        found.append(at)
    return found


def _check_agreement(chunk: Chunk, month: Month) -> None:
    """Rows of one group say the same of it in a month."""
    for name, variable in chunk.variables.items():
        if variable.entity.is_person:
            continue
        members, count = month.homes[variable.entity.key]
        values = chunk.inputs[name][month.rows]
        wrong = numpy.flatnonzero(of_first_members(values, members, count)[members] != values)
        if len(wrong):
            place = int(wrong[0]) + month.rows.start
            in_file = place if chunk.order is None else int(chunk.order[place])
            row = chunk.rows[in_file]
            raise PopulationError(
                message(
                    "row {row}, column {name}: rows of one {key} say different things of it in "
                    "{month}",
                    row=row,
                    name=name,
                    key=variable.entity.key,
                    month=month_text(month.month),
                ),
                row=row,
                column=name,
            )
