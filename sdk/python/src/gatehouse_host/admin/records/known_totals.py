"""The totals of lists on SQLite, which stay exact until the next write to the database.

Most of the time, administrators only turn pages and change the order. SQLite reports in microseconds whether something was
written; PostgreSQL cannot.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Callable

from ...sql.database import Transaction
from ..sql.fragment import Sql

#: Changes with every row that this connection wrote, and with every commit of another one; and the attached databases,
#: about which it says nothing.
_STATE = """select total_changes(), (select data_version from pragma_data_version),
    (select count(*) from pragma_database_list where name not in ('main', 'temp'))"""
#: A screen counts for each combination of filters that its users choose.
_MAX_TOTALS = 200
#: A condition may depend on the time, in a scope or in a view.
_KEPT_SECONDS = 10.0
_NAME = "gatehouse_known_totals"


@dataclass
class _Known:
    state: tuple[Any, ...]
    #: Each total, and when it was counted.
    totals: dict[object, tuple[int, float]] = field(default_factory=dict)


def total(tx: Transaction, query: Sql, count: Callable[[], int]) -> int:
    """The total that ``query`` counts. ``count`` runs it."""
    kept = tx.kept_by_connection
    if kept is None:
        return count()
    state = tx.all(_STATE, {})[0]
    if state[-1]:
        return count()
    known = kept.get(_NAME)
    if known is None or known.state != state:
        known = kept[_NAME] = _Known(state)
    text, parameters = query.compiled()
    key = (text, tuple((type(value), repr(value)) for value in parameters.values()))
    found = known.totals.get(key)
    now = time.monotonic()
    if found is not None and now - found[1] < _KEPT_SECONDS:
        return int(found[0])
    counted = count()
    if len(known.totals) >= _MAX_TOTALS:
        known.totals.clear()
    known.totals[key] = (counted, now)
    return counted
