"""Which process opened a connection of Django: a forked one must not use those of its parent (HC-51)."""

from __future__ import annotations

import os
from typing import Any

from django.db.backends.signals import connection_created

#: Attribute of a connection of Django: the driver's connection, and the process that opened it.
_OPENED = "gatehouse_opened"
#: Has opened the connections that are older than this module.
_FIRST_PROCESS = os.getpid()
#: Keeps them from being closed, which would end the parent's session.
_LEFT_TO_PARENT: list[Any] = []


def leave_to_parent(connection: Any) -> None:
    """Gives up the driver's connection if another process has opened it, without closing it.

    Not for use inside a transaction, which the application has opened in this process.
    """
    driver = connection.connection
    if driver is None:
        return
    opened, process = vars(connection).get(_OPENED, (None, 0))
    if (process if opened is driver else _FIRST_PROCESS) != os.getpid():
        _LEFT_TO_PARENT.append(driver)
        connection.connection = None


def _note(connection: Any, **_others: Any) -> None:
    setattr(connection, _OPENED, (connection.connection, os.getpid()))


# Unlike os.register_at_fork, this also holds in servers that fork without Python (uWSGI).
connection_created.connect(_note, weak=False)
