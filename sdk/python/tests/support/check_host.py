"""Runs gatehouse check-host."""

from __future__ import annotations

from .daemon import MAIN
from .processes import program, run

#: The shared token of the hosts and the daemons of the tests.
TOKEN = "a-shared-token-of-the-test"


def check_host(*arguments: str) -> str:
    command = [program("node"), str(MAIN), "check-host", "--token", TOKEN, "--refused-user", "deactivated"]
    return run([*command, "--deadline", "30s", *arguments])
