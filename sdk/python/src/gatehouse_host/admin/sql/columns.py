"""Columns in statements: selected, compared, written."""

from __future__ import annotations

import re
import struct
import uuid
from datetime import date, datetime, time, timezone
from decimal import Decimal
from string import Formatter
from typing import Any, Iterable, Iterator, Mapping, Sequence

from ...contract.message import Malformed
from ..orm.model import Facts, Model
from ..values import Column, Value, plain_decimal
from .decimal_texts import decimal_key, decimal_key_sql, number_sql
from .fragment import Sql, joined, names, raw, ref, sql, table_sql

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: Digits that SQLite keeps of a number that is not a 64-bit integer: it has only binary numbers, no decimal ones.
_SQLITE_DIGITS = 15
#: Microseconds since 1970; as its text if it does not fit the contract's years.
_MOMENT_IN_POSTGRESQL = """case when {} between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999999+00'
    then '@' || cast(extract(epoch from {}) * 1000000 as text) else cast({} as text) end"""
#: Types whose values may be long.
CUT_TYPES = ("string", "json", "bytes")


def column_of(model: Model, name: str, field: str) -> Column:
    """A declared column. Raises Malformed for any other name."""
    column = model.columns.get(name)
    if column is None:
        raise Malformed(field, "is not a declared column")
    return column


def value_sql(column: Column, table: str, name: str) -> Sql:
    """The value of a column in the table or under an alias: the column itself, or what it computes."""
    return _computed_sql(column.expression, table) if column.expression else ref(table, name)


def _computed_sql(expression: str, table: str) -> Sql:
    texts = []
    for text, name, *_ in Formatter().parse(expression):
        texts += [text, "" if name is None else ref(table, name).compiled()[0]]
    return raw(f"({''.join(texts)})")


def key_ref(model: Model, table: str = "") -> Sql:
    return ref(table or model.table, model.primary_key)


def key_text(model: Model, table: str = "") -> Sql:
    """The key as text, in its only spelling."""
    return sql("cast({} as text)", key_ref(model, table))


def is_uuid(text: str) -> bool:
    """In PostgreSQL's spelling."""
    return _UUID.fullmatch(text) is not None


def integer_key(id: str) -> int | None:
    """The key of a record in an integer column; None for a text that is none, and for another spelling of one."""
    return int(id) if _INTEGER.fullmatch(id) and -(2**63) <= int(id) < 2**63 else None


def has_integer_key(facts: Facts, model: Model) -> bool:
    column = model.columns[model.primary_key]
    return column.type in ("integer", "bigint") or facts.native_type(model.table, model.primary_key) == "integer"


def key_parameter(facts: Facts, model: Model, id: str) -> Sql | None:
    """An id in the key's own type, so that an index applies; None for a text that cannot be one."""
    if not has_integer_key(facts, model):
        native = facts.native_type(model.table, model.primary_key)
        if "\x00" in id or (native == "uuid" and not is_uuid(id)):
            return None
        if native in ("text", "uuid"):
            return sql("{}", id)
        key = key_ref(model)
        return sql("(select {} from {} where cast({} as text) = {})", key, table_sql(model.table), key, id)
    if integer_key(id) is None:
        return None
    # As 64 bits, whatever the column's type: PostgreSQL rejects a parameter that does not fit the column's own type.
    return sql("cast({} as bigint)", int(id))


#: Databases take 32,766 parameters in a statement, or some more. A record may have more links than that.
_MOST_KEYS = 10_000


def parts_of(keys: Sequence[Sql]) -> Iterator[Sequence[Sql]]:
    for start in range(0, len(keys), _MOST_KEYS):
        yield keys[start : start + _MOST_KEYS]


def key_parameters(facts: Facts, model: Model, ids: Iterable[str]) -> list[Sql]:
    return [key for key in (key_parameter(facts, model, id) for id in ids) if key is not None]


def selected(facts: Facts, table: str, name: str, column: Column, alias: str = "") -> Sql:
    """A column for the select list, in a form that no driver rounds or reinterprets."""
    reference = value_sql(column, alias or table, name)
    if column.type == "date":
        return date_text(facts, reference)
    if (table, name) in facts.padded or column.type in ("bigint", "decimal", "time", "json"):
        return sql("cast({} as text)", reference)
    if column.type == "timestamp" and facts.is_postgresql:
        return sql(_MOMENT_IN_POSTGRESQL, reference, reference, reference)
    # Django has the driver of SQLite convert columns that are selected as they are, and invalid values to null.
    is_converted = column.type in ("bool", "timestamp") and not facts.is_postgresql
    return sql("cast({} as text)", reference) if is_converted else reference


def date_text(facts: Facts, reference: Sql) -> Sql:
    """A date as in its cell. In PostgreSQL, the text of a cast depends on DateStyle, that of JSON does not."""
    text = "to_json({}) #>> cast(array[] as text[])" if facts.is_postgresql else "cast({} as text)"
    return sql(text, reference)


