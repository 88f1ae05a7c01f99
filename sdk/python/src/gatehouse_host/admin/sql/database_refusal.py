"""Why a database refused a write: a constraint, a type, or a trigger of the application."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from typing import Any

from ...causes import causes_of

#: By SQLite's name of the error; Python 3.10 does not tell it, so the message decides there.
_SQLITE_KINDS = {
    "SQLITE_CONSTRAINT_UNIQUE": "unique",
    "SQLITE_CONSTRAINT_PRIMARYKEY": "unique",
    "SQLITE_CONSTRAINT_ROWID": "unique",
    "SQLITE_CONSTRAINT_NOTNULL": "notNull",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "missing",
    "SQLITE_CONSTRAINT_CHECK": "check",
    "SQLITE_CONSTRAINT_TRIGGER": "trigger",
    "SQLITE_CONSTRAINT_DATATYPE": "data",
    "SQLITE_MISMATCH": "data",
    "SQLITE_TOOBIG": "data",
}
_SQLITE_MESSAGES = (
    ("UNIQUE constraint failed", "unique"),
    ("NOT NULL constraint failed", "notNull"),
    ("FOREIGN KEY constraint failed", "missing"),
    ("CHECK constraint failed", "check"),
    ("cannot store ", "data"),
    ("datatype mismatch", "data"),
)
_POSTGRESQL_KINDS = {
    "23505": "unique",
    "23P01": "unique",
    "23502": "notNull",
    "23001": "needed",
    "23514": "check",
    # The check option of a view.
    "44000": "check",
    # More of one row than an index holds, or of one text than a tsvector does.
    "54000": "limit",
    # Of the text of a tsvector or tsquery, unless a trigger runs a statement that is wrong: only the values tell.
    "42601": "syntax",
    # A trigger or function of the application: RAISE EXCEPTION without its own code.
    "P0001": "trigger",
}
#: PostgreSQL's function for what a row violates. A policy of row-level security has the code of a missing privilege.
_ROW_CHECK = ("42501", "ExecWithCheckOptions")


@dataclass(frozen=True)
class DatabaseRefusal:
    #: unique, missing (a foreign key leads nowhere), needed (others refer to the record), notNull, check, data, limit,
    #: syntax or trigger.
    kind: str
    #: Table that the database names.
    table: str = ""
    #: Columns that the database names.
    columns: tuple[str, ...] = ()
    #: Words of the message that may be names of columns, from a check or an index over an expression.
    words: tuple[str, ...] = ()
    #: Name of the violated constraint or index.
    constraint: str = ""
    #: For a trigger: its own message.
    message: str = ""


def refusal_of(error: BaseException) -> DatabaseRefusal | None:
    """Reads the errors of the drivers, also inside those of SQLAlchemy and Django; None for every other error."""
    for cause in causes_of(error):
        if isinstance(cause, sqlite3.Error):
            return _of_sqlite(cause)
        state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None)
        if isinstance(state, str):
            return _of_postgresql(state, cause)
    return None


def _of_sqlite(error: sqlite3.Error) -> DatabaseRefusal | None:
    message = str(error)
    kind = _SQLITE_KINDS.get(getattr(error, "sqlite_errorname", ""))
    if kind is None:
        kind = next((each for beginning, each in _SQLITE_MESSAGES if message.startswith(beginning)), None)
    if kind is None:
        is_trigger = isinstance(error, sqlite3.IntegrityError) and not hasattr(error, "sqlite_errorname")
        return DatabaseRefusal("trigger", message=message) if is_trigger else None
    # "UNIQUE constraint failed: posts.slug, posts.locale": the first words are fixed, the others name the columns.
    named = message.partition("constraint failed: ")[2]
    if kind == "trigger":
        return DatabaseRefusal(kind, message=message)
    if kind == "missing":
        return DatabaseRefusal(kind)
    if kind == "check":
        return DatabaseRefusal(kind, words=_words(named), constraint=named)
    if kind == "data":
        told = re.search(r"column (\w+)\.(\w+)$", message)
        return DatabaseRefusal(kind, table=told[1], columns=(told[2],)) if told else DatabaseRefusal(kind)
    is_list = re.fullmatch(r"\w+\.\w+(?:, \w+\.\w+)*", named) is not None
    places = [place.split(".") for place in named.split(", ")] if is_list else []
    table = places[0][0] if places else ""
    # SQLite names an index with expressions, and not its columns.
    index = re.fullmatch(r"index '(.*)'", named, re.DOTALL)
    name = index[1].replace("''", "'") if index else ""
    return DatabaseRefusal(kind, table, tuple(column for _, column in places), _words(named), name)


def _of_postgresql(state: str, error: BaseException) -> DatabaseRefusal | None:
    diagnosis = getattr(error, "diag", None)

    def told(name: str) -> str:
        value = getattr(diagnosis, name, None)
        return value if isinstance(value, str) else ""

    detail = told("message_detail")
    # "Key (slug, locale)=(a, b) already exists.", in the language of the server, and not for a table with row-level security.
    found = re.match(r"Key \((.*?)\)=", detail, re.DOTALL)
    key = found[1] if found else ""
    if state == "23503":
        kind: str | None = "needed" if "is still referenced" in detail else "missing"
    elif (state, told("source_function")) == _ROW_CHECK:
        kind = "check"
    else:
        kind = _POSTGRESQL_KINDS.get(state) or ("data" if state.startswith("22") else None)
    if kind is None:
        return None
    column = told("column_name")
    return DatabaseRefusal(
        kind,
        table=told("table_name"),
        columns=(column,) if column else _plain_columns(key),
        words=_words(key),
        constraint=told("constraint_name"),
        message=(told("message_primary") or str(error)) if kind == "trigger" else "",
    )


def _plain_columns(key: str) -> tuple[str, ...]:
    columns = tuple(name.replace('"', "") for name in key.split(", "))
    return columns if all(re.fullmatch(r"\w+", name) for name in columns) else ()


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Za-z_]\w*", text))


class DatabaseRefused(Exception):
    """A statement of the SDK that the database refused. Unlike for a hook's statement, the written values are known."""

    def __init__(self, table: str, values: dict[str, Any], refusal: DatabaseRefusal) -> None:
        super().__init__(f"the database rejected a write to {table}")
        self.table = table
        #: As passed to the driver.
        self.values = values
        self.refusal = refusal
