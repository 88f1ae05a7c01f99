"""Works on any number of a controller's records, in the order of their keys: export, actions and deletions."""

from __future__ import annotations

from typing import Any, Sequence, Union

from ...contract.admin_bulk import AdminMatching, RunOnRecordsRequest, WalkRecordsRequest
from ...contract.admin_record import AdminScope, RecordPage
from ..orm.model import Facts, Model
from ..outcomes import RecordNotFound
from ..ports import ActionCall, ActionResult, Context, Target
from ..sendable import sendable_together
from ..sql.columns import column_of, key_parameter, key_parameters, key_ref, key_text, value_sql
from ..sql.fragment import Sql, and_all, joined, raw, sql, table_sql
from .conditions import subject_of
from .list_page import matching_sql
from .locks import Hold, hold
from .read_records import Source, read_records, record_id
from .record_columns import record_columns
from .registry import Registered, Registry
from .scopes import ids_of, scoped, scoped_by_both
from .write_records import delete_records

#: Characters of a name in the contract.
_MAX_LABEL = 200


def walk_records(registry: Registry, request: WalkRecordsRequest, context: Context) -> RecordPage:
    """The next records of a scope. Reads one more than it returns, to know whether any follow."""
    controller = registry.controller(request.controller)
    assert request.selection is not None, "the request was checked by its rules"
    scope = "form" if request.scope is AdminScope.ADMIN_SCOPE_FORM else "list"
    conditions = _matching_in(scope, registry, controller, request.matching, context)
    begun, order = _continuing(registry.facts, controller.model, request.after, request.limit + 1)
    source = Source(table_sql(controller.model.table), [*conditions, *begun], order)
    read = read_records(subject_of(registry, controller, context), source, request.selection)
    records = sendable_together(read[: request.limit])
    columns = record_columns(records) if records else None
    return RecordPage(columns=columns, has_more=len(records) < len(read))


def targets(registry: Registry, request: RunOnRecordsRequest, context: Context) -> tuple[list[Target], bool]:
    """The records to act on with their names, and whether others that match follow them."""
    controller = registry.controller(request.controller)
    following = request.matching
    if following is not None:
        conditions = _listed_matching(registry, controller, following.matching, context)
        begun, order = _continuing(registry.facts, controller.model, following.after, following.limit + 1)
        found = _labeled(controller.model, [*conditions, *begun], order, request.label_column, context)
        return found[: following.limit], len(found) > following.limit
    assert request.ids is not None, "the request was checked by its rules"
    return _named(registry, controller, request.ids.ids, request.label_column, context), False


def act_on(registry: Registry, request: RunOnRecordsRequest, id: str, context: Context) -> Union[ActionResult, None]:
    """Acts on one record, in the transaction of the context. None if it no longer matches.

    Raises an outcome if the record is not within both scopes, or if a hook or the action refuses.
    """
    controller = registry.controller(request.controller)
    model = controller.model
    # Held, so that it still matches when the act changes it.
    hold(registry, [Hold(model, [id], True)], context)
    if request.matching is not None:
        conditions = _listed_matching(registry, controller, request.matching.matching, context)
        if not _is_among(registry, model, conditions, id, context):
            return None
    if request.action is None:
        delete_records(registry, controller, [id], context)
        return ActionResult()
    if not _is_among(registry, model, scoped_by_both(registry, controller, context), id, context):
        raise RecordNotFound
    action = controller.actions[request.action]
    return ActionResult.of(action.run(context, ActionCall(id, {}, context.caller)))


def _listed_matching(
    registry: Registry, controller: Registered, matching: AdminMatching | None, context: Context
) -> list[Sql]:
    """The conditions of the records that match, within the list scope."""
    return _matching_in("list", registry, controller, matching, context)


def _matching_in(
    scope: str, registry: Registry, controller: Registered, matching: AdminMatching | None, context: Context
) -> list[Sql]:
    assert matching is not None, "the request was checked by its rules"
    subject = subject_of(registry, controller, context)
    return [*scoped(registry, controller, scope, context), *matching_sql(subject, matching)]


def _continuing(facts: Facts, model: Model, after: str, limit: int) -> tuple[list[Sql], Sql]:
    """The condition of the records after a key, and their order.

    A parameter can be compared with a key that is a number, a text or a uuid. Any other is compared as a text, because
    its record may be gone, and with it the value to compare with.
    """
    is_number = model.columns[model.primary_key].type in ("integer", "bigint")
    is_other = not is_number and facts.native_type(model.table, model.primary_key) not in ("integer", "text", "uuid")
    key = key_text(model) if is_other else key_ref(model)
    order = sql(" order by {} asc limit {}", key, limit)
    if after == "":
        return [], order
    last: Any = key_parameter(facts, model, after)
    if is_other and last is not None:
        last = after
    # A text that cannot be a key comes before no record.
    return [raw("1 = 0") if last is None else sql("{} > {}", key, last)], order


def _named(
    registry: Registry, controller: Registered, ids: Sequence[str], label_column: str, context: Context
) -> list[Target]:
    """The records with these ids, in their order; without a name if they are not within the list scope."""
    keys = key_parameters(registry.facts, controller.model, ids)
    found: list[Target] = []
    if keys:
        chosen = sql("{} in ({})", key_ref(controller.model), joined(keys, ", "))
        conditions = [*scoped(registry, controller, "list", context), chosen]
        found = _labeled(controller.model, conditions, Sql(), label_column, context)
    labels = {target.id: target.label for target in found}
    return [Target(id, labels.get(id, "")) for id in ids]


def _labeled(
    model: Model, conditions: Sequence[Sql], order: Sql, label_column: str, context: Context
) -> list[Target]:
    label = raw("null")
    if label_column:
        value = value_sql(column_of(model, label_column, "label_column"), model.table, label_column)
        whole = sql("cast({} as text)", value)
        if not context.tx.is_postgresql:
            # A blob has no label: its bytes need not be a text.
            whole = sql("case when typeof({}) <> 'blob' then {} end", value, whole)
        label = sql("substr({}, 1, {})", whole, raw(str(_MAX_LABEL)))
    query = sql(
        "select {}, {} from {}{}{}", key_text(model), label, table_sql(model.table), and_all(conditions), order
    )
    return [Target(record_id(id, model.name), _text(name)) for id, name in context.tx.all(*query.compiled())]


def _text(stored: Any) -> str:
    """SQLite stores texts that are none in any encoding."""
    return stored.decode(errors="replace") if isinstance(stored, bytes) else str(stored or "")


def _is_among(registry: Registry, model: Model, conditions: Sequence[Sql], id: str, context: Context) -> bool:
    key = key_parameter(registry.facts, model, id)
    return key is not None and id in ids_of(model, [*conditions, sql("{} = {}", key_ref(model), key)], context)
