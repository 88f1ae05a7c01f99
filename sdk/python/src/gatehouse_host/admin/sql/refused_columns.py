"""The columns that caused a refusal, if the error does not name them.

Asks the database after the rollback, each question in a transaction of its own, because a refused one ends it.
"""

from __future__ import annotations

import re
from typing import Any, Callable

from ...sql.database import Transaction
from .database_refusal import DatabaseRefusal, refusal_of
from .fragment import Sql, quoted, raw, sql, table_sql

#: Runs a question in a transaction of its own.
Ask = Callable[[Callable[[Transaction], Any]], Any]

_CHECKED_IN_POSTGRESQL = """
    select a.attname from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = to_regclass({}) and c.conname = {}
"""
_TYPES_IN_POSTGRESQL = """
    select a.attname, format_type(a.atttypid, a.atttypmod),
      case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = to_regclass({}) and a.attnum > 0 and not a.attisdropped
"""


def columns_about(
    refusal: DatabaseRefusal, table: str, values: dict[str, Any], is_postgresql: bool, ask: Ask
) -> list[str]:
    """Empty if the columns cannot be found. ``values``: what the statement wrote, as passed to the driver."""
    if refusal.columns:
        return list(refusal.columns)
    found: list[str] = []
    if refusal.kind == "check":
        if is_postgresql:
            rows = _rows(ask, sql(_CHECKED_IN_POSTGRESQL, quoted(table), refusal.constraint))
            # A check of a domain: the values tell.
            found = [name for (name,) in rows] or _unfit_in_postgresql(table, values, ask)
        else:
            found = _checked_in_sqlite(table, refusal, ask)
    elif refusal.kind == "missing" and not is_postgresql:
        return _missing_in_sqlite(table, values, ask)
    elif refusal.kind in ("data", "syntax") and is_postgresql:
        return _unfit_in_postgresql(table, values, ask)
    elif refusal.kind == "unique":
        found = list(refusal.words)
    return [name for name in values if name in found]


def _rows(ask: Ask, question: Sql) -> list[tuple[Any, ...]]:
    text, parameters = question.compiled()
    rows: list[tuple[Any, ...]] = ask(lambda tx: tx.all(text, parameters))
    return rows


def _checked_in_sqlite(table: str, refusal: DatabaseRefusal, ask: Ask) -> list[str]:
    """SQLite tells the name of a check, whose text is in the table's definition; of an unnamed one it tells the text."""
    words = list(refusal.words)
    if not re.fullmatch(r"\w+", refusal.constraint):
        return words
    rows = _rows(ask, sql("select sql from sqlite_master where type = 'table' and name = {}", table))
    definition = str(rows[0][0]) if rows else ""
    start = re.search(rf"constraint\s+[\"`\[]?{refusal.constraint}[\"`\]]?\s+check\s*\(", definition, re.IGNORECASE)
    if start is None:
        return words
    return re.findall(r"[A-Za-z_]\w*", _in_parentheses(definition[start.end() :]))


def _in_parentheses(text: str) -> str:
    """The text up to the closing parenthesis of an already open one."""
    depth = 1
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[:index]
    return text


def _missing_in_sqlite(table: str, values: dict[str, Any], ask: Ask) -> list[str]:
    """SQLite does not tell which of a table's foreign keys failed."""
    missing = []
    question = sql('select "from", "table", "to" from pragma_foreign_key_list({})', table)
    for column, parent, to in _rows(ask, question):
        value = values.get(column)
        if value is None or isinstance(value, Sql):
            continue
        key = raw(quoted(to) if to else "rowid")
        if not _rows(ask, sql("select 1 from {} where {} = {}", table_sql(parent), key, value)):
            missing.append(str(column))
    return missing


def _unfit_in_postgresql(table: str, values: dict[str, Any], ask: Ask) -> list[str]:
    """Lets PostgreSQL cast each value to the type of its column, because it knows its ranges, domains and spellings.

    Such a cast silently truncates only a text that is too long for its column.
    """
    unfit = []
    for name, type_name, length in _rows(ask, sql(_TYPES_IN_POSTGRESQL, quoted(table))):
        value = values.get(name)
        if value is None or isinstance(value, (Sql, bytes)):
            continue
        text = str(value)
        if (length is not None and len(text) > length) or not _can_be_cast(text, type_name, ask):
            unfit.append(str(name))
    return unfit


def _can_be_cast(value: str, type_name: str, ask: Ask) -> bool:
    try:
        _rows(ask, sql("select cast(cast({} as text) as {})", value, raw(type_name)))
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is not None and refusal.kind in ("data", "check", "syntax"):
            return False
        raise
    return True
