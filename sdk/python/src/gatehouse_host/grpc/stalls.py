"""Notices when the process did not run: it was stopped, had no processor, or code held the GIL. Requests that arrive then wait,
and their senders may have given up long before this process reads it."""

from __future__ import annotations

import threading
import time
from typing import Callable

#: Often enough to notice a stall of a second, and seldom enough to cost nothing. In seconds.
PERIOD = 0.5
#: A tick was missed. Ticks of a process that runs come a little late too.
LATE = 2 * PERIOD


class Stalls:
    """Remembers the last two ticks. A machine that is suspended stops the clock too, and goes unnoticed."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._ticks = (now(), now())
        self._stopped = threading.Event()

    def start(self) -> None:
        """Ticks until ``stop``, in a thread that lets the process end."""
        threading.Thread(target=self._tick_until_stopped, name="gatehouse-stalls", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def tick(self) -> None:
        """Call it every PERIOD."""
        self._ticks = (self._ticks[1], self._now())

    @property
    def waited(self) -> float:
        """For how many seconds what is read now may have waited for this process, at most; 0 if it was running.

        A request that is read until the tick after a late one may be as late as that: the process does not know when it
        arrived.
        """
        before, last = self._ticks
        now = self._now()
        if last - before > LATE:
            return now - before
        return now - last if now - last > LATE else 0.0

    def _tick_until_stopped(self) -> None:
        # After a late tick, the next one has to come a whole period later, when all that had arrived is read.
        while not self._stopped.wait(PERIOD):
            self.tick()
