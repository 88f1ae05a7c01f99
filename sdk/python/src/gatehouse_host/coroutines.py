"""Functions of the application that the package calls without an event loop."""

from __future__ import annotations

import functools
import inspect
from typing import Any


def require_function(given: Any, name: str) -> None:
    """Raises TypeError for a coroutine function: nothing would await it, so a check in it would pass in silence."""
    called = given
    while isinstance(called, functools.partial):
        called = called.func
    if not (inspect.isfunction(called) or inspect.ismethod(called)):
        called = getattr(type(called), "__call__", called)
    if inspect.iscoroutinefunction(called) or inspect.isasyncgenfunction(called):
        raise TypeError(f"{name}: must be a function without async, because it runs in a thread of its call")


def require_functions(owner: object, base: type) -> None:
    """The same for every method of ``base`` that the class of ``owner`` may override."""
    for name, method in vars(base).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            require_function(getattr(owner, name), f"{type(owner).__name__}.{name}")


def require_result(result: Any, name: str) -> None:
    """Raises TypeError for an awaitable, which a function without async can return too."""
    if inspect.isawaitable(result):
        if inspect.iscoroutine(result):
            result.close()
        raise TypeError(f"{name}: returned an awaitable, which nothing awaits")
