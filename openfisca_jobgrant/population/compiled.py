"""A chunk under a compiled law: block after block of one month and one jurisdiction.

The law's formulas are run once on columns that aren't there yet (``tracing.py``). Where a province
is known, and so are the columns that a file has, most of the law is known as well; what is left is
a few dozen steps, taken on blocks of rows that fit into the processor's cache. The same cents come
out as in the ordinary way, which is taken where a law can't be compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy
from openfisca_core.taxbenefitsystems import TaxBenefitSystem

from openfisca_jobgrant.population.arrays import Groups
from openfisca_jobgrant.population.chunk import Chunk, Month
from openfisca_jobgrant.population.months import (
    counts_applications,
    first_of_fiscal_year,
    period_of_month,
)
from openfisca_jobgrant.population.nodes import MOST_ROWS
from openfisca_jobgrant.population.programs import Program, programs_of
from openfisca_jobgrant.population.tracing import APPLICATIONS, FIRSTS, PAID, RECEIVED
from openfisca_jobgrant.rules import Money

#: About so many rows are worked out together.
_BLOCK = 16_384


@dataclass(frozen=True)
class _Section:
    """The rows of one month and jurisdiction.

    Attributes:
        month: The month.
        start: The first row, counted from the month's.
        stop: The row after the last one, likewise.
        program: What works them out.
        tells: Whether a later month of the fiscal year is told of them.
    """

    month: Month
    start: int
    stop: int
    program: Program
    tells: bool


def evaluate_compiled(
    chunk: Chunk, system: TaxBenefitSystem, outputs: Sequence[str]
) -> dict[str, Any] | None:
    """What a law gives every row of a chunk, as ``evaluate`` does; None if it can't be compiled."""
    sections = _sections(chunk, system, outputs)
    if sections is None:
        return None
    found: dict[str, Any] = {}
    for name in outputs:
        variable = system.variables[name]
        dtype = numpy.int64 if isinstance(variable, Money) else variable.dtype
        found[name] = numpy.zeros(chunk.count, dtype=dtype)
    carried = _Carried(chunk)
    for section in sections:
        carried.begin(section.month)
        for block in _blocks(section):
            given = _given(chunk, section, block, carried)
            results = section.program.run(given)
            first = section.month.rows.start
            rows = slice(first + block.start, first + block.stop)
            for name in outputs:
                found[name][rows] = results[name]
            if section.tells:
                carried.add(section.month, block, results)
    return found


def _sections(
    chunk: Chunk, system: TaxBenefitSystem, outputs: Sequence[str]
) -> list[_Section] | None:
    """The chunk's sections in the order of the months; None if one of them has no program."""
    are_persons = all(system.variables[name].entity.is_person for name in outputs)
    if not are_persons or chunk.count > MOST_ROWS or APPLICATIONS in chunk.inputs:
        return None
    programs = programs_of(system)
    sections = []
    years = [first_of_fiscal_year(month.month) for month in chunk.months]
    for place, month in enumerate(chunk.months):
        if not month.groups_stand_together:
            return None
        # The months of a fiscal year have the same programs, unless there is only one.
        is_alone = years.count(years[place]) == 1
        wanted = [*outputs]
        if not is_alone:
            wanted.append(PAID)
            if counts_applications(system, years[place]):
                wanted.append(FIRSTS)
        codes = chunk.jurisdiction[month.rows]
        changes = numpy.flatnonzero(codes[1:] != codes[:-1]) + 1
        for start, stop in pairwise([0, *changes.tolist(), len(codes)]):
            program = programs.find(
                system,
                str(period_of_month(month.month).start),
                int(codes[start]),
                tuple(chunk.inputs),
                tuple(dict.fromkeys(wanted)),
                nothing_received=is_alone and RECEIVED not in chunk.inputs,
            )
            if program is None:
                return None
            tells = years[place + 1 : place + 2] == [years[place]]
            sections.append(_Section(month, start, stop, program, tells))
    return sections


def _blocks(section: _Section) -> Iterator[slice]:
    """A section in blocks of whole employers, counted from the month's first row."""
    members = section.month.homes["employer"][0]
    start = section.start
    while start < section.stop:
        stop = start + _BLOCK
        if stop >= section.stop:
            stop = section.stop
        else:
            stop = int(numpy.searchsorted(members, members[stop]))
            if stop <= start:
                stop = int(numpy.searchsorted(members, members[start], side="right"))
        yield slice(start, stop)
        start = stop


def _given(chunk: Chunk, section: _Section, block: slice, carried: _Carried) -> dict[Any, Any]:
    """What a program needs of a block's rows."""
    month = section.month
    first = month.rows.start
    given: dict[Any, Any] = {}
    for name in section.program.needs:
        if isinstance(name, tuple):
            given[name] = Groups(month.homes[name[1]][0][block])
        elif name == RECEIVED:
            given[name] = carried.received[month.homes["employer"][0][block]]
        elif name == APPLICATIONS:
            given[name] = carried.applications[month.homes["employer"][0][block]]
        else:
            given[name] = chunk.inputs[name][first + block.start : first + block.stop]
    return given


class _Carried:
    """What employers received and how often they applied, from one month to the next.

    Args:
        chunk: The rows.

    Attributes:
        received: In cents, for each employer of the month under way.
        applications: Their number, likewise.
    """

    received: Any
    applications: Any

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._month: Month | None = None
        self._year: int | None = None
        self._received = numpy.zeros(chunk.employers)
        self._applications = numpy.zeros(chunk.employers)

    def begin(self, month: Month) -> None:
        """See what is known of a month's employers, if it isn't under way already."""
        if month is self._month:
            return
        self._month = month
        year = first_of_fiscal_year(month.month)
        if year != self._year:
            self._year = year
            self._received[:] = 0
            self._applications[:] = 0
        dollars = self._chunk.or_stated(RECEIVED, month, self._received[month.employers] / 100)
        self.received = numpy.rint(dollars * 100)
        self.applications = self._applications[month.employers]

    def add(self, month: Month, block: slice, results: dict[str, Any]) -> None:
        """Carry over what a block amounts to."""
        members = month.homes["employer"][0][block]
        groups = Groups(members)
        here = slice(int(members[0]), int(members[-1]) + 1)
        employers = month.employers[here]
        count = block.stop - block.start
        paid = groups.sums(numpy.broadcast_to(results[PAID], count))
        self._received[employers] = self.received[here] + paid
        if FIRSTS in results:
            firsts = groups.sums(numpy.broadcast_to(results[FIRSTS], count))
            self._applications[employers] = self.applications[here] + firsts
