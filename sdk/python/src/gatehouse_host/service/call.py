"""The limits of one call: how long its caller waits, and whether it has left."""

from __future__ import annotations

import re
import secrets
import threading
import time
from dataclasses import dataclass, field, replace

from ..errors import DeadlineExceeded

#: For a call without a deadline, which a tool might make; Gatehouse never does.
LONGEST_SECONDS = 60.0

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def valid_request_id(given: str | None) -> str:
    """The request id as received; a random one if it is missing or malformed."""
    return given if given is not None and _REQUEST_ID.fullmatch(given) else secrets.token_urlsafe(16)


@dataclass(frozen=True)
class Call:
    request_id: str = field(default_factory=lambda: valid_request_id(None))
    #: By time.monotonic().
    deadline: float = field(default_factory=lambda: time.monotonic() + LONGEST_SECONDS)
    #: Set when the caller has left.
    cancelled: threading.Event = field(default_factory=threading.Event)
    #: Whether the application asks, in a thread whose connections and transactions are its own.
    by_application: bool = False

    @classmethod
    def within(cls, seconds: float, request_id: str | None = None) -> Call:
        """A call whose caller waits at most this long."""
        deadline = time.monotonic() + min(seconds, LONGEST_SECONDS)
        return cls(request_id=valid_request_id(request_id), deadline=deadline)

    @classmethod
    def of_application(cls, seconds: float) -> Call:
        """A call of the application itself, in its own thread."""
        return replace(cls.within(seconds), by_application=True)

    def remaining(self) -> float:
        """Seconds. Raises DeadlineExceeded if none are left, or if the caller has left."""
        remaining = self.deadline - time.monotonic()
        if remaining <= 0 or self.cancelled.is_set():
            raise DeadlineExceeded
        return remaining

    @property
    def is_over(self) -> bool:
        """Whether the caller has given up: it cancelled, or its deadline has passed."""
        return self.cancelled.is_set() or time.monotonic() >= self.deadline

    def require_wanted(self) -> None:
        """Raises DeadlineExceeded if the caller has given up."""
        self.remaining()
