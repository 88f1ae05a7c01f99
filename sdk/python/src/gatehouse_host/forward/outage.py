"""One line when Gatehouse stops answering, one when it answers again, and a count in between."""

from __future__ import annotations

import threading
import time

from ..log import logger

_EVERY_SECONDS = 10.0


class Outage:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures = 0
        self._logged_at = 0.0

    def failed(self, method: str, target: str, error: BaseException) -> None:
        with self._lock:
            self._failures += 1
            count, now = self._failures, time.monotonic()
            if count > 1 and now - self._logged_at < _EVERY_SECONDS:
                return
            self._logged_at = now
        path = target.split("?", 1)[0]
        logger.error("%s %s got no answer from Gatehouse (%d failures so far): %s", method, path, count, error)

    def succeeded(self) -> None:
        if self._failures == 0:
            return
        with self._lock:
            count, self._failures = self._failures, 0
        if count:
            logger.warning("Gatehouse answers again, after %d failures", count)
