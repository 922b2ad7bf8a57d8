"""Writing the results of a batch, block by block."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy

from openfisca_jobgrant.situations import SituationReader
from openfisca_jobgrant.web.batch.table import ARROW, CSV, Results, Table
from openfisca_jobgrant.web.problems import JSON

MOST_ERRORS = 1000
_BLOCK = 50_000


def _write_json(results: Results, table: Table, reader: SituationReader) -> Iterator[bytes]:
    yield f'{{"rows": {table.rows}, "outputs": {{'.encode()
    for place, (name, values) in enumerate(results.columns.items()):
        yield (", " if place else "").encode() + json.dumps(name).encode() + b": ["
        for start in range(0, table.rows, _BLOCK):
            block = values[start : start + _BLOCK].tolist()
            for row in results.errors:
                if start <= row < start + len(block):
                    block[row - start] = None
            text = json.dumps(block, ensure_ascii=False, allow_nan=False)
            yield ((", " if start else "") + text[1:-1]).encode()
        yield b"]"
    listed = [
        {"row": row, "detail": results.said_of(row)} for row in list(results.errors)[:MOST_ERRORS]
    ]
    tail = {"errors": listed, "error_count": len(results.errors)}
    yield b"}, " + json.dumps(tail, ensure_ascii=False).encode()[1:]


def _write_csv(results: Results, table: Table, reader: SituationReader) -> Iterator[bytes]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*results.columns, "error"])
    columns = {name: values.tolist() for name, values in results.columns.items()}
    for row in range(table.rows):
        error = results.said_of(row) or ""
        cells = ["" if error else _csv_cell(values[row]) for values in columns.values()]
        writer.writerow([*cells, error])
        if row % _BLOCK == _BLOCK - 1:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def _csv_cell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_arrow(results: Results, table: Table, reader: SituationReader) -> Iterator[bytes]:
    import pyarrow

    wrong = numpy.zeros(table.rows, dtype=bool)
    wrong[list(results.errors)] = True
    arrays = [
        pyarrow.array(values.tolist() if values.dtype == object else values, mask=wrong)
        for values in results.columns.values()
    ]
    texts = [results.said_of(row) for row in range(table.rows)] if results.errors else None
    arrays.append(
        pyarrow.array(texts, type=pyarrow.string())
        if texts
        else pyarrow.nulls(table.rows, pyarrow.string())
    )
    found = pyarrow.table(arrays, names=[*results.columns, "error"])
    sink = io.BytesIO()
    with pyarrow.ipc.new_stream(sink, found.schema) as stream:
        for part in found.to_batches(max_chunksize=_BLOCK):
            stream.write_batch(part)
            yield sink.getvalue()
            sink.seek(0)
            sink.truncate()
    yield sink.getvalue()


WRITERS: dict[str, Callable[[Results, Table, SituationReader], Iterator[bytes]]] = {
    JSON: _write_json,
    CSV: _write_csv,
    ARROW: _write_arrow,
}
