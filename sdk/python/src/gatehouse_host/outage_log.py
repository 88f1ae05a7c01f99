"""The log of an outage: the first failure, a count every ten seconds, and one line when the peer answers again.

A line for each failure would say no more, and fill a disk.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Callable

from .forks import Forks
from .log import logger

_REPORT_SECONDS = 10.0
#: A peer that answers some requests and fails others within this time has not recovered.
_QUIET_SECONDS = 1.0
#: A failure after so long without another one is a new outage: no request has tried what had failed.
_NEW_OUTAGE_SECONDS = 60.0


@dataclass
class _Outage:
    since: float
    last: float
    reported: float
    failed: int = 1

    def counts(self) -> str:
        return f"{self.failed} failures in {self.last - self.since:.0f} s"


class OutageLog:
    """``still`` and ``back`` are the beginnings of the later lines: "the database is still unavailable"."""

    def __init__(self, still: str, back: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._still = still
        self._back = back
        self._clock = clock
        self._forks = Forks()
        self._start_anew()

    def _start_anew(self) -> None:
        """A forked process has a log of its own; its parent may have held the lock."""
        self._lock = threading.Lock()
        self._outage: _Outage | None = None

    def failed(self, describe: Callable[[], str]) -> None:
        """``describe`` makes the line of the first failure."""
        self._forks.renew(self._start_anew)
        now = self._clock()
        with self._lock:
            known = self._outage
            if known is None or now - known.last >= _NEW_OUTAGE_SECONDS:
                self._outage = _Outage(now, now, now)
                line = None
            else:
                known.failed += 1
                known.last = now
                if now - known.reported < _REPORT_SECONDS:
                    return
                known.reported = now
                line = f"{self._still}: {known.counts()}"
        logger.warning("%s", f"{describe()} (counting further failures)" if line is None else line)

    def succeeded(self) -> None:
        if self._outage is None:
            return
        self._forks.renew(self._start_anew)
        with self._lock:
            known = self._outage
            if known is None or self._clock() - known.last < _QUIET_SECONDS:
                return
            self._outage = None
        logger.warning("%s, after %s", self._back, known.counts())
