"""Links between records: pairs in pivot tables, and the relations that a form writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Sequence

from ...contract.admin_record import RelationChange
from ...contract.message import Malformed
from ..orm.model import BelongsTo, BelongsToMany, HasMany
from ..ports import Context
from ..sql.columns import has_integer_key, key_parameter, key_parameters, parts_of
from ..sql.fragment import Sql, joined, names, ref, sql, table_sql
from ..values import Values
from .form_values import key_value
from .registry import Registered, Registry
from .scopes import existing, relation_of, require_existing


def pivot_ids(relation: BelongsToMany, owner: Sql, context: Context) -> set[str]:
    """Ids of the records that one record is linked to through a pivot table, regardless of scopes."""
    pivot = relation.pivot_table
    query = sql(
        "select cast({} as text) from {} where {} = {}",
        ref(pivot, relation.related_key),
        table_sql(pivot),
        ref(pivot, relation.foreign_key),
        owner,
    )
    return {str(id) for (id,) in context.tx.all(*query.compiled())}


def add_pivots(registry: Registry, relation: BelongsToMany, owner: Sql, ids: Sequence[str], context: Context) -> None:
    """A pair that the application has added in the meantime is not an error."""
    if not ids:
        return

    pair = (relation.foreign_key, relation.related_key)

    def insert(added: Iterable[str], end: str) -> None:
        others: list[str] = []
        rows = []
        for key in key_parameters(registry.facts, relation.model, added):
            defaults = registry.facts.orm.pivot_defaults(relation.pivot, pair, context.tx)
            others = list(defaults)
            rows.append(sql("({})", joined([owner, key, *defaults.values()], ", ")))
        columns, table = names([*pair, *others]), table_sql(relation.pivot_table)
        statement = sql("insert into {} ({}) values {}" + end, table, columns, joined(rows, ", "))
        context.tx.run(*statement.compiled())

    insert(ids, " on conflict do nothing")
    now = pivot_ids(relation, owner, context)
    missing = [id for id in ids if id not in now]
    if missing:
        # A constraint other than that of the pair: the database names it.
        insert(missing, "")


def remove_pivots(
    registry: Registry, relation: BelongsToMany, owner: Sql, ids: Iterable[str], context: Context
) -> None:
    pivot = relation.pivot_table
    # PostgreSQL hashes these values. It would compare each row of a table without an index with each item of such a list.
    is_hashed = has_integer_key(registry.facts, relation.model)
    for keys in parts_of(key_parameters(registry.facts, relation.model, ids)):
        listed = joined([sql("({})", key) for key in keys] if is_hashed else keys, ", ")
        statement = sql(
            "delete from {} where {} = {} and {} in ({})",
            table_sql(pivot),
            ref(pivot, relation.foreign_key),
            owner,
            ref(pivot, relation.related_key),
            sql("values {}", listed) if is_hashed else listed,
        )
        context.tx.run(*statement.compiled())


def detach(columns: Iterable[tuple[str, str]], keys: Sequence[Sql], context: Context) -> None:
    """Removes every pair that names one of the keys, because a database may reuse the keys of deleted records."""
    for table, column in columns:
        statement = sql("delete from {} where {} in ({})", table_sql(table), ref(table, column), joined(keys, ", "))
        context.tx.run(*statement.compiled())


@dataclass(frozen=True)
class PivotChange:
    relation: BelongsToMany
    added: Sequence[str]
    removed: Sequence[str]


@dataclass(frozen=True)
class RelationPlan:
    """The changes that a write of relations makes to the existing links."""

    #: Foreign keys of the record itself: hooks see and change them like other values.
    values: Values = field(default_factory=dict)
    pivots: list[PivotChange] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        return bool(self.values or self.pivots)


def plan_relations(
    registry: Registry,
    controller: Registered,
    changes: Iterable[RelationChange],
    id: str | None,
    foreign_keys: Mapping[str, Any],
    context: Context,
) -> RelationPlan:
    """A write replaces the whole relation, as the whole that the caller can see.

    An id that does not exist for the caller is Invalid, even if the record is linked to it; otherwise the answer would
    reveal that. A link that the caller never saw stays, because omitting it cannot mean removing it. ``id`` is None for
    a new record; ``foreign_keys``: those that the record holds now, by relation, regardless of scopes.
    """
    plan = RelationPlan()
    for change in changes:
        relation = relation_of(controller.relations, change.relation)
        if isinstance(relation, HasMany):
            raise Malformed("relations.relation", "is not a relation that a form can write")
        if isinstance(relation, BelongsTo):
            current = foreign_keys.get(change.relation)
            _plan_foreign_key(registry, controller, relation, change, current, plan, context)
            continue
        owner = None if id is None else key_parameter(registry.facts, controller.model, id)
        pivot = _pivot_change(registry, relation, change, owner, context)
        if pivot.added or pivot.removed:
            plan.pivots.append(pivot)
    return plan


def _plan_foreign_key(
    registry: Registry,
    controller: Registered,
    relation: BelongsTo,
    change: RelationChange,
    current: str | None,
    plan: RelationPlan,
    context: Context,
) -> None:
    if len(change.ids) > 1:
        raise Malformed("relations.ids", "has several ids for a belongs-to relation")
    if not change.ids:
        if current is not None and existing(registry, relation.model, [current], (), context):
            plan.values[relation.foreign_key] = None
        return
    id = change.ids[0]
    # A record that is already chosen may stay even if the field no longer offers it, because the form shows it.
    scope = None if id == current else change.scope
    require_existing(registry, change.relation, relation.model, [id], scope, context)
    if id != current:
        plan.values[relation.foreign_key] = key_value(controller.model.columns[relation.foreign_key], id)


def _pivot_change(
    registry: Registry, relation: BelongsToMany, change: RelationChange, owner: Sql | None, context: Context
) -> PivotChange:
    now = set() if owner is None else pivot_ids(relation, owner, context)
    added = [id for id in change.ids if id not in now]
    kept = [id for id in change.ids if id in now]
    if added:
        require_existing(registry, change.relation, relation.model, added, change.scope, context)
    if kept:
        require_existing(registry, change.relation, relation.model, kept, None, context)
    missing = now.difference(change.ids)
    return PivotChange(relation, added, sorted(existing(registry, relation.model, missing, (), context)))


def change_pivots(registry: Registry, plan: RelationPlan, controller: Registered, id: str, context: Context) -> None:
    for change in plan.pivots:
        owner = key_parameter(registry.facts, controller.model, id)
        assert owner is not None, "the id is that of a record"
        remove_pivots(registry, change.relation, owner, change.removed, context)
        add_pivots(registry, change.relation, owner, change.added, context)
