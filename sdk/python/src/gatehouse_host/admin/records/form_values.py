"""The values of a form: of a request, as parameters, and as option providers and scopes of relation fields see them."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterable, Mapping, Sequence

from ...contract.admin_record import ColumnValue, FormValue, RelationChange
from ...contract.message import Malformed
from ..orm.model import BelongsTo, Facts, Model, Relation
from ..outcomes import Invalid
from ..ports import Choice, Context, OptionProvider
from ..sql.columns import integer_key, is_exact, key_parameter, key_ref, parameter_of, selected
from ..sql.fragment import joined, sql, table_sql
from ..sql.stored_value import known_value, number_text
from ..texts import say
from ..values import Column, Value, Values, can_be_shown, fits, unfit_text, value_of
from .registry import Registered, Registry
from .scopes import existing


def form_values(columns: Mapping[str, Column], sent: Iterable[FormValue]) -> Values:
    """The unsaved values of a form by column."""
    values: Values = {}
    for one in sent:
        column = _declared(columns, one.column)
        assert one.value is not None, "the request was checked by its rules"
        try:
            value = value_of(column, one.value)
        except ValueError as error:
            raise Malformed("values.value", str(error)) from None
        if not can_be_shown(column, value):
            raise Malformed("values.value", f"is not a value of a column of the type {column.type}")
        values[one.column] = value
    return values


#: Stands for a value that no column of its type can have, until the write is checked: it fits no column.
_MISFIT = float("nan")


def written_values(columns: Mapping[str, Column], sent: Iterable[ColumnValue]) -> Values:
    """The values of a write by column."""
    values: Values = {}
    for one in sent:
        column = _declared(columns, one.column)
        assert one.value is not None, "the request was checked by its rules"
        try:
            values[one.column] = value_of(column, one.value)
        except ValueError:
            values[one.column] = _MISFIT
    return values


def _declared(columns: Mapping[str, Column], name: str) -> Column:
    column = columns.get(name)
    if column is None:
        raise Malformed("values.column", "is not a declared column")
    return column


def require_fit(facts: Facts, model: Model, values: Values, context: Context) -> None:
    """Raises Invalid for values that do not fit their columns.

    Gatehouse has checked them against the registration, but cannot know how the database stores them. Values of hooks
    are not checked here: the write is read back before the commit.
    """
    locale = context.caller.locale
    problems = {}
    for name, value in values.items():
        column = model.columns[name]
        if not fits(column, value):
            problems[name] = say("notOffered" if column.choices else "unfit", locale)
        elif not is_exact(facts, column, value):
            problems[name] = say("digits", locale)
    if problems:
        raise Invalid(problems)


def require_offered(
    columns: Mapping[str, Column],
    sent: Sequence[ColumnValue],
    providers: Mapping[str, OptionProvider],
    form: Values,
    context: Context,
) -> None:
    """Raises Invalid for a value that the field's provider does not offer to the caller for these form values."""
    for one in sent:
        if not one.option_provider:
            continue
        offered = {choice.value for choice in choices_of(providers, one.option_provider, form, context)}
        if not all(value in offered for value in _chosen(columns[one.column], form.get(one.column))):
            raise Invalid({one.column: say("notOffered", context.caller.locale)})


def _chosen(column: Column, value: Value) -> list[str | None]:
    """A JSON column holds the list of a checkboxlist. An item that is no scalar is no choice: None."""
    if value is None or value == "":
        return []
    if column.type != "json":
        return [str(value)]
    # Numbers of any size: an integer of hundreds of digits is no float, and one of thousands no int.
    read = json.loads(str(value), parse_int=float)
    return [_choice(each) for each in (read if isinstance(read, list) else [read])]


def _choice(item: object) -> str | None:
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, float):
        return number_text(item)
    return item if isinstance(item, str) else None


def choices_of(
    providers: Mapping[str, OptionProvider], name: str, values: Values, context: Context
) -> list[Choice]:
    provider = providers.get(name)
    if provider is None:
        raise Malformed("option_provider", "is not a registered option provider")
    return [each if isinstance(each, Choice) else Choice(*each) for each in provider(dict(values), context)]


def parameters_of(facts: Facts, model: Model, values: Mapping[str, Value]) -> dict[str, Any]:
    """Values in the form that the driver expects. Columns that a hook added must be declared as well."""
    parameters = {}
    for name, value in values.items():
        column = model.columns.get(name)
        if column is None or column.expression:
            raise TypeError(f"a hook sets {name}, which is no column of {model.name} that the admin backend can write")
        if not fits(_without_limits(column), value):
            raise TypeError(f"a hook sets {name} of {model.name}: {unfit_text(column, value)}")
        if not is_exact(facts, column, value):
            raise TypeError(f"a hook sets {name} to a decimal that SQLite would round")
        parameters[name] = parameter_of(facts, column, value)
    return parameters


def _without_limits(column: Column) -> Column:
    return Column(column.type, stored=column.stored, choices=column.choices)


def written_form(
    registry: Registry,
    controller: Registered,
    sent: Sequence[ColumnValue],
    changes: Sequence[RelationChange],
    values: Values,
    known: Callable[[], Values],
    context: Context,
) -> Values:
    """The form values that option providers and the scopes of relation fields see during a write.

    The current record, overlaid with the written values, belongs-to relations by their keys, as far as the caller may
    see them. A change names only what it changes, but its validation depends on the other values. ``known`` is called
    only if one of them looks at the form.
    """
    if not any(one.option_provider for one in sent) and all(change.scope is None for change in changes):
        return {}
    form = {**known(), **values}
    for change in changes:
        relation = controller.relations.get(change.relation)
        if isinstance(relation, BelongsTo):
            column = controller.model.columns[relation.foreign_key]
            form[relation.foreign_key] = key_value(column, change.ids[0] if change.ids else None)
    return visible_form(registry, controller.relations, form, context)


def record_values(registry: Registry, model: Model, id: str, context: Context) -> Values:
    """Every declared column of a record; None where the stored value does not fit its column."""
    facts = registry.facts
    key = key_parameter(facts, model, id)
    columns = (selected(facts, model.table, name, column) for name, column in model.columns.items())
    query = sql(
        "select {} from {} where {} = {}",
        joined(columns, ", "),
        table_sql(model.table),
        key_ref(model),
        key,
    )
    rows = context.tx.all(*query.compiled())
    return {name: known_value(model.columns[name], raw) for name, raw in zip(model.columns, rows[0])} if rows else {}


def visible_form(
    registry: Registry, relations: Mapping[str, Relation], values: Values, context: Context
) -> Values:
    """The values of a form, as far as the caller may see them.

    The key of a record outside of the related model's list scope counts as not chosen. Otherwise the choices that
    depend on it, or the error of a write, would reveal the record.
    """
    form = dict(values)
    for relation in relations.values():
        key = form.get(relation.foreign_key) if isinstance(relation, BelongsTo) else None
        if key is not None and not existing(registry, relation.model, [str(key)], (), context):
            form[relation.foreign_key] = None
    return form


def key_value(column: Column, id: str | None) -> Value:
    """A key as a value of its column; the check of the relation rejects one that is none."""
    return id if id is None or column.type not in ("integer", "bigint") else integer_key(id)
