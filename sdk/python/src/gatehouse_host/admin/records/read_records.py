"""Reads records: one query for them, and one for each relation that it cannot join, whatever the number of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

from ...contract.admin_query import AdminRelationSelection, AdminSelection
from ...contract.admin_record import Record, RelatedRecord, RelatedRecords, RelationValue
from ..orm.model import BelongsTo, HasMany, Model, ToMany
from ..sql.columns import column_of, key_parameter, key_parameters, key_ref, key_text, selected_beginning
from ..sql.fragment import Sql, and_all, joined, raw, ref, sql, table_sql
from ..sql.stored_value import stored_cell
from ..sql.versions import version_of
from ..values import Column
from .conditions import Subject
from .scopes import listed, relation_of

_NO_RECORDS = RelatedRecords()


@dataclass(frozen=True)
class Source:
    """Where the records come from: the text after ``from``, and of the order."""

    #: The model's table, and what joins it.
    tables: Sql
    conditions: Sequence[Sql]
    order: Sql = Sql()


def read_records(subject: Subject, source: Source, selection: AdminSelection) -> list[Record]:
    facts, model = subject.registry.facts, subject.model
    columns = [column_of(model, name, "selection.columns") for name in selection.columns]
    wanted: list[Sql] = [key_text(model)]
    if model.version:
        wanted.append(ref(model.table, model.version))
    first_cell = len(wanted)
    wanted += [
        selected_beginning(facts, model.table, name, column, selection.max_text)
        for name, column in zip(selection.columns, columns)
    ]
    tables = source.tables
    relations: list[_Selected] = []
    for index, one in enumerate(selection.relations):
        selected = _selected(subject, one, index, len(wanted), selection.max_related_text)
        tables = sql("{}{}", tables, selected.join)
        wanted += selected.wanted
        relations.append(selected)
    query = sql("select {} from {}{}{}", joined(wanted, ", "), tables, and_all(source.conditions), source.order)
    rows = subject.context.tx.all(*query.compiled())
    values = [
        selected.joined(rows) if selected.is_joined else _relation_values(subject, one, selected.keys(rows), selection)
        for selected, one in zip(relations, selection.relations)
    ]
    return [
        Record(
            id=record_id(row[0], model.name),
            version=version_of(model, row[1]) if model.version else "",
            cells=tuple(
                stored_cell(column, row[first_cell + at], selection.max_text) for at, column in enumerate(columns)
            ),
            relations=tuple(of_relation[number] for of_relation in values),
        )
        for number, row in enumerate(rows)
    ]


@dataclass(frozen=True)
class _Selected:
    """What the query of the records selects of a relation."""

    #: In a row: the foreign key of a belongs-to relation; the key of a joined record, before its label; or the own key.
    place: int
    wanted: Sequence[Sql] = ()
    join: Sql = Sql()
    is_joined: bool = False
    column: Column = Column("string")
    most: int = 0
    is_count: bool = False

    def keys(self, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        return [row[self.place] for row in rows]

    def joined(self, rows: Sequence[tuple[Any, ...]]) -> list[RelationValue]:
        return [self._value(row[self.place], row[self.place + 1]) for row in rows]

    def _value(self, key: Any, label: Any) -> RelationValue:
        if self.is_count:
            return RelationValue(count=int(key is not None))
        if key is None:
            return RelationValue(related=_NO_RECORDS)
        record = RelatedRecord(id=str(key), value=stored_cell(self.column, label, self.most))
        return RelationValue(related=RelatedRecords(records=(record,)))


def _selected(subject: Subject, selection: AdminRelationSelection, index: int, place: int, most: int) -> _Selected:
    relation = relation_of(subject.relations, selection.relation)
    if not isinstance(relation, BelongsTo):
        return _Selected(0)
    model, related = relation.model, selection.related
    foreign_key = ref(subject.model.table, relation.foreign_key)
    if listed(subject.registry, model, subject.context):
        return _Selected(place, [sql("cast({} as text)", foreign_key)])
    alias = f"gatehouse_related_{index}"
    on = sql("{} = {}", key_ref(model, alias), foreign_key)
    label = relation.label if related is None else related.column
    column = column_of(model, label, "selection.relations.column")
    value = selected_beginning(subject.registry.facts, model.table, label, column, most, alias)
    return _Selected(
        place,
        [key_text(model, alias), value],
        sql(" left join {} as {} on {}", table_sql(model.table), raw(alias), on),
        True,
        column,
        most,
        related is None,
    )


def record_with_id(subject: Subject, conditions: Sequence[Sql], id: str, selection: AdminSelection) -> Record | None:
    """None if no record that meets the conditions has exactly this id."""
    key = key_parameter(subject.registry.facts, subject.model, id)
    if key is None:
        return None
    found = sql("{} = {}", key_ref(subject.model), key)
    records = read_records(subject, Source(table_sql(subject.model.table), [*conditions, found]), selection)
    return records[0] if records and records[0].id == id else None


_MAX_ID = 255
"""Characters of an id (admin_record.proto, Record)."""


def record_id(key: Any, model: str) -> str:
    """The key of a record, as a text. Raises RuntimeError for one that the contract cannot carry."""
    id = "" if key is None else str(key)
    if not 1 <= len(id) <= _MAX_ID:
        raise RuntimeError(
            f"a record of {model} has a primary key that cannot be an id: a text of 1 to {_MAX_ID} characters, or a "
            "whole number; leave such records out with a list scope"
        )
    return id


def _relation_values(
    subject: Subject, selection: AdminRelationSelection, keys: Sequence[Any], whole: AdminSelection
) -> list[RelationValue]:
    """Of all the records at once. ``keys``: their ids, or for a belongs-to relation their foreign keys."""
    relation = relation_of(subject.relations, selection.relation)
    distinct = list(dict.fromkeys(str(key) for key in keys if key is not None))
    related = selection.related
    label = relation.label if related is None else related.column
    if isinstance(relation, BelongsTo):
        seen = _labels(subject, relation.model, label, distinct, whole.max_related_text)
        if related is None:
            return [RelationValue(count=int(str(key) in seen)) for key in keys]
        return [
            RelationValue(related=RelatedRecords(records=(seen[str(key)],)) if str(key) in seen else _NO_RECORDS)
            for key in keys
        ]
    # The keys of the records themselves, as the database compares them.
    owners = key_parameters(subject.registry.facts, subject.model, distinct)
    if not owners:
        # SQLite has keys that are no ids: such a record is linked to nothing.
        none = RelationValue(count=0) if related is None else RelationValue(related=_NO_RECORDS)
        return [none] * len(keys)
    if related is None:
        counts = _counts(subject, relation, owners)
        return [RelationValue(count=counts.get(str(key), 0)) for key in keys]
    many = _many(subject, relation, label, related.limit, owners, whole.max_related_text)
    return [RelationValue(related=many.get(str(key), _NO_RECORDS)) for key in keys]


def _labels(subject: Subject, model: Model, label: str, ids: Sequence[str], most: int) -> dict[str, RelatedRecord]:
    """The records with these ids that exist for the caller, by id."""
    facts, column = subject.registry.facts, column_of(model, label, "selection.relations.column")
    keys = key_parameters(facts, model, ids)
    if not keys:
        return {}
    chosen = sql("{} in ({})", key_ref(model), joined(keys, ", "))
    query = sql(
        "select {}, {} from {}{}",
        key_text(model),
        selected_beginning(facts, model.table, label, column, most),
        table_sql(model.table),
        and_all([*listed(subject.registry, model, subject.context), chosen]),
    )
    rows = subject.context.tx.all(*query.compiled())
    return {str(id): RelatedRecord(id=str(id), value=stored_cell(column, value, most)) for id, value in rows}


def _linked(subject: Subject, relation: ToMany, owners: Sequence[Sql]) -> tuple[Sql, Sql, Sql]:
    """The tables and conditions of the related records that the caller may see, and the column with their owner."""
    model = relation.model
    conditions = listed(subject.registry, model, subject.context)
    if isinstance(relation, HasMany):
        owner, tables = ref(model.table, relation.foreign_key), table_sql(model.table)
    else:
        pivot = relation.pivot_table
        owner = ref(pivot, relation.foreign_key)
        on = sql("{} = {}", ref(pivot, relation.related_key), key_ref(model))
        tables = sql("{} inner join {} on {}", table_sql(model.table), table_sql(pivot), on)
    return tables, and_all([*conditions, sql("{} in ({})", owner, joined(owners, ", "))]), owner


def _counts(subject: Subject, relation: ToMany, owners: Sequence[Sql]) -> dict[str, int]:
    tables, where, owner = _linked(subject, relation, owners)
    query = sql("select cast({} as text), count(*) from {}{} group by {}", owner, tables, where, owner)
    return {str(id): int(count) for id, count in subject.context.tx.all(*query.compiled())}


def _many(
    subject: Subject, relation: ToMany, label: str, limit: int, owners: Sequence[Sql], most: int
) -> dict[str, RelatedRecords]:
    """At most ``limit`` related records of each owner, by ascending key."""
    model = relation.model
    column = column_of(model, label, "selection.relations.column")
    tables, where, owner = _linked(subject, relation, owners)
    ranked = sql(
        "select cast({} as text) as gatehouse_owner, {} as gatehouse_id, {} as gatehouse_value, "
        "row_number() over (partition by {} order by {}) as gatehouse_rank from {}{}",
        owner,
        key_text(model),
        selected_beginning(subject.registry.facts, model.table, label, column, most),
        owner,
        key_ref(model),
        tables,
        where,
    )
    query = sql(
        "select gatehouse_owner, gatehouse_id, gatehouse_value from ({}) as gatehouse_ranked "
        "where gatehouse_rank <= {} order by gatehouse_rank",
        ranked,
        raw(str(limit + 1)),
    )
    found: dict[str, list[RelatedRecord]] = {}
    for of, id, value in subject.context.tx.all(*query.compiled()):
        found.setdefault(str(of), []).append(RelatedRecord(id=str(id), value=stored_cell(column, value, most)))
    return {
        of: RelatedRecords(records=tuple(records[:limit]), has_more=len(records) > limit)
        for of, records in found.items()
    }
