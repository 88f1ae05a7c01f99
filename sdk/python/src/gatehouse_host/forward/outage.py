"""The log of an outage of Gatehouse."""

from __future__ import annotations

from ..outage_log import OutageLog


class Outage:
    def __init__(self) -> None:
        self._log = OutageLog("Gatehouse still does not answer", "Gatehouse answers again")

    def failed(self, method: str, target: str, error: BaseException) -> None:
        path = target.split("?", 1)[0]
        self._log.failed(lambda: f"{method} {path} got no answer from Gatehouse: {error}")

    def succeeded(self) -> None:
        self._log.succeeded()
