"""Reading a batch from JSON, CSV or Arrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy
from flask import request

from openfisca_jobgrant.languages.messages import Message, listed, message, message_of, verbatim
from openfisca_jobgrant.situations import Fault, Limits, SituationError, parse_json
from openfisca_jobgrant.situations.faults import nearest, pointer, refusal, shown
from openfisca_jobgrant.situations.json_text import LONGEST_NUMBER, TooLargeError
from openfisca_jobgrant.web.batch.table import ARROW, CSV, MOST_ROWS, Table
from openfisca_jobgrant.web.problems import JSON

_MEMBERS = ("scenario", "period", "inputs", "outputs", "groups")
#: Columns that say with whom a row shares something.
_IDS = ("application", "employer", "jurisdiction")
_TRUTHS = {"true": True, "false": False}


def _read_json(content: bytes, limits: Limits) -> tuple[Table, Any]:
    said = parse_json(content, limits)
    if not isinstance(said, dict):
        raise _refused("", said, message("an object with {names}", names=", ".join(_MEMBERS)))
    faults = [
        Fault(
            pointer((key,)),
            message("there is no member {key}{hint}", key=shown(key), hint=nearest(key, _MEMBERS)),
            shown(key),
            listed(_MEMBERS),
        )
        for key in said
        if key not in _MEMBERS
    ]
    if faults:
        raise SituationError(faults)
    columns = _object(said, "inputs")
    groups = _object(said, "groups") if "groups" in said else {}
    for member, given in (("inputs", columns), ("groups", groups)):
        for key, column in given.items():
            if not isinstance(column, list):
                raise _refused(
                    pointer((member, key)), column, message("a list with a value for each row")
                )
    outputs = said.get("outputs")
    if not isinstance(outputs, list) or not all(isinstance(at, str) for at in outputs):
        raise _refused("/outputs", outputs, message("a list of names of variables"))
    return _table(said.get("period"), columns, groups, outputs), said.get("scenario")


def _object(said: dict[str, Any], key: str) -> dict[str, Any]:
    value = said.get(key)
    if not isinstance(value, dict):
        raise _refused(f"/{key}", value, message("an object from names to lists"))
    return value


def _read_csv(content: bytes, _: Limits) -> tuple[Table, Any]:
    try:
        lines = csv.reader(io.StringIO(content.decode("utf-8-sig")), strict=True)
        head = next(lines, [])
        rows = list(lines)
    except (UnicodeDecodeError, csv.Error) as error:
        raise SituationError(
            [
                Fault(
                    "",
                    message("the request is not CSV in UTF-8: {reason}", reason=message_of(error)),
                )
            ]
        ) from error
    if not head:
        raise SituationError(
            [Fault("", message("the request has no columns"), "", message("CSV with a head"))]
        )
    if len(set(head)) != len(head):
        raise SituationError([Fault("", message("two columns have the same name"))])
    for place, row in enumerate(rows):
        if len(row) != len(head):
            raise SituationError(
                [
                    Fault(
                        "",
                        message(
                            "line {line} has {count} cells, and the head {head}",
                            line=place + 2,
                            count=len(row),
                            head=len(head),
                        ),
                    )
                ]
            )
    columns = {
        # Ids are text, whatever they look like: 007 isn't 7.
        key: [(row[place] or None) if key in _IDS else _cell(row[place]) for row in rows]
        for place, key in enumerate(head)
    }
    return _with_query(columns, len(rows))


def _cell(text: str) -> Any:
    """A value of a CSV: nothing, a truth, a number, or text."""
    if text == "":
        return None
    if len(text) > LONGEST_NUMBER:
        return text
    if text in _TRUTHS:
        return _TRUTHS[text]
    try:
        number = float(text)
    except ValueError:
        return text
    if text.lstrip("-").isdigit():
        return int(text)
    return number if numpy.isfinite(number) and "_" not in text else text


def _read_arrow(content: bytes, _: Limits) -> tuple[Table, Any]:
    import pyarrow

    try:
        with pyarrow.ipc.open_stream(content) as stream:
            found = stream.read_all()
        found.validate(full=True)
        columns = {
            name: _arrow_column(found.column(place))
            for place, name in enumerate(found.column_names)
        }
    except (pyarrow.ArrowException, OSError, EOFError, ValueError) as error:
        raise SituationError(
            [
                Fault(
                    "",
                    message("the request is no Arrow stream: {reason}", reason=message_of(error)),
                )
            ]
        ) from error
    if len(set(found.column_names)) != len(found.column_names):
        raise SituationError([Fault("", message("two columns have the same name"))])
    if found.num_rows > MOST_ROWS:
        raise _too_many(found.num_rows)
    return _with_query(columns, found.num_rows)


def _arrow_column(column: Any) -> Any:
    import pyarrow

    numeric = pyarrow.types.is_integer(column.type) or pyarrow.types.is_floating(column.type)
    return column.to_numpy() if numeric and not column.null_count else column.to_pylist()


def _with_query(columns: dict[str, Any], rows: int) -> tuple[Table, Any]:
    """A table whose period, outputs and scenario stand in the address."""
    known = ("period", "outputs", "scenario", "lang")
    for key in request.args:
        if key not in known:
            raise SituationError(
                [
                    Fault(
                        "",
                        message(
                            "there is no parameter {key}; there are {known}",
                            key=shown(key),
                            known=", ".join(known),
                        ),
                    )
                ]
            )
    groups = {key: columns.pop(key) for key in _IDS if key in columns}
    outputs = [name for name in request.args.get("outputs", "").split(",") if name]
    table = _table(request.args.get("period"), columns, groups, outputs, rows)
    return table, request.args.get("scenario")


def _table(
    period: Any,
    columns: Mapping[str, Any],
    groups: Mapping[str, Any],
    outputs: Sequence[str],
    rows: int | None = None,
) -> Table:
    if not isinstance(period, str):
        raise _refused("/period", period, message("a month, such as 2014-04"))
    if not outputs:
        raise _refused("/outputs", list(outputs), message("at least one name of a variable"))
    sizes = {pointer(("inputs", name)): len(column) for name, column in columns.items()}
    sizes |= {pointer(("groups", key)): len(column) for key, column in groups.items()}
    count = next(iter(sizes.values()), 0) if rows is None else rows
    if not sizes:
        raise _refused("/inputs", {}, message("at least one column, named after an input"))
    first = next(iter(sizes))
    faults = [
        Fault(
            where,
            message(
                "{count} values, and {first} has {most}: columns have a value for each row",
                count=size,
                first=first,
                most=count,
            ),
            verbatim(str(size)),
            message("a list with a value for each row"),
        )
        for where, size in sizes.items()
        if size != count
    ]
    if faults:
        raise SituationError(faults)
    if count > MOST_ROWS:
        raise _too_many(count)
    return Table(period, columns, groups, outputs, count)


def _too_many(rows: int) -> SituationError:
    return TooLargeError(
        [
            Fault(
                "",
                message(
                    "there are {rows} rows; at most {most} are read",
                    rows=rows,
                    most=MOST_ROWS,
                ),
            )
        ]
    )


def _refused(where: str, found: Any, accepted: Message) -> SituationError:
    return SituationError([refusal(where, found, accepted)])


READERS: dict[str, Callable[[bytes, Limits], tuple[Table, Any]]] = {
    JSON: _read_json,
    CSV: _read_csv,
    ARROW: _read_arrow,
}
