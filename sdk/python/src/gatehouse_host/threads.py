"""Threads for calls that block, beside an event loop."""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, TypeVar

from .forks import Forks

T = TypeVar("T")

_MOST_THREADS = 16


class OwnThreads:
    """Threads of one purpose. Those of the event loop are shared: a call to Gatehouse would hold them there, and wait for
    Gatehouse's own call to this process, which waits for one of them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._forks = Forks()
        self._start_anew()

    async def run(self, work: Callable[[], T]) -> T:
        # The threads of the parent do not exist in a forked process.
        self._forks.renew(self._start_anew)
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._executor, lambda: context.run(work))

    def _start_anew(self) -> None:
        self._executor = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix=self._name)
