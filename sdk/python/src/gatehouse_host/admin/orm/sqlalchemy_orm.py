"""SQLAlchemy 1.4 and 2: declarative classes, their columns, keys and relations."""

from __future__ import annotations

import enum
import json
import re
import uuid
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any, Container, Iterable, Mapping

from sqlalchemy import inspect, select
from sqlalchemy import types as sqltypes
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.engine import Row, RowMapping
from sqlalchemy.exc import NoInspectionAvailable
from sqlalchemy.orm import Query
from sqlalchemy.sql import visitors
from sqlalchemy.sql.expression import TextClause

from ...sql.database import Transaction
from ..sql.fragment import Sql, Value, quoted, ref, sql
from ..values import Column, Values, can_be_shown
from .model import Limit, MappedRelation, MappedTable
from .sqlalchemy_inheritance import discriminator, require_one_table, shared_by

#: That of SQLAlchemy 2 is the base of PostgreSQL's.
_UUID = getattr(sqltypes, "Uuid", postgresql.UUID)
#: In this order: a type may be a kind of a later one.
_TYPES: tuple[tuple[Any, str], ...] = (
    (sqltypes.Boolean, "bool"),
    (sqltypes.BigInteger, "bigint"),
    (sqltypes.Integer, "integer"),
    (sqltypes.Float, "double"),
    (sqltypes.Numeric, "decimal"),
    (sqltypes.DateTime, "timestamp"),
    (sqltypes.Date, "date"),
    (sqltypes.Time, "time"),
    (sqltypes.JSON, "json"),
    (sqltypes.LargeBinary, "bytes"),
    (sqltypes.String, "string"),
    (_UUID, "string"),
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,62}")
#: With parameters by name, as the statements of this package have them, and of no driver: some add casts to parameters.
_DIALECTS = {True: PGDialect(paramstyle="named"), False: sqlite.dialect(paramstyle="named")}
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


