"""The exceptions that an application throws and catches."""

from __future__ import annotations


class MintRefused(Exception):
    """Throw this from ``before_mint`` to refuse an access token.

    The reason is public: it becomes the ``error_description`` that the client gets. Characters other than printable
    ASCII become "?", and at most 200 are kept.
    """

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = "".join(each if " " <= each <= "~" else "?" for each in reason)[:200]


class Unavailable(Exception):
    """The application cannot answer right now: its database is down, or it shuts down.

    Gatehouse asks the client to try again. Every other exception counts as a bug of the application.
    """


class DeadlineExceeded(Exception):
    """The caller stopped waiting before the commit, so the transaction was rolled back."""

    def __init__(self) -> None:
        super().__init__("the deadline passed before the commit")


class GatehouseUnavailable(Exception):
    """Gatehouse cannot answer right now. Ask the user to try again in a moment.

    Gatehouse keeps the pending request if it can; if it could not, the next call finds none.
    """


class GatehouseError(Exception):
    """Gatehouse rejected the call, or failed: a wrong token, a malformed argument, a bug. Trying again does not help."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        #: The Connect error code: "invalid_argument", "unauthenticated", "internal".
        self.code = code
