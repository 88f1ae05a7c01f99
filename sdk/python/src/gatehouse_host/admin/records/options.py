"""Choices: of relation fields, of filters that a model backs, and of option providers."""

from __future__ import annotations

import base64
from datetime import datetime
from decimal import Decimal
from typing import Any, Mapping

from ...contract.admin_query import AdminColumnReference, AdminNamedScope, AdminSearch, AdminSearchMode
from ...contract.admin_record import ListOptionsRequest, ListOptionsResponse, OptionChoice
from ...contract.message import Malformed
from ..orm.model import Model
from ..ports import Context, OptionOwner, OptionProvider
from ..sql.columns import column_of, key_parameters, key_ref, key_text, selected_beginning, sortable, value_sql
from ..sql.fragment import and_all, joined, raw, sql, table_sql
from ..sql.stored_value import number_text, short_text, stored_cell, stored_value, UnfitValue
from ..sql.text_search import contains_folded
from ..texts import MAX_ADMIN_TEXT
from ..values import Column, Values
from .conditions import Subject, search_sql
from .form_values import choices_of, form_values, visible_form
from .list_page import window
from .registry import Registry
from .scopes import listed, named_scopes, relation_of

#: Characters: enough to tell that a label is too long.
_READ_OF_LABEL = MAX_ADMIN_TEXT + 4


def list_options(
    registry: Registry, request: ListOptionsRequest, settings: OptionOwner | None, context: Context
) -> ListOptionsResponse:
    controller = None if request.controller is None else registry.controller(request.controller)
    if request.model is not None:
        given = request.model
        return _of_model(registry, registry.model(given.model), given.label_column, given.scope, request, context)
    relations = {} if controller is None else controller.relations
    if controller is not None:
        owner = OptionOwner(controller.model.columns, controller.option_providers)
    elif settings is not None:
        owner = settings
    else:
        raise Malformed("settings", "is not a settings screen of this host")
    values = form_values(owner.columns, request.form_values)
    form = visible_form(registry, relations, values, context)
    if request.relation is not None:
        asked = request.relation
        model = relation_of(relations, asked.relation).model
        return _of_model(registry, model, asked.label_column, asked.scope, request, context.with_form(form))
    return _of_provider(owner.providers, form, request, context)


def _of_model(
    registry: Registry,
    model: Model,
    label: str,
    scope: AdminNamedScope | None,
    request: ListOptionsRequest,
    context: Context,
) -> ListOptionsResponse:
    """Records of a model, by ascending label."""
    column = column_of(model, label, "label_column")
    value = value_sql(column, model.table, label)
    offset, size = window(request.page)
    conditions = [
        *listed(registry, model, context),
        *named_scopes(registry, model, () if scope is None else (scope,), context),
    ]
    if request.terms:
        search = AdminSearch(
            mode=AdminSearchMode.ADMIN_SEARCH_MODE_ALL,
            terms=request.terms,
            columns=(AdminColumnReference(column=label),),
        )
        conditions.append(search_sql(Subject(registry, model, {}, context), search))
    if request.ids:
        keys = key_parameters(registry.facts, model, request.ids)
        conditions.append(sql("{} in ({})", key_ref(model), joined(keys, ", ")) if keys else raw("1 = 0"))
    if request.labels:
        # Letter for letter, whatever the collation of its column, which a cast keeps.
        collation = '"C"' if registry.facts.is_postgresql else "binary"
        # No text of PostgreSQL has a NUL, not even one to compare with.
        labels = [text for text in request.labels if "\x00" not in text]
        text = sql("cast({} as text) collate " + collation, value)
        conditions.append(sql("{} in ({})", text, joined(labels, ", ")) if labels else raw("1 = 0"))
    query = sql(
        "select {}, {} from {}{} order by {}, {} limit {} offset {}",
        key_text(model),
        selected_beginning(registry.facts, model.table, label, column, _READ_OF_LABEL),
        table_sql(model.table),
        and_all(conditions),
        sortable(registry.facts, model.table, label, column),
        key_ref(model),
        size + 1,
        offset,
    )
    rows = context.tx.all(*query.compiled())
    options = tuple(OptionChoice(value=str(id), label=_label(column, value)) for id, value in rows[:size])
    return ListOptionsResponse(options=options, has_more=len(rows) > size)


def _of_provider(
    providers: Mapping[str, OptionProvider], form: Values, request: ListOptionsRequest, context: Context
) -> ListOptionsResponse:
    """In the provider's own order."""
    offset, size = window(request.page)
    matching = [
        choice
        for choice in choices_of(providers, request.provider or "", form, context)
        if (not request.ids or choice.value in request.ids)
        and (not request.labels or choice.label in request.labels)
        and all(contains_folded(choice.label, term) for term in request.terms)
    ]
    page = matching[offset : offset + size]
    options = tuple(
        OptionChoice(value=each.value, label=short_text(each.label, MAX_ADMIN_TEXT), color=each.color) for each in page
    )
    return ListOptionsResponse(options=options, has_more=len(matching) > offset + size)


def _label(column: Column, raw_value: Any) -> str:
    cut = stored_cell(column, raw_value, _READ_OF_LABEL).truncated_value
    if cut is not None:
        return short_text(cut.text, MAX_ADMIN_TEXT)
    value = stored_value(column, raw_value)
    if isinstance(value, UnfitValue):
        text = value.raw
    elif isinstance(value, datetime):
        text = value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, float):
        text = number_text(value)
    elif isinstance(value, Decimal):
        # As it is stored: an import finds the record by this label.
        text = str(raw_value) if isinstance(raw_value, str) else format(value, "f")
    elif isinstance(value, bytes):
        text = base64.b64encode(value).decode()
    else:
        text = "" if value is None else str(value)
    return short_text(text, MAX_ADMIN_TEXT)
