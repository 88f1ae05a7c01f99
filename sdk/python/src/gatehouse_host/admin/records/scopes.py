"""The records that exist for a caller: the application's own query scopes, as conditions."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Iterable, Mapping, Sequence

from ...contract.admin_query import AdminNamedScope
from ...contract.message import Malformed
from ..orm.model import Model, Relation, ScopeCall
from ..outcomes import Invalid
from ..ports import Context
from ..texts import say
from ..values import scalar_of
from .registry import Registered, Registry
from ..sql.columns import key_parameters, key_ref, key_text, parts_of
from ..sql.fragment import Sql, and_all, joined, raw, sql, table_sql


def listed(registry: Registry, model: Model, context: Context) -> list[Sql]:
    """The conditions of all records of a model that exist in lists: those of its default controller."""
    manager = registry.manager_of(model)
    return _of_class(registry, model, context) if manager is None else scoped(registry, manager, "list", context)


def scoped(registry: Registry, controller: Registered, scope: str, context: Context) -> list[Sql]:
    """The conditions of the records that exist for a controller, in its list or in its form."""
    definition = controller.definition
    limit = definition.list_scope if scope == "list" else definition.form_scope
    condition = registry.facts.orm.condition(
        controller.model.mapped, lambda query: limit(query, context.caller), context.tx
    )
    own = _of_class(registry, controller.model, context)
    return own if condition is None else [*own, condition]


def _of_class(registry: Registry, model: Model, context: Context) -> list[Sql]:
    condition = registry.facts.orm.of_class(model.mapped, context.tx)
    return [] if condition is None else [condition]


def scoped_by_both(registry: Registry, controller: Registered, context: Context) -> list[Sql]:
    """Those that a controller may delete: a caller must not delete a record that its list or its form hides."""
    return [*scoped(registry, controller, "list", context), *scoped(registry, controller, "form", context)]


def movable(registry: Registry, model: Model, context: Context) -> list[Sql]:
    """Those that a has-many relation may assign to another owner.

    The form of the model's controller is the other place that writes their foreign key, so its scope applies too.
    """
    manager = registry.manager_of(model)
    return listed(registry, model, context) if manager is None else scoped_by_both(registry, manager, context)


def visible(registry: Registry, model: Model, key: Sql, context: Context) -> Sql | None:
    """A condition that a related record with this key exists for the caller in lists; None if all of them do."""
    conditions = listed(registry, model, context)
    if not conditions:
        return None
    return sql("{} in (select {} from {}{})", key, key_ref(model), table_sql(model.table), and_all(conditions))


def named_scopes(
    registry: Registry, model: Model, scopes: Iterable[AdminNamedScope], context: Context
) -> list[Sql]:
    """The conditions of scopes that a filter or a relation field asks for by name."""
    conditions = []
    known = registry.scopes_of(model)
    for given in scopes:
        scope = known.get(given.name)
        if scope is None:
            raise Malformed("scope", "is not a scope of the model")
        values = tuple(map(scalar_of, given.values))
        if given.values_of:
            # A caller must not find records through one that does not exist for the caller.
            ids = [value for value in values if isinstance(value, str)]
            found = existing(registry, registry.model(given.values_of), ids, (), context)
            values = tuple(id for id in ids if id in found)
            if not values:
                return [raw("1 = 0")]
        call = ScopeCall(values, context.form or {}, context.caller, context.handle)
        condition = registry.facts.orm.condition(model.mapped, partial(_asked, scope, call), context.tx)
        if condition is not None:
            conditions.append(condition)
    return conditions


def _asked(scope: Callable[[Any, ScopeCall], Any], call: ScopeCall, query: Any) -> Any:
    return scope(query, call)


def existing(
    registry: Registry, model: Model, ids: Iterable[str], scopes: Sequence[AdminNamedScope], context: Context
) -> set[str]:
    """The ids that exist for the caller, in lists and within additional scopes."""
    keys = key_parameters(registry.facts, model, ids)
    if not keys:
        return set()
    limits = [*listed(registry, model, context), *named_scopes(registry, model, scopes, context)]
    found: set[str] = set()
    for some in parts_of(keys):
        found |= ids_of(model, [*limits, sql("{} in ({})", key_ref(model), joined(some, ", "))], context)
    return found


def ids_of(model: Model, conditions: Iterable[Sql], context: Context) -> set[str]:
    """The keys of the records that meet all conditions, as texts."""
    query = sql("select {} from {}{}", key_text(model), table_sql(model.table), and_all(conditions))
    return {str(id) for (id,) in context.tx.all(*query.compiled())}


def require_existing(
    registry: Registry,
    field: str,
    model: Model,
    ids: Sequence[str],
    scope: AdminNamedScope | None,
    context: Context,
) -> None:
    """Raises Invalid, on the relation, if one of the ids does not exist for the caller."""
    found = existing(registry, model, ids, () if scope is None else (scope,), context)
    if not found.issuperset(ids):
        raise Invalid({field: say("notOffered", context.caller.locale)})


def relation_of(relations: Mapping[str, Relation], name: str) -> Relation:
    relation = relations.get(name)
    if relation is None:
        raise Malformed("relation", "is not a relation of the controller")
    return relation
