"""Locks on records of PostgreSQL. SQLite has one writer and needs none.

Of two transactions that change the links between the same records, from either side, one waits for the other. All of
them lock table by table and key by key in one order, which prevents deadlocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from ...contract.admin_record import RelationChange
from ..orm.model import BelongsToMany, Model
from ..ports import Context
from ..sql.columns import key_parameters, key_ref
from ..sql.fragment import joined, quoted, raw, sql, table_sql
from .registry import Registered, Registry

_RIGHTS = """
    select relkind in ('r', 'p'), has_any_column_privilege(oid, 'update') from pg_class where oid = to_regclass({})
"""


@dataclass(frozen=True)
class Hold:
    """Records of one model that a transaction holds until it ends."""

    model: Model
    ids: Sequence[str]
    #: True: only one transaction at a time holds the record, and what it read of the record and its links stays valid.
    #: False: any number of transactions may link to the record, and none may write or delete it.
    is_written: bool


class Held:
    def __init__(self, tables: set[str]) -> None:
        self._tables = tables

    def holds(self, model: Model) -> bool:
        """Whether records of the model stay unchanged until the transaction ends."""
        return model.table in self._tables


def hold(registry: Registry, holds: Sequence[Hold], context: Context) -> Held:
    """Locks the records. Read them afterwards: a transaction that this one waited for may have changed or deleted some."""
    tables: set[str] = set()
    if not registry.facts.is_postgresql:
        return Held(tables)
    for table in sorted({one.model.table for one in holds}):
        of_table = [one for one in holds if one.model.table == table]
        model = of_table[0].model
        is_written = any(one.is_written for one in of_table)
        keys = key_parameters(registry.facts, model, dict.fromkeys(id for one in of_table for id in one.ids))
        if not keys or not _can_be_held(table, is_written, context):
            continue
        query = sql(
            "select 1 from {} where {} in ({}) order by {} {}",
            table_sql(table),
            key_ref(model),
            joined(keys, ", "),
            key_ref(model),
            raw("for update" if is_written else "for key share"),
        )
        context.tx.all(*query.compiled())
        tables.add(table)
    return Held(tables)


def _can_be_held(table: str, is_written: bool, context: Context) -> bool:
    """A lock requires the right to update. Without it, records are written, linked and deleted without a lock."""
    rows = context.tx.all(*sql(_RIGHTS, quoted(table)).compiled())
    is_table, may_update = rows[0] if rows else (False, False)
    return bool(may_update and (is_written or is_table))


def holds_of(controller: Registered, id: str | None, changes: Sequence[RelationChange]) -> list[Hold]:
    """The record to write, and the records that its many-to-many relations will link."""
    holds = [] if id is None else [Hold(controller.model, [id], True)]
    for change in changes:
        relation = controller.relations.get(change.relation)
        if isinstance(relation, BelongsToMany):
            holds.append(Hold(relation.model, change.ids, False))
    return holds
