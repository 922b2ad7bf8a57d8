"""How the process keeps the memory that every chunk needs again."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from functools import cache

#: What glibc calls M_TRIM_THRESHOLD, M_MMAP_THRESHOLD and M_ARENA_MAX.
_TRIM, _MMAP, _ARENAS = -1, -3, -8
_KEPT = 128 << 20


@cache
def keep_memory() -> None:
    """Have glibc keep freed memory for the next piece, instead of giving it back each time.

    Both limits are set or none: with the trim limit alone every array would be mapped afresh. All
    threads share one arena: those that they would have of their own are unmapped when they empty.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_ARENAS, 1)
        mallopt(_MMAP, 32 << 20)
        mallopt(_TRIM, _KEPT)
