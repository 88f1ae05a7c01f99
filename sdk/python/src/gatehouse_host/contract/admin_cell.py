"""gatehouse/host/v1/admin_cell.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class InvalidValue(Message):
    """InvalidValue represents a stored value that does not fit its column: "2026-01-01 00:00:00" in a DATE column,
    "abc" in an INTEGER column, JSON that does not parse. The rest of the record stays readable: Gatehouse shows
    this one value as invalid, with its raw text, and logs the controller, the record and the column, but not the
    text. Saving the record leaves the column unchanged unless the administrator changed it. Gatehouse must not be a
    way to write a value that no column of the type can hold: see CreateRecord. The same applies to a value that
    makes a record or a settings screen too long to send: the host sends the longest values of such a record as
    invalid_value. If a host sends such a value as one of the other kinds, it violates the contract: Gatehouse shows
    that value as invalid and counts a violation.
    """

    #: The stored value as text; cut it to the limit.
    raw: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.InvalidValue"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "raw", "raw", Kind.STRING, rules=Rules(max_characters=500)),
    )


@dataclass(frozen=True)
class TruncatedValue(Message):
    """TruncatedValue represents a stored value that is longer than the selection allows (AdminSelection.max_text). The
    host does not check whether the whole value fits its column.
    """

    #: The first max_text characters of the value's text. For bytes: the Base64 of the first floor(max_text / 4) * 3
    #: bytes. Characters are Unicode code points.
    text: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.TruncatedValue"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "text", "text", Kind.STRING),
    )


@dataclass(frozen=True)
class Cell(Message):
    """Cell is one value of a record, with its kind. The kind is that of its column (AdminColumnType), or null if the
    column is nullable. A cell with no member set is a contract violation: set null_value to send null.
    """

    #: Null.
    null_value: bool | None = None
    #: Of BOOL columns.
    bool_value: bool | None = None
    #: Of INTEGER and BIGINT columns.
    int64_value: int | None = None
    #: Of DOUBLE columns. JSON has no NaN and no infinities: Gatehouse shows such a value as one that does not fit
    #: its column (InvalidValue), drops it from an action's fill, and never sends one.
    double_value: float | None = None
    #: Of DECIMAL columns: an optional "-", digits, and optionally "." with more digits: "-12.50". No exponent, no
    #: "+", no white space. Trailing zeros are allowed and have no meaning.
    decimal_value: str | None = None
    #: Of STRING columns.
    string_value: str | None = None
    #: Of DATE columns: "2026-02-28", a day that exists in the proleptic Gregorian calendar, in the years 0001 to
    #: 9999.
    date_value: str | None = None
    #: Of TIME columns, a time of day without zone: "23:59:59", optionally with 1 to 6 digits of a fraction:
    #: "23:59:59.5".
    time_value: str | None = None
    #: Of TIMESTAMP columns: an instant in the years 0001 to 9999, in UTC. Gatehouse shows milliseconds and drops any
    #: finer fraction.
    timestamp_value: datetime | None = None
    #: Of JSON columns: one JSON text, at most 512 levels deep.
    json_value: str | None = None
    #: Of BYTES columns.
    bytes_value: bytes | None = None
    #: Of a column of any type, and only from the host: the database holds a value that does not fit the column.
    invalid_value: InvalidValue | None = None
    #: Only from the host, for STRING, JSON and BYTES columns, if the selection has max_text or max_related_text.
    truncated_value: TruncatedValue | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.Cell"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('value',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "null_value", "nullValue", Kind.BOOL, presence=True, oneof="value", rules=Rules(required=True)),
        Field(2, "bool_value", "boolValue", Kind.BOOL, presence=True, oneof="value"),
        Field(3, "int64_value", "int64Value", Kind.INT64, presence=True, oneof="value"),
        Field(4, "double_value", "doubleValue", Kind.DOUBLE, presence=True, oneof="value"),
        Field(5, "decimal_value", "decimalValue", Kind.STRING, presence=True, oneof="value", rules=Rules(required=True, max_characters=1000, pattern='-?[0-9]+(\\.[0-9]+)?')),
        Field(6, "string_value", "stringValue", Kind.STRING, presence=True, oneof="value"),
        Field(7, "date_value", "dateValue", Kind.STRING, presence=True, oneof="value", rules=Rules(required=True, pattern='[0-9]{4}-[0-9]{2}-[0-9]{2}')),
        Field(8, "time_value", "timeValue", Kind.STRING, presence=True, oneof="value", rules=Rules(required=True, pattern='([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?')),
        Field(9, "timestamp_value", "timestampValue", Kind.TIMESTAMP, presence=True, oneof="value"),
        Field(10, "json_value", "jsonValue", Kind.STRING, presence=True, oneof="value", rules=Rules(required=True)),
        Field(11, "bytes_value", "bytesValue", Kind.BYTES, presence=True, oneof="value"),
        Field(12, "invalid_value", "invalidValue", Kind.MESSAGE, presence=True, oneof="value", of=InvalidValue),
        Field(13, "truncated_value", "truncatedValue", Kind.MESSAGE, presence=True, oneof="value", of=TruncatedValue),
    )


@dataclass(frozen=True)
class ViewList(Message):
    """ViewList is a list of values. Lists and maps nest at most 32 levels deep."""

    #: The values; may be empty.
    items: tuple[ViewValue, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ViewList"


@dataclass(frozen=True)
class ViewMapEntry(Message):
    """ViewMapEntry is one named value."""

    #: The name.
    key: str = ""
    #: The value.
    value: ViewValue | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ViewMapEntry"


@dataclass(frozen=True)
class ViewMap(Message):
    """ViewMap is a set of named values."""

    #: In any order.
    entries: tuple[ViewMapEntry, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ViewMap"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "entries", "entries", Kind.MESSAGE, repeated=True, of=ViewMapEntry, rules=Rules(unique_by='key')),
    )


@dataclass(frozen=True)
class ViewValue(Message):
    """ViewValue is a value of a partial's view model: cells in lists and maps. Two kinds mark values that a view model
    must not hold. An SDK sends them in place of every such value that it recognizes, at any depth. Gatehouse then
    rejects the whole view model, which enforces the rule in one place for hosts in every language.
    """

    #: A plain value.
    cell: Cell | None = None
    #: Ordered values.
    list: ViewList | None = None
    #: Named values, which a template reads as `.Name`.
    map: ViewMap | None = None
    #: The name of a database model that was in this place. Gatehouse rejects the view model.
    record_model: str | None = None
    #: Pre-escaped content (HTML that claims to be safe) was in this place. Gatehouse rejects the view model.
    trusted_html: bool | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ViewValue"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('value',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "cell", "cell", Kind.MESSAGE, presence=True, oneof="value", of=Cell),
        Field(2, "list", "list", Kind.MESSAGE, presence=True, oneof="value", of=ViewList),
        Field(3, "map", "map", Kind.MESSAGE, presence=True, oneof="value", of=ViewMap),
        Field(4, "record_model", "recordModel", Kind.STRING, presence=True, oneof="value", rules=Rules(required=True)),
        Field(5, "trusted_html", "trustedHtml", Kind.BOOL, presence=True, oneof="value", rules=Rules(required=True)),
    )

ViewList.FIELDS = (
    Field(1, "items", "items", Kind.MESSAGE, repeated=True, of=ViewValue),
)

ViewMapEntry.FIELDS = (
    Field(1, "key", "key", Kind.STRING),
    Field(2, "value", "value", Kind.MESSAGE, presence=True, of=ViewValue, rules=Rules(required=True)),
)
