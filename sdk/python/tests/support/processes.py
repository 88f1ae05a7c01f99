"""Programs that tests start: they end with the test, or with the test process."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Callable

REPOSITORY = Path(__file__).resolve().parents[4]
PACKAGE = REPOSITORY / "sdk" / "python"
#: For programs that import the package.
SOURCE = {"PYTHONPATH": str(PACKAGE / "src")}
#: By default Debian's, which has Debian's packages; another one to try it out.
PYTHON = os.environ.get("TESTED_PYTHON", "/usr/bin/python3")
_LIBC = ctypes.CDLL(None)


#: Of the ports that this process has chosen: each stays locked until the process ends.
_LOCKS: list[socket.socket] = []


def free_port() -> int:
    """A port below those that the system gives to outgoing connections, with the lock of test/support/free-port.ts.

    The lock is a listener 10,000 ports below. Without it, a test beside this one could choose the same port before a server
    listens there.
    """
    while True:
        port = random.randrange(20_000, 30_000)
        try:
            lock = socket.create_server(("127.0.0.1", port - 10_000))
        except OSError:
            continue
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            lock.close()
            continue
        _LOCKS.append(lock)
        return port


class Process:
    """A program; its output goes to a file."""

    def __init__(self, command: list[str], folder: Path, *, env: dict[str, str] | None = None, user: str = "") -> None:
        name = f"{Path(command[0]).name}-{random.getrandbits(32):08x}.log"
        self._log = folder / name
        #: The signal that asked it to end. A second one of the same kind would end some servers at once.
        self._asked = 0
        identity: dict[str, object] = {"user": user, "group": user, "extra_groups": [user]} if user else {}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(PACKAGE / "src"), "PYTHONDONTWRITEBYTECODE": "1", **(env or {})},
                preexec_fn=_end_with_parent,
                **identity,  # type: ignore[call-overload]
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def until(self, ready: Callable[[], object], what: str) -> None:
        """Waits until ``ready`` returns something true without raising."""
        # A safety net: beside other tests, a framework takes twenty times as long to start as alone.
        ends = time.monotonic() + 300
        failure: object = None
        while time.monotonic() < ends:
            if self._process.poll() is not None:
                raise AssertionError(f"{what} ended before it was ready:\n{self.output}")
            try:
                if ready():
                    return
            except Exception as error:
                failure = error
            time.sleep(0.05)
        raise AssertionError(f"{what} is not ready ({failure}):\n{self.output}")

    def ask_to_end(self, number: int = signal.SIGTERM) -> None:
        if self._process.poll() is None and self._asked != number:
            self._asked = number
            self._process.send_signal(number)

    def end(self, number: int = signal.SIGTERM) -> int:
        if self._process.poll() is None:
            self.ask_to_end(number)
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
        return self._process.wait()


def _end_with_parent() -> None:
    _LIBC.prctl(1, signal.SIGKILL)


def answers(url: str) -> Callable[[], bool]:
    """Whether a server answers, with whatever status."""

    def probe() -> bool:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError as error:
            error.close()
        return True

    return probe


def run(command: list[str], *, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """The output of a program that must succeed."""
    done = subprocess.run(
        command, env={**os.environ, **(env or {})}, cwd=cwd, text=True, capture_output=True, timeout=1500
    )
    assert done.returncode == 0, f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}"
    return done.stdout


def program(name: str) -> str:
    """The path of a program; fails if it is missing."""
    found = shutil.which(name)
    assert found is not None, f"{name} is not installed: scripts/test-servers.sh installs it"
    return found
