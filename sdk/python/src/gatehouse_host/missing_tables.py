"""A table or a column that the database does not have: most often because migrations did not run."""

from __future__ import annotations

import re
import sqlite3

from .causes import causes_of

_SQLITE = re.compile(r"no such (?P<kind>table|column): (?P<name>[\w.]+)|has no column named (?P<column>\w+)")
_POSTGRESQL = {"42P01": "table", "42703": "column"}
#: 'relation "shop.products" does not exist', 'column products.price does not exist', in every language of the server.
_POSTGRESQL_NAME = re.compile(r'["«»„“](?P<quoted>[\w.]+)|(?P<plain>\w+\.\w+)')


def missing_text(error: BaseException) -> str | None:
    """The missing table or column, and what to do; None for every other error. Names of a schema are no secrets."""
    found = _missing(error)
    if found is None:
        return None
    kind, name = found
    named = f"{kind} {name}" if name else kind
    if any(type(cause).__module__.startswith("django.") for cause in causes_of(error)):
        advice = "run manage.py migrate"
    elif name == "gatehouse_migrations":
        # The first table that a write uses on SQLite.
        advice = "when the application starts, call migrate(engine) for OAuth, migrate_admin(engine) for an admin backend"
    elif name.startswith("gatehouse_"):
        advice = "call migrate(engine) when the application starts"
    elif name.startswith("backend_"):
        advice = "run gatehouse migrate, or call migrate_admin(engine) when the application starts"
    else:
        advice = "bring the application's own tables up to date, or connect to the right database"
    return f"the database has no {named}: {advice}"


def _missing(error: BaseException) -> tuple[str, str] | None:
    for cause in causes_of(error):
        if isinstance(cause, sqlite3.OperationalError):
            match = _SQLITE.search(str(cause))
            if match is None:
                return None
            return match["kind"] or "column", _last_part(match["name"] or match["column"])
        state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None)
        if isinstance(state, str):
            kind, told = _POSTGRESQL.get(state), str(cause).split("\n", 1)[0]
            # A statement that lacks a table in its FROM has the same code.
            return None if kind is None or "FROM" in told else (kind, _name_in(told))
    return None


def _name_in(message: str) -> str:
    match = _POSTGRESQL_NAME.search(message)
    return "" if match is None else _last_part(match["quoted"] or match["plain"])


def _last_part(name: str) -> str:
    return name.rsplit(".", 1)[-1]