def selected_beginning(
    facts: Facts, table: str, name: str, column: Column, most: int, alias: str = ""
) -> Sql:
    """Selects a column, with only a little more than ``most`` characters of a long value. 0: values come whole."""
    whole = selected(facts, table, name, column, alias)
    if most == 0 or column.type not in CUT_TYPES:
        return whole
    if column.type == "bytes":
        return sql("substr({}, 1, {})", whole, raw(str(most // 4 * 3 + 1)))
    length = raw(str(most + 1))
    # SQLite's functions take a NUL for the end of a text, and those of a blob count bytes.
    if not facts.is_postgresql:
        is_long = sql("typeof({}) = 'text' and length({}) > {}", whole, whole, raw(str(most)))
        return sql("case when {} then substr({}, 1, {}) else {} end", is_long, whole, length, whole)
    if column.type == "string" and facts.native_type(table, name) != "text":
        return whole
    return sql("left(cast({} as text), {})", whole, length)


def parameter_of(facts: Facts, column: Column, value: Value) -> Any:
    """A value in the form that the driver expects for the column, for writes and comparisons."""
    if isinstance(value, bool):
        return value if facts.is_postgresql else int(value)
    if isinstance(value, datetime):
        moment = value.astimezone(timezone.utc)
        return moment.isoformat() if facts.is_postgresql else facts.orm.moment_text(moment)
    if isinstance(value, time):
        return value.isoformat() if facts.is_postgresql else facts.orm.moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal) or (column.type == "decimal" and isinstance(value, int)):
        return plain_decimal(Decimal(value)) if column.stored == "text" else _decimal_parameter(facts, Decimal(value))
    if column.stored == "uuid" and isinstance(value, str):
        return _uuid_parameter(facts, value)
    if column.type == "double" and isinstance(value, (int, float)):
        # As text, PostgreSQL takes it for the column's own type: a column of type real keeps fewer digits.
        return repr(float(value)) if facts.is_postgresql else float(value)
    return value


def _uuid_parameter(facts: Facts, value: str) -> str:
    """As the type of the ORM stores it. A filter may compare with any text."""
    try:
        known = uuid.UUID(value)
    except ValueError:
        return value
    return str(known) if facts.is_postgresql else known.hex


def _decimal_parameter(facts: Facts, value: Decimal) -> Any:
    text = plain_decimal(value)
    if facts.is_postgresql:
        return text
    is_integer = "." not in text and -(2**63) <= int(text) < 2**63
    return int(text) if is_integer else float(text)


def is_exact(facts: Facts, column: Column, value: Value) -> bool:
    """Whether the database keeps every digit of a decimal: SQLite silently rounds some."""
    if facts.is_postgresql or column.type != "decimal" or column.stored == "text":
        return True
    if not isinstance(value, (int, Decimal)):
        return True
    text = plain_decimal(Decimal(value)).lstrip("-")
    if len(text.replace(".", "").strip("0")) <= _SQLITE_DIGITS:
        return True
    return "." not in text and int(text) < 2**63


def comparable(facts: Facts, column: Column, expression: Sql) -> Sql:
    """A column in the form for comparing and sorting."""
    if column.stored == "text":
        return number_sql(expression) if facts.is_postgresql else decimal_key_sql(expression)
    if column.type == "decimal" and not facts.is_postgresql:
        return sql("cast({} as numeric)", expression)
    return expression


def sortable(facts: Facts, table: str, name: str, column: Column, alias: str = "") -> Sql:
    """A column in the form for sorting. PostgreSQL sorts some types only by their text, as SQLite does."""
    value = value_sql(column, alias or table, name)
    if (table, name) in facts.unordered:
        return sql("cast({} as text)", value)
    return comparable(facts, column, value)


def comparable_parameter(facts: Facts, column: Column, value: Value, native: str) -> Sql:
    parameter = parameter_of(facts, column, value)
    if column.stored == "text" and not facts.is_postgresql:
        return sql("{}", decimal_key(Decimal(parameter)))
    if not facts.is_postgresql:
        return comparable(facts, column, sql("{}", parameter))
    if column.type in ("integer", "bigint"):
        return sql("cast({} as bigint)", parameter)
    # A column of type real rejects a value beyond its range, even in a comparison.
    if column.type == "double" and not (native == "real" and _is_real(float(parameter))):
        return sql("cast({} as double precision)", parameter)
    if column.type == "decimal":
        return sql("cast({} as numeric)", parameter)
    if column.type == "json":
        return sql("cast({} as jsonb)", parameter)
    return sql("{}", parameter)


def _is_real(value: float) -> bool:
    try:
        single = float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return False
    return single != 0 or value == 0


def assignments(values: Mapping[str, Any]) -> Sql:
    """The ``set`` of an update: values as parameters, parts of statements as they are."""
    return joined((sql("{} = {}", names([name]), value) for name, value in values.items()), ", ")
