"""What the order of rows and their ids must satisfy."""

from __future__ import annotations

from typing import Any

import numpy
import pyarrow
import pyarrow.compute

from openfisca_jobgrant.languages.messages import message
from openfisca_jobgrant.population.columns import Rows, codes_of, month_text
from openfisca_jobgrant.population.errors import PopulationError
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.situations.columnar import of_first_members

#: Files are sorted by the codes' letters.
RANKS = numpy.argsort(numpy.argsort(numpy.array(CODES)))


def check_order(jurisdiction: Any, employer: Any, ids: Any, rows: Rows) -> None:
    """See to it that rows are sorted, and that an employer has one jurisdiction.

    Args:
        jurisdiction: The code's place, of each row.
        employer: The id's place, of each row, in the order in which ids come.
        ids: The ids.
        rows: The file's rows.

    Raises:
        PopulationError: If they aren't.
    """
    changes = numpy.flatnonzero(employer[1:] != employer[:-1]) + 1
    firsts = numpy.concatenate(([0], changes))
    crossing = numpy.flatnonzero(
        (jurisdiction[1:] != jurisdiction[:-1]) & (employer[1:] == employer[:-1])
    )
    if len(crossing):
        place = int(crossing[0]) + 1
        raise _in_two_jurisdictions(place - 1, place, jurisdiction, ids[employer[place]], rows)
    ranks = RANKS[jurisdiction[firsts]]
    if len(firsts) != len(ids):
        # Somebody comes back.
        first_of: dict[int, int] = {}
        for place in firsts.tolist():
            first = first_of.setdefault(int(employer[place]), place)
            if jurisdiction[first] != jurisdiction[place]:
                raise _in_two_jurisdictions(first, place, jurisdiction, ids[employer[place]], rows)
            if first != place:
                raise _unsorted(rows[place], ids[employer[place]].as_py())
    if len(ids) > 1:
        goes_up = pyarrow.compute.less(ids[:-1], ids[1:]).to_numpy(zero_copy_only=False)
        right = (ranks[1:] > ranks[:-1]) | ((ranks[1:] == ranks[:-1]) & goes_up)
        if not right.all():
            place = firsts[1:][~right][0]
            raise _unsorted(rows[place], ids[employer[place]].as_py())


def _in_two_jurisdictions(
    first: int, place: int, jurisdiction: Any, employer: Any, rows: Rows
) -> PopulationError:
    codes = [CODES[jurisdiction[at]] for at in (first, place)]
    return PopulationError(
        message(
            "row {row}, column jurisdiction: employer {employer} is in {first} in row {other} and "
            "in {second} here; an employer has one jurisdiction",
            row=rows[place],
            employer=employer.as_py(),
            first=codes[0],
            other=rows[first],
            second=codes[1],
        ),
        row=rows[place],
        column="jurisdiction",
    )


def _unsorted(row: int, employer: Any) -> PopulationError:
    return PopulationError(
        message(
            "row {row}: employer {employer} is out of order; the file is sorted by "
            "jurisdiction and employer (jobgrant population sort)",
            row=row,
            employer=employer,
        ),
        row=row,
        column="employer",
    )


def check_nesting(application: Any, employer: Any, month: Any, rows: Rows) -> None:
    """See to it that an application has one employer and one month.

    Raises:
        PopulationError: If one has two.
    """
    count = int(application.max()) + 1
    for values, what in ((employer, "employer"), (month, "month")):
        shared = of_first_members(values, application, count)[application]
        wrong = numpy.flatnonzero(shared != values)
        if len(wrong):
            place = int(wrong[0])
            first = int(numpy.flatnonzero(application == application[place])[0])
            texts = [month_text(int(month[at])) for at in (first, place)]
            both = {"row": rows[place], "other": rows[first]}
            wrong_row = (
                message(
                    "row {row}, column month: rows {other} and {row} are of one application, but "
                    "not of one month ({first} and {second}); an application has one month",
                    **both,
                    first=texts[0],
                    second=texts[1],
                )
                if what == "month"
                else message(
                    "row {row}, column {what}: rows {other} and {row} are of one application, but "
                    "not of one {what}; an application has one {what}",
                    **both,
                    what=what,
                )
            )
            raise PopulationError(wrong_row, row=rows[place], column=what)


def check_participants(column: Any, employer: Any, rows: Rows) -> None:
    """See to it that nobody stands twice with one employer.

    Raises:
        PopulationError: If somebody does; the message names both rows.
    """
    flat = column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column
    goes_up = pyarrow.compute.less(flat[:-1], flat[1:])
    if not flat.null_count and pyarrow.compute.all(goes_up).as_py() in (True, None):
        return
    participant, ids = codes_of(column, "participant", rows)
    if len(ids) == len(participant):
        return
    both = employer.astype(numpy.int64) * len(ids) + participant
    order = numpy.argsort(both, kind="stable")
    again = numpy.flatnonzero(both[order][1:] == both[order][:-1])
    if len(again):
        place = int(order[again + 1].min())
        first = int(numpy.flatnonzero(both == both[place])[0])
        raise PopulationError(
            message(
                "row {row}, column participant: {participant} stands in row {other} already, "
                "with the same employer; a row is one participant of one application",
                row=rows[place],
                participant=ids[participant[place]].as_py(),
                other=rows[first],
            ),
            row=rows[place],
            column="participant",
        )
