"""Runs gatehouse check-host."""

from __future__ import annotations

from typing import Sequence

from .combinations import EVERY_TEST
from .daemon import MAIN
from .processes import program, run

#: The shared token of the hosts and the daemons of the tests.
TOKEN = "a-shared-token-of-the-test"


def check_host(*arguments: str) -> str:
    command = [program("node"), str(MAIN), "check-host", "--token", TOKEN, "--refused-user", "deactivated"]
    return run([*command, "--deadline", "30s", *arguments])


def selected(parts: Sequence[str]) -> list[str]:
    """The options that run the checks with these parts in their names. ``make every-test`` runs all checks."""
    return [] if EVERY_TEST else [option for part in parts for option in ("--only", part)]
