"""Conditions, searches and sorts of a query about a model and its relations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Mapping

from ...contract.admin_cell import Cell
from ...contract.admin_query import (
    AdminColumnReference,
    AdminComparison,
    AdminComparisonOperator,
    AdminCondition,
    AdminSearch,
    AdminSearchMode,
)
from ...contract.message import Malformed
from ..orm.model import BelongsTo, HasMany, Model, Relation
from ..ports import Context
from ..sql.columns import column_of, comparable, comparable_parameter, date_text, is_uuid, key_parameters, key_ref, value_sql
from ..sql.fragment import Sql, joined, raw, ref, sql, table_sql
from ..sql.text_search import contains
from ..values import Column, Value, can_be_shown, value_of
from .registry import Registered, Registry
from .scopes import relation_of, visible

#: Alias of the related table inside a condition, because a model may be related to itself.
RELATED = "gatehouse_related"
#: A condition on a column: its declaration, the expression, and PostgreSQL's own type of it.
_OnColumn = Callable[[Column, Sql, str], Sql]

_Operator = AdminComparisonOperator
_SYMBOLS = {
    _Operator.ADMIN_COMPARISON_OPERATOR_EQUAL: "=",
    _Operator.ADMIN_COMPARISON_OPERATOR_LESS: "<",
    _Operator.ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL: "<=",
    _Operator.ADMIN_COMPARISON_OPERATOR_GREATER: ">",
    _Operator.ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL: ">=",
}


@dataclass(frozen=True)
class Subject:
    """The subject of a query: a model, the relations that lead from it, and the caller."""

    registry: Registry
    model: Model
    relations: Mapping[str, Relation]
    context: Context


def subject_of(registry: Registry, controller: Registered, context: Context) -> Subject:
    return Subject(registry, controller.model, controller.relations, context)


def related_subject(registry: Registry, model: Model, context: Context) -> Subject:
    """Records of a related model, with the relations of that model's default controller."""
    manager = registry.manager_of(model)
    return Subject(registry, model, {} if manager is None else manager.relations, context)


def condition_sql(subject: Subject, condition: AdminCondition) -> Sql:
    if condition.comparison is not None:
        comparison = condition.comparison
        assert comparison.column is not None, "the request was checked by its rules"
        return _on_column(
            subject,
            comparison.column,
            lambda column, reference, native: _compared(subject, comparison, column, reference, native),
        )
    related_to = condition.related_to
    assert related_to is not None, "the request was checked by its rules"
    relation = relation_of(subject.relations, related_to.relation)
    keys = key_parameters(subject.registry.facts, relation.model, related_to.ids)
    if not keys:
        return raw("1 = 0")
    if isinstance(relation, BelongsTo):
        # The foreign key itself, so that an index on it applies.
        foreign_key = ref(subject.model.table, relation.foreign_key)
        chosen = sql("{} in ({})", foreign_key, joined(keys, ", "))
        seen = visible(subject.registry, relation.model, foreign_key, subject.context)
        return chosen if seen is None else sql("({} and {})", chosen, seen)
    key = key_ref(relation.model, RELATED)
    return _through(subject, relation, sql("{} in ({})", key, joined(keys, ", ")))


def search_sql(subject: Subject, search: AdminSearch) -> Sql:
    """Each term matches some column, or any term matches some column."""

    def matches(term: str) -> _OnColumn:
        return lambda column, expression, _native: _contains(subject, column, expression, term)

    per_term = [
        sql("({})", joined((_on_column(subject, column, matches(term)) for column in search.columns), " or "))
        for term in search.terms
    ]
    is_any = search.mode is AdminSearchMode.ADMIN_SEARCH_MODE_ANY
    return sql("({})", joined(per_term, " or " if is_any else " and "))


def _through(subject: Subject, relation: Relation, wanted: Sql) -> Sql:
    """A condition that some related record that the caller may see meets a condition on RELATED's columns."""
    related = relation.model
    key = key_ref(related, RELATED)
    seen = visible(subject.registry, related, key, subject.context)
    condition = wanted if seen is None else sql("{} and {}", wanted, seen)
    source = sql("{} as {}", table_sql(related.table), raw(RELATED))
    own = key_ref(subject.model)
    if isinstance(relation, BelongsTo):
        leads = sql("{} = {}", key, ref(subject.model.table, relation.foreign_key))
    elif isinstance(relation, HasMany):
        leads = sql("{} = {}", ref(RELATED, relation.foreign_key), own)
    else:
        pivot = relation.pivot_table
        on = sql("{} = {}", key, ref(pivot, relation.related_key))
        source = sql("{} inner join {} on {}", table_sql(pivot), source, on)
        leads = sql("{} = {}", ref(pivot, relation.foreign_key), own)
    return sql("exists (select 1 from {} where {} and {})", source, leads, condition)


