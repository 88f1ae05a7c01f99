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

#: The columns of a constraint or an index, also those in its expressions: an index depends on more columns than these, and an
#: expression has more words. The name is NULL for all indexes.
_CONSTRAINED_IN_POSTGRESQL = """
    select a.attname::text from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = to_regclass({}) and c.conname = cast({} as text)
    union select a.attname::text from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
    where i.indrelid = to_regclass({}) and coalesce(c.relname = cast({} as text), true) and (a.attnum = any (i.indkey) or (
      a.attname = any (regexp_split_to_array(pg_get_expr(i.indexprs, i.indrelid), '[^[:alnum:]_]+')) and exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
          and d.refobjid = i.indrelid and d.refobjsubid = a.attnum)))
"""
#: Characters of the shortest text that can exceed a page of an index, which has 8 KiB.
_LEAST_BEYOND_INDEX = 2000
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
    if is_postgresql and refusal.constraint and refusal.kind != "needed":
        constrained = _constrained_in_postgresql(table, refusal.constraint, values, ask)
        if constrained:
            return _longest_of(constrained, values) if refusal.kind == "limit" else constrained
    found: list[str] = []
    if refusal.kind == "check":
        if is_postgresql:
            # A check of a domain: the values tell.
            return _unfit_in_postgresql(table, values, ask)
        found = _checked_in_sqlite(table, refusal, ask)
    elif refusal.kind == "missing" and not is_postgresql:
        return _missing_in_sqlite(table, values, ask)
    elif refusal.kind in ("data", "syntax") and is_postgresql:
        return _unfit_in_postgresql(table, values, ask)
    elif refusal.kind == "limit":
        # PostgreSQL names no index for a value that is longer than a page of one.
        return _unfit_in_postgresql(table, values, ask) or _longest_of(
            _constrained_in_postgresql(table, None, values, ask), values, _LEAST_BEYOND_INDEX
        )
    elif refusal.kind == "unique":
        found = list(refusal.words) if is_postgresql else _indexed_in_sqlite(table, refusal, ask)
    return [name for name in values if name in found]


def _rows(ask: Ask, question: Sql) -> list[tuple[Any, ...]]:
    text, parameters = question.compiled()
    rows: list[tuple[Any, ...]] = ask(lambda tx: tx.all(text, parameters))
    return rows


def _longest_of(names: list[str], values: dict[str, Any], least: int = 0) -> list[str]:
    """The column with the longest value, of at least so many characters."""

    def length_of(name: str) -> int:
        return len(str(values.get(name, "")))

    return [name for name in sorted(names, key=length_of)[-1:] if length_of(name) >= least]


def _constrained_in_postgresql(table: str, name: str | None, values: dict[str, Any], ask: Ask) -> list[str]:
    question = sql(_CONSTRAINED_IN_POSTGRESQL, quoted(table), name, quoted(table), name)
    found = [column for (column,) in _rows(ask, question)]
    # At a commit, no statement is known.
    return [column for column in values if column in found] if values else found


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


def _indexed_in_sqlite(table: str, refusal: DatabaseRefusal, ask: Ask) -> list[str]:
    """The words of an index in its definition: those of its columns and expressions, without its condition."""
    question = "select sql from sqlite_master where type = 'index' and tbl_name = {} and name = {}"
    rows = _rows(ask, sql(question, table, refusal.constraint))
    definition = str(rows[0][0] or "") if rows else ""
    return re.findall(r"[A-Za-z_]\w*", _in_parentheses(definition.partition("(")[2]))


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
        if refusal is not None and refusal.kind in ("data", "check", "limit", "syntax"):
            return False
        raise
    return True
