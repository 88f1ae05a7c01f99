"""Creates, changes and deletes records, with the application's hooks."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Sequence

from ...contract.admin_query import AdminSelection
from ...contract.admin_record import ColumnValue, CreateRecordRequest, Record, UpdateRecordRequest
from ..orm.model import BelongsTo, Model
from ..outcomes import Invalid, RecordChanged, RecordNotFound
from ..ports import Context
from ..sendable import sendable, too_long_write
from ..sql.columns import assignments, key_parameter, key_ref, key_text, selected
from ..sql.database_refusal import DatabaseRefused, refusal_of
from ..sql.fragment import Sql, and_all, joined, names, ref, sql, table_sql
from ..sql.stored_value import UnfitValue, stored_value
from ..sql.versions import has_version, raised_version, version_of
from ..texts import say
from ..values import Value, Values, is_same_value
from .conditions import subject_of
from .form_values import parameters_of, record_values, require_fit, require_offered, written_form, written_values
from .links import change_pivots, detach, plan_relations
from .locks import Hold, hold, holds_of
from .read_records import record_with_id
from .registry import Registered, Registry
from .scopes import ids_of, scoped, scoped_by_both


def create_record(registry: Registry, request: CreateRecordRequest, context: Context) -> Record:
    controller = registry.controller(request.controller)
    model, hooks = controller.model, controller.definition
    requested = written_values(model.columns, request.values)
    require_fit(registry.facts, model, requested, context)
    values: Values = {**hooks.new_record, **requested}
    form = written_form(registry, controller, request.values, request.relations, values, dict, context)
    require_offered(model.columns, request.values, controller.option_providers, form, context)
    hold(registry, holds_of(controller, None, request.relations), context)
    plan = plan_relations(registry, controller, request.relations, None, {}, context.with_form(form))
    values.update(plan.values)
    hooks.before_create(context.handle, context.caller, values)
    registry.facts.orm.flush(context.tx)
    row = parameters_of(registry.facts, model, values)
    row.update(registry.facts.orm.defaults(model.mapped, values, row, True, context.tx))
    id = _insert(model, row, context)
    change_pivots(registry, plan, controller, id, context)
    registry.facts.orm.forget(context.tx)
    hooks.after_create(context.handle, context.caller, id, values)
    registry.facts.orm.flush(context.tx)
    return _written_record(registry, controller, id, _Written(request, values, True), context)


def update_record(registry: Registry, request: UpdateRecordRequest, context: Context) -> Record:
    """The writing statement compares the version: of two updates from one version, one finds nothing to update.

    An update without changes writes nothing: no hook runs, and it conflicts with no concurrent edit.
    """
    controller, id = registry.controller(request.controller), request.id
    model, hooks = controller.model, controller.definition
    key = key_parameter(registry.facts, model, id)
    values = written_values(model.columns, request.values)
    if key is None:
        raise RecordNotFound
    # Before the record is read, so that the comparison and the answer use its state at this write's turn.
    held = hold(registry, holds_of(controller, id, request.relations), context)
    read = dict(values)
    current = _current(registry, controller, key, read, context)
    if current is None or current.id != id:
        raise RecordNotFound
    if request.expected_version not in ("", current.version):
        raise RecordChanged(_record_by_id(registry, controller, id, request.selection, context))
    require_fit(registry.facts, model, values, context)
    form = written_form(
        registry,
        controller,
        request.values,
        request.relations,
        values,
        lambda: record_values(registry, model, id, context),
        context,
    )
    require_offered(model.columns, request.values, controller.option_providers, form, context)
    plan = plan_relations(
        registry, controller, request.relations, id, current.foreign_keys, context.with_form(form)
    )
    if not plan.changes and current.holds(model, values):
        return _record_by_id(registry, controller, id, request.selection, context)
    values.update(plan.values)
    hooks.before_update(context.handle, context.caller, id, values)
    registry.facts.orm.flush(context.tx)
    changes = parameters_of(registry.facts, model, values)
    changes.update(registry.facts.orm.defaults(model.mapped, values, changes, False, context.tx))
    changes.update(raised_version(model))
    if changes:
        conditions = [sql("{} = {}", key_ref(model), key), *has_version(model, request.expected_version)]
        statement = sql("update {} set {}{}", table_sql(model.table), assignments(changes), and_all(conditions))
        if _run(model, changes, statement, context) == 0:
            if registry.facts.is_postgresql and not held.holds(model):
                raise RecordChanged(_record_by_id(registry, controller, id, request.selection, context))
            _require_changed(model, read, current, _current(registry, controller, key, read, context))
    change_pivots(registry, plan, controller, id, context)
    registry.facts.orm.forget(context.tx)
    hooks.after_update(context.handle, context.caller, id, values)
    registry.facts.orm.flush(context.tx)
    return _written_record(registry, controller, id, _Written(request, values, False), context)


def delete_records(registry: Registry, controller: Registered, ids: Sequence[str], context: Context) -> None:
    """All of the records, or raises an outcome and deletes none.

    Also deletes their links in pivot tables: a record's own links before it, because they are part of it; links that
    lead to it after it, so that a foreign key can still forbid the deletion.
    """
    model, hooks = controller.model, controller.definition
    keys = [key for key in (key_parameter(registry.facts, model, id) for id in ids) if key is not None]
    if len(keys) < len(ids):
        raise RecordNotFound
    chosen = sql("{} in ({})", key_ref(model), joined(keys, ", "))
    held = hold(registry, [Hold(model, ids, True)], context)
    existing = [*scoped_by_both(registry, controller, context), chosen]
    if not ids_of(model, existing, context).issuperset(ids):
        raise RecordNotFound
    for id in ids:
        hooks.before_delete(context.handle, context.caller, id)
    registry.facts.orm.flush(context.tx)
    pivots = registry.pivots_of(model)
    detach(pivots.own, keys, context)
    removed = _run(model, {}, sql("delete from {} where {}", table_sql(model.table), chosen), context)
    if removed < len(ids):
        # Another transaction was faster.
        if registry.facts.is_postgresql and not held.holds(model):
            raise RecordNotFound
        # A trigger may keep rows that it takes out of the scope, or remove those of a view, which SQLite does not count.
        if ids_of(model, existing, context):
            raise RuntimeError(f"a trigger or a policy kept a record of {model.name} from being deleted")
    detach(pivots.related, keys, context)
    registry.facts.orm.forget(context.tx)
    for id in ids:
        hooks.after_delete(context.handle, context.caller, id)


def _insert(model: Model, row: Mapping[str, Any], context: Context) -> str:
    into = sql("insert into {}", table_sql(model.table))
    what = (
        sql("({}) values ({})", names(row), joined(row.values(), ", ")) if row else sql("default values")
    )
    statement = sql("{} {} returning {}", into, what, key_text(model))
    with _writing(model, row):
        inserted = context.tx.all(*statement.compiled())
    if not inserted:
        raise RuntimeError(f"a trigger kept a record of {model.name} from being created")
    return str(inserted[0][0])


def _run(model: Model, values: Mapping[str, Any], statement: Sql, context: Context) -> int:
    """Runs a statement that writes these values to the model's table. Returns the number of changed rows."""
    with _writing(model, values):
        return context.tx.run(*statement.compiled())


