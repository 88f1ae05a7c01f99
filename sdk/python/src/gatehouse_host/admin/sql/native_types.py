"""PostgreSQL's own types of the columns of the registered tables.

PostgreSQL assumes that a parameter has the column's type: for a uuid or an enum, an invalid text fails the whole query
instead of matching nothing.
"""

from __future__ import annotations

from typing import Iterable

from ...sql.database import Transaction
from ..orm.model import Facts
from .fragment import joined, quoted, sql

_NAMES = {
    **dict.fromkeys(("text", "varchar", "bpchar", "citext", "name"), "text"),
    **dict.fromkeys(("int2", "int4", "int8"), "integer"),
    "uuid": "uuid",
    "float4": "real",
}
#: Types that PostgreSQL cannot sort by, and arrays of them.
_WITHOUT_ORDER = frozenset(
    prefix + name
    for name in (
        *("json", "jsonpath", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle"),
        *("xid", "cid", "aclitem", "txid_snapshot", "pg_snapshot", "refcursor"),
    )
    for prefix in ("", "_")
)
_QUESTION = """
    select known.name, a.attname, coalesce(base.typname, t.typname)
    from (values {}) as known (name, id) join pg_attribute a on a.attrelid = known.id
    join pg_type t on t.oid = a.atttypid left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
    where a.attnum > 0 and not a.attisdropped
"""


def learn(facts: Facts, tables: Iterable[str], tx: Transaction) -> None:
    """Asks until the types of all tables are known, and then never again: restart the host after changing a type."""
    if not facts.is_postgresql or facts.native:
        return
    names = sorted(set(tables))
    if not names:
        return
    given = joined((sql("(cast({} as text), to_regclass({}))", name, quoted(name)) for name in names), ", ")
    rows = tx.all(*sql(_QUESTION, given).compiled())
    if len({table for table, _, _ in rows}) == len(names):
        facts.padded = {(table, column) for table, column, native in rows if native == "bpchar"}
        facts.unordered = {(table, column) for table, column, native in rows if native in _WITHOUT_ORDER}
        facts.native = {(table, column): _NAMES.get(native, "other") for table, column, native in rows}