class _DefaultContext:
    """What a context-sensitive default gets in the place of SQLAlchemy's own context."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters

    def get_current_parameters(self, isolate_multiinsert_groups: bool = True) -> dict[str, Any]:
        return dict(self.parameters)


class SqlAlchemyOrm:
    def table(self, mapped: type, is_managed: bool) -> MappedTable:
        mapper = _mapper(mapped)
        require_one_table(mapper, is_managed)
        table = mapper.local_table
        if len(mapper.primary_key) != 1:
            raise TypeError(f"{mapped.__name__} needs a primary key of one column, for an id that fits into a URL")
        key = mapper.primary_key[0].name
        known = [column for column in table.columns if _type(column.type) and _NAME.fullmatch(column.name)]
        columns = {column.name: _column(column) for column in known}
        if key not in columns or "." in table.name or ":" in table.fullname:
            raise TypeError(f"{mapped.__name__} has a primary key or a name of its table that is not supported")
        protected = {key, *(discriminator(mapper) if mapper.single else ())} & columns.keys()
        columns.update({name: replace(columns[name], protected=True) for name in protected})
        return MappedTable(table.fullname, key, columns)

    def relation(self, mapped: type, name: str) -> MappedRelation:
        mapper = _mapper(mapped)
        if name not in mapper.relationships:
            raise TypeError(f"{mapped.__name__} has no relationship {name}")
        found = mapper.relationships[name]
        related = found.mapper.class_
        pairs = found.synchronize_pairs
        if len(pairs) != 1 or not pairs[0][0].primary_key:
            raise TypeError(f"{mapped.__name__}.{name} is not a relation by one column, which the admin backend needs")
        direction = found.direction.name
        if direction == "MANYTOONE":
            return MappedRelation("belongsTo", related, pairs[0][1].name)
        if direction == "ONETOMANY":
            return MappedRelation("hasMany", related, pairs[0][1].name)
        second = found.secondary_synchronize_pairs
        if len(second) != 1:
            raise TypeError(f"{mapped.__name__}.{name} is not a relation by one column on each side")
        here, pivot, there = pairs[0][1].name, found.secondary, second[0][1].name
        return MappedRelation("belongsToMany", related, here, pivot.fullname, there, pivot)

    def of_class(self, mapped: type, tx: Transaction) -> Sql | None:
        criterion = shared_by(_mapper(mapped))
        return None if criterion is None else sql("({})", _compiled(criterion, tx))

    def condition(self, mapped: type, limit: Limit, tx: Transaction) -> Sql | None:
        everything = select(mapped)
        limited = limit(everything)
        if limited is everything:
            return None
        mapper = _mapper(mapped)
        key, table = mapper.primary_key[0], mapper.local_table
        is_cut = limited._limit_clause is not None or limited._offset_clause is not None
        keys = _compiled((limited if is_cut else limited.order_by(None)).with_only_columns(key), tx)
        if limited.whereclause is not None and not _has_text(limited.whereclause):
            plain, beginning = _plain(key, table, tx.is_postgresql)
            if _compiled(plain.where(limited.whereclause), tx) == keys and str(keys.parts[0]).startswith(beginning):
                # A database then need not find all keys for a page of records.
                return sql("({})", Sql((str(keys.parts[0]).removeprefix(beginning), *keys.parts[1:])))
        return sql("{} in ({})", ref(table.fullname, key.name), keys)

    def defaults(
        self, mapped: type, values: Values, given: Mapping[str, Any], is_new: bool, tx: Transaction
    ) -> dict[str, Any]:
        mapper = _mapper(mapped)
        columns = mapper.local_table.columns
        written: dict[str, Any] = {}
        if is_new:
            told = {name: value for name, value in discriminator(mapper).items() if name not in given}
            written = {name: _bound(mapper.polymorphic_on.type, value, tx) for name, value in told.items()}
        context = _DefaultContext({each.key: values.get(each.name) for each in columns if is_new or each.name in given})
        return {**written, **_defaults(columns, {*given, *written}, is_new, context, tx)}

    def pivot_defaults(self, pivot: Any, given: Iterable[str], tx: Transaction) -> dict[str, Any]:
        return _defaults(pivot.columns, set(given), True, _DefaultContext({}), tx)

    def flush(self, tx: Transaction) -> None:
        tx.handle.flush()

    def forget(self, tx: Transaction) -> None:
        tx.handle.expire_all()

    def moment_text(self, value: Any) -> str:
        if isinstance(value, datetime):
            return value.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
        assert isinstance(value, time)
        return value.isoformat(timespec="microseconds")

    def is_mapped(self, value: object) -> bool:
        if isinstance(value, (Row, RowMapping, Query)):
            return True
        try:
            return inspect(type(value), raiseerr=False) is not None
        except NoInspectionAvailable:
            return False


def _mapper(mapped: type) -> Any:
    try:
        mapper = inspect(mapped)
    except NoInspectionAvailable:
        mapper = None
    if mapper is None or not hasattr(mapper, "local_table"):
        raise TypeError(f"{mapped!r} is not a mapped class of SQLAlchemy")
    mapper.registry.configure()
    return mapper


def _type(given: Any) -> str:
    """The contract's type of a column; empty for one that it does not have."""
    return next((name for kind, name in _TYPES if isinstance(_stored_as(given), kind)), "")


def _stored_as(given: Any) -> Any:
    """The type that a decorator of the application stores its values as."""
    while isinstance(given, sqltypes.TypeDecorator) and not isinstance(given, sqltypes.Interval):
        given = given.impl_instance if hasattr(given, "impl_instance") else given.impl
    return given