@contextmanager
def _writing(model: Model, values: Mapping[str, Any]) -> Iterator[None]:
    """Raises DatabaseRefused if the database refuses these values."""
    try:
        yield
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        raise DatabaseRefused(model.table, dict(values), refusal) from error


@dataclass(frozen=True)
class _Written:
    request: CreateRecordRequest | UpdateRecordRequest
    #: What the hooks made of the requested values.
    values: Values
    is_new: bool


def _written_record(
    registry: Registry, controller: Registered, id: str, written: _Written, context: Context
) -> Record:
    """The record after a write, before the commit.

    The write must be readable: it rolls back if the database, a hook or a trigger turned a value into one that does not
    fit its column.
    """
    asked, requested = written.request.selection or AdminSelection(), written.request.values
    columns = (*asked.columns, *(name for name in written.values if name not in asked.columns))
    selection = AdminSelection(columns=columns, relations=asked.relations, max_related_text=asked.max_related_text)
    record = _whole_record_by_id(registry, controller, id, selection, context)
    # Hooks and defaults of a new record wrote the others.
    names_written = columns if written.is_new else tuple(written.values)
    too_long = too_long_write(columns, record.cells, names_written, record.relations)
    if too_long is not None:
        raise _unreadable([too_long], "tooLong", requested, context)
    unreadable = [
        name for name, cell in zip(columns, record.cells) if name in written.values and cell.invalid_value is not None
    ]
    if unreadable:
        raise _unreadable(unreadable, "unfit", requested, context)
    cells = record.cells[: len(asked.columns)]
    return sendable(Record(id=record.id, version=record.version, cells=cells, relations=record.relations))


