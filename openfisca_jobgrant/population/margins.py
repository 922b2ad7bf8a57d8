"""Cells added up to tables, and the cells that are too small to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy


def margin(sums: Any, shape: tuple[int, ...], axes: Sequence[int], trailing: int) -> Any:
    """Sums by some of the cells' dimensions.

    Args:
        sums: Leading axes, one axis of cells, trailing axes.
        shape: The dimensions' lengths, whose product is the number of cells.
        axes: The dimensions that are kept, in the order in which they are wanted.
        trailing: How many axes come after the cells.

    Returns:
        The same, with one axis of the kept cells.
    """
    end = sums.ndim - trailing
    lead, tail = sums.shape[: end - 1], sums.shape[end:]
    full = sums.reshape(*lead, *shape, *tail)
    others = tuple(len(lead) + at for at in range(len(shape)) if at not in axes)
    kept = full.sum(axis=others)
    in_order = sorted(axes)
    moved = [len(lead) + in_order.index(at) for at in axes]
    order = [
        *range(len(lead)),
        *moved,
        *range(len(lead) + len(axes), kept.ndim),
    ]
    size = int(numpy.prod([shape[at] for at in axes]))
    return kept.transpose(order).reshape(*lead, size, *tail)


def suppressed(rows: Any, granted: Any, below: int) -> Any:
    """Which cells are too small; never one alone, which the whole would give away."""
    if not below:
        return numpy.zeros(len(rows), dtype=bool)
    few = ((granted > 0) & (granted < below)).any(axis=0)
    hidden = (rows > 0) & ((rows < below) | few)
    if hidden.sum() == 1 and (rows > 0).sum() > 1:
        others = numpy.where((rows > 0) & ~hidden, rows, numpy.iinfo(numpy.int64).max)
        hidden[int(others.argmin())] = True
    return hidden
