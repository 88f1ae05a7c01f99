"""Relation managers: the records that are linked to one record, and the ones that could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from ...contract.admin_query import AdminListQuery
from ...contract.admin_record import RecordPage
from ...contract.message import Malformed
from ..orm.model import BelongsTo, BelongsToMany, HasMany, Model, ToMany
from ..outcomes import RecordNotFound, Refused
from ..ports import Context
from ..sql.columns import assignments, key_parameter, key_parameters, key_ref
from ..sql.fragment import Sql, joined, raw, ref, sql, table_sql
from ..sql.versions import raised_version
from ..texts import say
from ..values import Values
from .conditions import related_subject
from .form_values import key_value, parameters_of
from .links import add_pivots, pivot_ids, remove_pivots
from .list_page import list_page
from .locks import Hold, hold
from .registry import Registered, Registry
from .scopes import ids_of, listed, movable, relation_of, scoped


@dataclass(frozen=True)
class Managed:
    """The relation of a record that exists for the caller."""

    controller: Registered
    name: str
    relation: ToMany
    id: str
    #: Key of the record that owns the relation, which is within the form scope.
    owner: Sql


def managed(
    registry: Registry,
    controller_id: str,
    id: str,
    name: str,
    context: Context,
    changing: Sequence[str] | None = None,
) -> Managed:
    """Raises RecordNotFound, and Malformed for a relation to one record.

    ``changing``: the records to link or unlink; None to read. Both ends are then locked before anything is read of them:
    a transaction that this one waits for may delete the record, or move it out of the scope.
    """
    controller = registry.controller(controller_id)
    relation = relation_of(controller.relations, name)
    if isinstance(relation, BelongsTo):
        raise Malformed("relation", "is not a to-many relation of the controller")
    if changing is not None:
        _hold_both(registry, controller.model, relation, id, changing, context)
    return Managed(controller, name, relation, id, require_record(registry, controller, id, context))


def require_record(registry: Registry, controller: Registered, id: str, context: Context) -> Sql:
    """The key of a record in the form scope. Raises RecordNotFound."""
    model = controller.model
    key = key_parameter(registry.facts, model, id)
    if key is None:
        raise RecordNotFound
    conditions = [*scoped(registry, controller, "form", context), sql("{} = {}", key_ref(model), key)]
    if id not in ids_of(model, conditions, context):
        raise RecordNotFound
    return key


def related(registry: Registry, of: Managed, query: AdminListQuery | None, context: Context) -> RecordPage:
    model = of.relation.model
    base = [*listed(registry, model, context), _is_linked(of.relation, of.owner)]
    return list_page(related_subject(registry, model, context), base, query)


def candidates(
    registry: Registry, of: Managed, query: AdminListQuery | None, ids: Sequence[str], context: Context
) -> RecordPage:
    """The records that could be linked and are not; with ``ids``, these records as far as they may be linked."""
    model = of.relation.model
    if ids:
        keys = key_parameters(registry.facts, model, ids)
        limit = sql("{} in ({})", key_ref(model), joined(keys, ", ")) if keys else raw("1 = 0")
    else:
        limit = sql("not {}", _is_linked(of.relation, of.owner))
    base = [*_changeable(registry, of.relation, context), limit]
    return list_page(related_subject(registry, model, context), base, query)


def link(registry: Registry, of: Managed, ids: Sequence[str], context: Context) -> int:
    """How many were not linked before, of a relation that is locked. Changes nothing if one does not exist for the caller."""
    _require_changeable(registry, of.relation, ids, context)
    now = _linked_ids(registry, of, ids, context)
    added = [id for id in ids if id not in now]
    if not added:
        return 0
    hooks, orm = of.controller.definition, registry.facts.orm
    hooks.before_link(context.handle, context.caller, of.id, of.name, added)
    orm.flush(context.tx)
    if isinstance(of.relation, BelongsToMany):
        add_pivots(registry, of.relation, of.owner, added, context)
    else:
        _move(registry, of.relation, added, of.id, context)
    orm.forget(context.tx)
    hooks.after_link(context.handle, context.caller, of.id, of.name, added)
    return len(added)


def unlink(registry: Registry, of: Managed, ids: Sequence[str], context: Context) -> int:
    """How many were linked, of a relation that is locked. Changes nothing if one was not."""
    relation = of.relation
    _require_changeable(registry, relation, ids, context)
    if not _linked_ids(registry, of, ids, context).issuperset(ids):
        raise RecordNotFound
    if isinstance(relation, HasMany) and not relation.model.columns[relation.foreign_key].nullable:
        raise Refused(say("linked", context.caller.locale))
    hooks, orm = of.controller.definition, registry.facts.orm
    hooks.before_unlink(context.handle, context.caller, of.id, of.name, ids)
    orm.flush(context.tx)
    if isinstance(relation, BelongsToMany):
        remove_pivots(registry, relation, of.owner, ids, context)
    else:
        _move(registry, relation, ids, None, context)
    orm.forget(context.tx)
    hooks.after_unlink(context.handle, context.caller, of.id, of.name, ids)
    return len(ids)


def _hold_both(
    registry: Registry, model: Model, relation: ToMany, id: str, ids: Sequence[str], context: Context
) -> None:
    """Between reading and changing a link, no other transaction may change it from the other side, or delete an end."""
    hold(registry, [Hold(model, [id], True), Hold(relation.model, ids, isinstance(relation, HasMany))], context)


def _changeable(registry: Registry, relation: ToMany, context: Context) -> list[Sql]:
    """Which records may be linked or unlinked: on a has-many relation, that writes the related record itself."""
    limit = movable if isinstance(relation, HasMany) else listed
    return limit(registry, relation.model, context)


def _require_changeable(registry: Registry, relation: ToMany, ids: Sequence[str], context: Context) -> None:
    model = relation.model
    keys = key_parameters(registry.facts, model, ids)
    if len(keys) < len(ids):
        raise RecordNotFound
    chosen = sql("{} in ({})", key_ref(model), joined(keys, ", "))
    if not ids_of(model, [*_changeable(registry, relation, context), chosen], context).issuperset(ids):
        raise RecordNotFound


def _is_linked(relation: ToMany, owner: Sql) -> Sql:
    model = relation.model
    if isinstance(relation, HasMany):
        foreign_key = ref(model.table, relation.foreign_key)
        return sql("({} is not null and {} = {})", foreign_key, foreign_key, owner)
    pivot = relation.pivot_table
    return sql(
        "exists (select 1 from {} where {} = {} and {} = {})",
        table_sql(pivot),
        ref(pivot, relation.related_key),
        key_ref(model),
        ref(pivot, relation.foreign_key),
        owner,
    )


def _linked_ids(registry: Registry, of: Managed, ids: Sequence[str], context: Context) -> set[str]:
    if isinstance(of.relation, BelongsToMany):
        return pivot_ids(of.relation, of.owner, context)
    model = of.relation.model
    keys = key_parameters(registry.facts, model, ids)
    chosen = sql("{} in ({})", key_ref(model), joined(keys, ", "))
    return ids_of(model, [_is_linked(of.relation, of.owner), chosen], context)


def _move(registry: Registry, relation: HasMany, ids: Sequence[str], owner: str | None, context: Context) -> None:
    """Assigns records of a has-many relation to an owner, or to none.

    Each of them changes as through its own form: its version rises, and the update hooks of its controller run.
    """
    model, facts = relation.model, registry.facts
    manager = registry.manager_of(model)
    for id in ids:
        values: Values = {relation.foreign_key: key_value(model.columns[relation.foreign_key], owner)}
        if manager is not None:
            manager.definition.before_update(context.handle, context.caller, id, values)
            facts.orm.flush(context.tx)
        changes = parameters_of(facts, model, values)
        changes.update(facts.orm.defaults(model.mapped, values, changes, False, context.tx))
        changes.update(raised_version(model))
        key = key_parameter(facts, model, id)
        statement = sql(
            "update {} set {} where {} = {}", table_sql(model.table), assignments(changes), key_ref(model), key
        )
        context.tx.run(*statement.compiled())
        facts.orm.forget(context.tx)
        if manager is not None:
            manager.definition.after_update(context.handle, context.caller, id, values)
            facts.orm.flush(context.tx)
