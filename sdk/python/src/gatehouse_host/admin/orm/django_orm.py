"""Django 3.2 and later: models, their fields, keys and relations."""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from typing import Any, Iterable, Mapping

from django.core.exceptions import EmptyResultSet, FieldDoesNotExist
from django.db import models
from django.db.models.expressions import RawSQL
from django.db.models.sql.where import ExtraWhere

from ...sql.database import Transaction
from ..sql.fragment import Sql, Value, raw, ref, sql, table_sql
from ..values import Column, Values, can_be_shown
from .model import Limit, MappedRelation, MappedTable

#: By the kind of a field in the database; a field of the application has that of the field that it extends.
_TYPES = {
    "AutoField": "integer",
    "BigAutoField": "bigint",
    "BigIntegerField": "bigint",
    "BinaryField": "bytes",
    "BooleanField": "bool",
    "CharField": "string",
    "DateField": "date",
    "DateTimeField": "timestamp",
    "DecimalField": "decimal",
    "EmailField": "string",
    "FileField": "string",
    "FilePathField": "string",
    "FloatField": "double",
    "GenericIPAddressField": "string",
    "IntegerField": "integer",
    "JSONField": "json",
    "NullBooleanField": "bool",
    "PositiveBigIntegerField": "bigint",
    "PositiveIntegerField": "integer",
    "PositiveSmallIntegerField": "integer",
    "SlugField": "string",
    "SmallAutoField": "integer",
    "SmallIntegerField": "integer",
    "TextField": "string",
    "TimeField": "time",
    "URLField": "string",
    "UUIDField": "string",
}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,62}")
_PLACE = re.compile(r"%(s|%)")


class DjangoOrm:
    def table(self, mapped: type, is_managed: bool) -> MappedTable:
        meta = _meta(mapped)
        _require_one_table(mapped, meta)
        key = meta.pk.column
        known = [field for field in meta.local_concrete_fields if _type(field) and _NAME.fullmatch(field.column)]
        columns = {field.column: _column(field) for field in known}
        if key not in columns or any(each in meta.db_table for each in '.:"'):
            raise TypeError(f"{mapped.__name__} has a primary key or a name of its table that is not supported")
        return MappedTable(meta.db_table, key, {**columns, key: replace(columns[key], protected=True)})

    def relation(self, mapped: type, name: str) -> MappedRelation:
        try:
            field = _meta(mapped).get_field(name)
        except FieldDoesNotExist:
            field = None
        if field is None or not field.is_relation or field.related_model is None:
            raise TypeError(f"{mapped.__name__} has no relation {name}")
        related = field.related_model
        if field.many_to_many:
            return _many_to_many(field, related)
        if field.one_to_many and field.field.target_field.primary_key:
            return MappedRelation("hasMany", related, field.field.column)
        if field.concrete and field.target_field.primary_key:
            return MappedRelation("belongsTo", related, field.column)
        raise TypeError(f"{mapped.__name__}.{name} is not a relation by the primary key, which the admin backend needs")

    def of_class(self, mapped: type, tx: Transaction) -> Sql | None:
        """Each model has a table of its own."""
        return None

    def condition(self, mapped: type, limit: Limit, tx: Transaction) -> Sql | None:
        everything = mapped._base_manager.using(tx.handle.alias).all()  # type: ignore[attr-defined]
        limited = limit(everything)
        if limited is everything:
            return None
        key = ref(_meta(mapped).db_table, _meta(mapped).pk.column)
        unordered = limited if limited.query.is_sliced else limited.order_by()
        compiler = unordered.values("pk").query.get_compiler(tx.handle.alias)
        try:
            text, parameters = compiler.as_sql()
            where, _ = compiler.compile(compiler.query.where) if compiler.query.where else ("", ())
        except EmptyResultSet:
            return raw("1 = 0")
        plain = sql("SELECT {} FROM {} WHERE ", key, table_sql(_meta(mapped).db_table)).compiled()[0]
        if where and text == plain + where and not _has_text(compiler.query.where):
            # A database then need not find all keys for a page of records.
            return sql("({})", _numbered(where, parameters))
        return sql("{} in ({})", key, _numbered(text, parameters))

    def defaults(
        self, mapped: type, values: Values, given: Mapping[str, Any], is_new: bool, tx: Transaction
    ) -> dict[str, Any]:
        made: dict[str, Any] = {}
        instance = mapped()
        for field in _meta(mapped).local_concrete_fields:
            if field.column in given or (field.primary_key and not field.has_default()):
                continue
            # A column that the database computes from others takes no value.
            if getattr(field, "generated", False) or not (is_new or getattr(field, "auto_now", False)):
                continue
            # Django gives every column a value, because its defaults are not the database's.
            value = field.pre_save(instance, is_new)
            if hasattr(value, "resolve_expression"):
                made[field.column] = _expression(mapped, value, tx)
            else:
                made[field.column] = _bound(field.get_db_prep_save(value, connection=tx.handle), tx)
        return made

    def pivot_defaults(self, pivot: Any, given: Iterable[str], tx: Transaction) -> dict[str, Any]:
        return self.defaults(pivot, {}, dict.fromkeys(given), True, tx)

    def flush(self, tx: Transaction) -> None:
        """Django writes at once."""

    def forget(self, tx: Transaction) -> None:
        """Django keeps no instances."""

    def moment_text(self, value: Any) -> str:
        assert isinstance(value, (datetime, time))
        return value.replace(tzinfo=None).isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()

    def is_mapped(self, value: object) -> bool:
        return isinstance(value, (models.Model, models.QuerySet, models.Manager))


