"""What a process owns and a forked one must not share: connections and locks."""

from __future__ import annotations

import os
import threading
from typing import Callable


class Forks:
    """Notices that this process was forked from the one that made its resources."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()

    def renew(self, make: Callable[[], None]) -> None:
        """Calls ``make`` once in a forked process, before any thread continues with what the parent left."""
        if self._pid == os.getpid():
            return
        with self._lock:
            if self._pid != os.getpid():
                make()
                self._pid = os.getpid()