def _on_column(subject: Subject, reference: AdminColumnReference, predicate: _OnColumn) -> Sql:
    facts, name = subject.registry.facts, reference.column
    if not reference.relation:
        table = subject.model.table
        column = column_of(subject.model, name, "column")
        return predicate(column, value_sql(column, table, name), facts.native_type(table, name))
    relation = relation_of(subject.relations, reference.relation)
    column = column_of(relation.model, name, "column")
    inner = predicate(column, value_sql(column, RELATED, name), facts.native_type(relation.model.table, name))
    return _through(subject, relation, inner)


def _compared(subject: Subject, comparison: AdminComparison, column: Column, reference: Sql, native: str) -> Sql:
    facts, operator = subject.registry.facts, comparison.operator
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_IS_NULL:
        return sql("{} is null", reference)
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL:
        return sql("{} is not null", reference)
    if not comparison.values:
        raise Malformed("query.conditions.values", "has no value to compare with")
    values = [_value(column, cell) for cell in comparison.values]
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_CONTAINS:
        if column.type != "string":
            raise Malformed("query.conditions.operator", "is for texts only")
        return _contains(subject, column, reference, str(values[0]))
    is_of_its_type = native == "text" or (native == "uuid" and all(is_uuid(str(value)) for value in values))
    if facts.is_postgresql and column.type == "string" and not is_of_its_type:
        # A text that is not a value of the column's own type matches nothing; PostgreSQL would fail.
        # In the form that a driver gets, and so the administrator: a cast adds the netmask to an inet.
        reference = sql("case when {} is not null then concat({}) end", reference, reference)
    elif facts.is_postgresql and column.type == "json":
        # The type json has no comparison.
        reference = sql("cast({} as jsonb)", reference)
    if facts.is_postgresql and column.type == "string" and any("\x00" in str(value) for value in values):
        return _compared_with_nul(reference, operator, [str(value) for value in values])
    expression = comparable(facts, column, reference)
    parameters = [comparable_parameter(facts, column, value, native) for value in values]
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_IN:
        return sql("{} in ({})", expression, joined(parameters, ", "))
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_NOT_EQUAL:
        return sql("({} <> {} or {} is null)", expression, parameters[0], expression)
    symbol = _SYMBOLS.get(operator)
    if symbol is None:
        raise Malformed("query.conditions.operator", "is unknown to this host")
    return sql("{} " + symbol + " {}", expression, parameters[0])


def _compared_with_nul(expression: Sql, operator: AdminComparisonOperator, texts: list[str]) -> Sql:
    """No text of PostgreSQL has a NUL, and it rejects one to compare with: what the operator says of all other texts."""
    before = texts[0].partition("\x00")[0]
    if operator in (
        _Operator.ADMIN_COMPARISON_OPERATOR_LESS,
        _Operator.ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL,
    ):
        return sql("{} <= {}", expression, before)
    if operator in (
        _Operator.ADMIN_COMPARISON_OPERATOR_GREATER,
        _Operator.ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL,
    ):
        return sql("{} > {}", expression, before)
    if operator is _Operator.ADMIN_COMPARISON_OPERATOR_NOT_EQUAL:
        return raw("1 = 1")
    others = [text for text in texts if "\x00" not in text]
    return sql("{} in ({})", expression, joined(others, ", ")) if others else raw("1 = 0")


def _value(column: Column, cell: Cell) -> Value:
    try:
        value = value_of(column, cell)
    except ValueError as error:
        raise Malformed("query.conditions.values", str(error)) from None
    # A number that no integer column has is less or greater than its values.
    kind = Column("bigint") if column.type == "integer" else column
    if value is None or not can_be_shown(kind, value):
        raise Malformed("query.conditions.values", f"is not a value of a {column.type} column")
    return value


def _contains(subject: Subject, column: Column, expression: Sql, term: str) -> Sql:
    facts = subject.registry.facts
    # As text, because PostgreSQL cannot search types such as uuid or an enum, which are declared as strings.
    if column.type == "date":
        expression = date_text(facts, expression)
    elif column.type != "string" or facts.is_postgresql:
        expression = sql("cast({} as text)", expression)
    return contains(facts.is_postgresql, expression, term)
