"""A real daemon: ``gatehouse serve`` from the build of the repository."""

from __future__ import annotations

import os
import urllib.request
from pathlib import Path
from typing import Callable

from .processes import REPOSITORY, Process, answers, free_port, program

#: Off: a test makes more requests in a minute than any client.
_THROTTLES = (
    "REGISTER_PER_IP__LIMIT",
    "REGISTER_GLOBAL__LIMIT",
    "UNCONSENTED_PER_IP__SHARE",
    "TOKEN_FAILURES__LIMIT",
    "AUTHORIZE_PER_IP__LIMIT",
    "AUTHORIZE_PER_CLIENT__LIMIT",
)


#: Of the consent server of a daemon that has one.
CONSENT_TOKEN = "another-token-of-the-test"


class Daemon:
    def __init__(self, start: Callable[..., Process], host: dict[str, str], **config: str) -> None:
        """``host`` is where its host is: {"ADDRESS": …} or {"URL": …}, and its TOKEN."""
        self.port, self.consent_port = free_port(), free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        env = {
            "GATEHOUSE_HTTP__PORT": str(self.port),
            "GATEHOUSE_HTTP__TRUSTED_PROXIES": "127.0.0.1",
            "GATEHOUSE_CONSENT__ADDRESS": f"127.0.0.1:{self.consent_port}",
            "GATEHOUSE_METRICS__PORT": str(free_port()),
            "GATEHOUSE_LOG__LEVEL": "debug",
            # A busy machine is not a failure.
            "GATEHOUSE_HOST__DEADLINE": "20s",
            **{f"GATEHOUSE_HOST__{name}": value for name, value in host.items()},
            **{f"GATEHOUSE_THROTTLE__{name}": "0" for name in _THROTTLES},
            **config,
        }
        self.process = start(program("node"), MAIN, "serve", env=env)
        self.process.until(answers(f"{self.origin}/healthz"), "gatehouse")

    def until_ready(self) -> None:
        self.process.until(
            lambda: urllib.request.urlopen(f"{self.origin}/readyz", timeout=5).close() or True, "gatehouse"
        )


#: Another build than that of the repository, to try it out.
DIST = Path(os.environ.get("TESTED_DIST", REPOSITORY / "dist"))
MAIN = DIST / "daemon" / "main.js"