def _unreadable(columns: Sequence[str], why: str, requested: Sequence[ColumnValue], context: Context) -> Exception:
    if not {one.column for one in requested}.issuperset(columns):
        return TypeError(f"a hook or a default wrote a value that cannot be read back to {', '.join(columns)}")
    return Invalid({name: say(why, context.caller.locale) for name in columns})


def _record_by_id(
    registry: Registry, controller: Registered, id: str, selection: AdminSelection | None, context: Context
) -> Record:
    """The current record, even if the write has moved it out of scope."""
    return sendable(_whole_record_by_id(registry, controller, id, selection or AdminSelection(), context))


def _whole_record_by_id(
    registry: Registry, controller: Registered, id: str, selection: AdminSelection, context: Context
) -> Record:
    record = record_with_id(subject_of(registry, controller, context), (), id, selection)
    if record is None:
        raise RecordNotFound
    return record


@dataclass(frozen=True)
class _Current:
    id: str
    version: str
    #: By relation, regardless of scopes.
    foreign_keys: Mapping[str, Any]
    #: As the driver returns them, of the columns to write.
    stored: Mapping[str, Any]

    def holds(self, model: Model, values: Values) -> bool:
        """Whether the record already has all of the values."""
        return not self.differing(model, values)

    def differing(self, model: Model, values: Values) -> list[str]:
        """The columns that have another value."""
        return [name for name, value in values.items() if not self._has(model, name, value)]

    def _has(self, model: Model, name: str, value: Value) -> bool:
        held = stored_value(model.columns[name], self.stored[name])
        return not isinstance(held, UnfitValue) and is_same_value(model.columns[name], held, value)


def _require_changed(model: Model, values: Values, before: _Current, after: _Current | None) -> None:
    """For an update of a record that no other transaction could change, and of which the database counts no row.

    A trigger kept the row as it was, or wrote other tables in its place, which SQLite does not count.
    """
    differing = before.differing(model, values)
    if differing and after is not None and all(before.stored[name] == after.stored[name] for name in differing):
        raise RuntimeError(f"a trigger, a policy or a hook kept a record of {model.name} from being changed")


def _current(
    registry: Registry, controller: Registered, key: Sql, values: Values, context: Context
) -> _Current | None:
    """None if the record is not in the form scope."""
    model, facts = controller.model, registry.facts
    keys = {name: one.foreign_key for name, one in controller.relations.items() if isinstance(one, BelongsTo)}
    wanted = [
        key_text(model),
        ref(model.table, model.version) if model.version else sql("0"),
        *(sql("cast({} as text)", ref(model.table, column)) for column in keys.values()),
        *(selected(facts, model.table, name, model.columns[name]) for name in values),
    ]
    conditions = [*scoped(registry, controller, "form", context), sql("{} = {}", key_ref(model), key)]
    query = sql("select {} from {}{}", joined(wanted, ", "), table_sql(model.table), and_all(conditions))
    rows = context.tx.all(*query.compiled())
    if not rows:
        return None
    id, version, *others = rows[0]
    return _Current(
        str(id),
        version_of(model, version),
        {name: None if value is None else str(value) for name, value in zip(keys, others)},
        dict(zip(values, others[len(keys) :])),
    )
