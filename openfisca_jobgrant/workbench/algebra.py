"""The law as algebra, for one request at a time and for so long only."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: Longer than anything here takes, and much shorter than a server lets a request last.
MOST_SECONDS = 10.0
#: Algebraic terms live in one context, which one thread at a time may use.
_CONTEXT = threading.Lock()


class BusyError(Exception):
    """Others are at it, and were for as long as anybody waits."""


@contextmanager
def algebra(seconds: float = MOST_SECONDS) -> Iterator[float]:
    """The use of algebra, to oneself; gives the moment by which one is to have done.

    Args:
        seconds: How long is waited for others, and then worked.

    Raises:
        BusyError: If others don't get done.
    """
    if not _CONTEXT.acquire(timeout=seconds):
        raise BusyError
    try:
        yield time.monotonic() + seconds
    finally:
        _CONTEXT.release()
