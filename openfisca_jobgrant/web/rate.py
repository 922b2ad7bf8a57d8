"""How many requests of one address are answered."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict


class Buckets:
    """A token bucket for each address; those not seen for longest are forgotten first.

    Args:
        per_second: How many requests an address may send on average.
        burst: How many at once; five seconds' worth if None.
        room: How many addresses are remembered.
    """

    def __init__(self, per_second: float, burst: float | None = None, room: int = 10_000) -> None:
        self._per_second = per_second
        self._burst = max(1.0, 5 * per_second if burst is None else burst)
        self._room = room
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def takes(self, address: str) -> bool:
        """Whether one more request of an address is answered now."""
        now = time.monotonic()
        with self._lock:
            tokens, since = self._left.pop(address, (self._burst, now))
            tokens = min(self._burst, tokens + (now - since) * self._per_second)
            allowed = tokens >= 1
            self._left[address] = (tokens - 1 if allowed else tokens, now)
            if len(self._left) > self._room:
                self._left.popitem(last=False)
        return allowed