def _column(column: Any) -> Column:
    given = _stored_as(column.type)
    kind: Any = _type(given)
    # The database computes its values, and rejects any other.
    is_generated = column.computed is not None or (column.identity is not None and column.identity.always)
    found = Column(kind, nullable=bool(column.nullable), protected=is_generated)
    if kind in ("string", "bytes") and not isinstance(given, (sqltypes.Enum, _UUID)):
        found = replace(found, max_length=getattr(given, "length", None))
    if isinstance(given, sqltypes.Enum):
        # Anything else that a form wrote would fail whenever the application loads the record.
        found = replace(found, choices=tuple(given.enums))
    if _is_read_as_uuid(column.type):
        found = replace(found, stored="uuid")
    if kind == "decimal":
        found = replace(found, precision=given.precision, scale=given.scale if given.precision else None)
    default = column.default
    if default is not None and getattr(default, "is_scalar", False):
        value = default.arg.name if isinstance(default.arg, enum.Enum) else default.arg
        value = Decimal(str(value)) if kind == "decimal" else json.dumps(value) if kind == "json" else value
        if can_be_shown(found, value):
            found = replace(found, default=value)
    return found


def _is_read_as_uuid(given: Any) -> bool:
    """Whether it is SQLAlchemy's own type in both databases, and not another one in one of them."""
    uuid_type = getattr(sqltypes, "Uuid", None)
    return uuid_type is not None and isinstance(given, uuid_type) and not getattr(given, "_variant_mapping", None)


def _defaults(
    columns: Iterable[Any], given: Container[str], is_new: bool, context: _DefaultContext, tx: Transaction
) -> dict[str, Any]:
    """Of the columns that are not given."""
    made: dict[str, Any] = {}
    for column in columns:
        default = column.default if is_new else column.onupdate
        if default is None or column.name in given:
            continue
        if default.is_sequence:
            # SQLite has none, and PostgreSQL does not use an optional one.
            if tx.is_postgresql and not default.optional:
                name = default.name if default.schema is None else f"{default.schema}.{default.name}"
                made[column.name] = sql("nextval({})", quoted(name))
        elif default.is_clause_element:
            made[column.name] = _compiled(default.arg, tx)
        else:
            value = default.arg(context) if default.is_callable else default.arg
            context.parameters[column.key] = value
            made[column.name] = _bound(column.type, value, tx)
    return made


def _has_text(clause: Any) -> bool:
    """Whether the application wrote a part of it as SQL, whose columns may not name their table."""
    parts = visitors.iterate(clause)
    return any(isinstance(part, TextClause) or getattr(part, "is_literal", False) for part in parts)


@lru_cache(maxsize=1024)
def _plain(key: Any, table: Any, is_postgresql: bool) -> tuple[Any, str]:
    """The query for all keys of a table, and its text up to the condition. Each list asks for it, and there are as many as tables."""
    query = select(key).select_from(table)
    return query, str(query.compile(dialect=_DIALECTS[is_postgresql])) + " \nWHERE "


def _bound(kind: Any, value: Any, tx: Transaction) -> Any:
    """A value as the driver expects it for a column of this type."""
    if isinstance(value, Sql) or hasattr(value, "compile"):
        return _compiled(value, tx)
    processor = kind.dialect_impl(_dialect_of(tx)).bind_processor(_dialect_of(tx))
    bound = processor(value) if processor is not None else value
    if isinstance(bound, uuid.UUID):
        return str(bound)
    return float(bound) if isinstance(bound, Decimal) and not tx.is_postgresql else bound


def _dialect_of(tx: Transaction) -> Any:
    return _DIALECTS[tx.is_postgresql]


def _compiled(element: Any, tx: Transaction) -> Sql:
    """A query or an expression as text with its parameters."""
    compiled = element.compile(dialect=_dialect_of(tx))
    # The lists of IN become a parameter for each value, and for each part of a tuple.
    expanded = compiled._process_parameters_for_postcompile(compiled.construct_params())
    parameters = expanded.additional_parameters
    processors = {**compiled._bind_processors, **expanded.processors}
    parts: list[str | Value] = []
    end = 0
    text = expanded.statement
    for found in _PARAMETER.finditer(text):
        name = found[1]
        if name not in parameters:
            continue
        value = parameters[name]
        processor = processors.get(name)
        parts += [text[end : found.start()], Value(processor(value) if processor is not None else value)]
        end = found.end()
    return Sql((*parts, text[end:]))