def _meta(mapped: Any) -> Any:
    if not (isinstance(mapped, type) and issubclass(mapped, models.Model)):
        raise TypeError(f"{mapped!r} is not a model of Django")
    meta: Any = getattr(mapped, "_meta")
    return meta


def _require_one_table(mapped: type, meta: Any) -> None:
    concrete = meta.concrete_model
    if concrete is not mapped:
        raise TypeError(
            f"{mapped.__name__} is a proxy: use {concrete.__name__} for the admin backend, with list_scope for the "
            "records of the proxy"
        )
    parents = ", ".join(parent.__name__ for parent, link in meta.parents.items() if link is not None)
    if parents:
        raise TypeError(
            f"{mapped.__name__} inherits from {parents}, which has a table of its own, but a record of the admin backend "
            "is one row: make the parent abstract, or use a OneToOneField to it and a controller for each"
        )


def _type(field: Any) -> str:
    """The contract's type of a field; empty for one that it does not have."""
    if field.is_relation:
        return _type(field.target_field) if field.many_to_one or field.one_to_one else ""
    return _TYPES.get(field.get_internal_type(), "")


def _column(field: Any) -> Column:
    kind: Any = _type(field)
    own = field.target_field if field.is_relation else field
    found = Column(kind, nullable=bool(field.null), protected=not field.editable)
    if own.get_internal_type() == "UUIDField":
        found = replace(found, stored="uuid")
    elif kind in ("string", "bytes"):
        found = replace(found, max_length=own.max_length)
    if kind == "decimal":
        found = replace(found, precision=own.max_digits, scale=own.decimal_places)
    if field.has_default() and not callable(field.default) and field.default is not None:
        value = field.default
        value = Decimal(str(value)) if kind == "decimal" else json.dumps(value) if kind == "json" else value
        if can_be_shown(found, value):
            found = replace(found, default=value)
    return found


def _many_to_many(field: Any, related: type) -> MappedRelation:
    """From either side: the field itself, or the other end of one."""
    is_own = hasattr(field, "m2m_column_name")
    own = field if is_own else field.field
    through = own.remote_field.through
    here, there = own.m2m_column_name(), own.m2m_reverse_name()
    if not is_own:
        here, there = there, here
    return MappedRelation("belongsToMany", related, here, through._meta.db_table, there, through)


def _has_text(node: Any) -> bool:
    """Whether the application wrote a part of it as SQL, whose columns may not name their table."""
    if isinstance(node, (RawSQL, ExtraWhere)):
        return True
    parts = getattr(node, "children", None) or getattr(node, "get_source_expressions", tuple)()
    return any(map(_has_text, parts))


def _numbered(text: str, parameters: Any) -> Sql:
    """Django's statement with its values: ``%s`` is a place, ``%%`` a percent sign."""
    parts: list[str | Value] = []
    given = iter(parameters)
    end = 0
    for found in _PLACE.finditer(text):
        parts.append(text[end : found.start()])
        parts.append(Value(next(given)) if found[1] == "s" else "%")
        end = found.end()
    return Sql((*parts, text[end:]))


def _expression(mapped: Any, value: Any, tx: Transaction) -> Sql:
    """An expression as the default of a new record; that of ``db_default`` is DEFAULT where the database knows this word."""
    query = mapped._base_manager.using(tx.handle.alias).all().query
    resolved = value.resolve_expression(query, allow_joins=False, for_save=True)
    text, parameters = query.get_compiler(tx.handle.alias).compile(resolved)
    return _numbered(text, parameters)


def _bound(value: Any, tx: Transaction) -> Any:
    """A value as the driver expects it."""
    if isinstance(value, uuid.UUID):
        return str(value)
    return float(value) if isinstance(value, Decimal) and not tx.is_postgresql else value
