"""Columns, and the values of records as hooks, actions and scopes see them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Literal, Union

from ..contract.admin_cell import Cell

#: "integer" stays below 2^53, because it is a number in JSON; "bigint" has 64 bits; decimals are never rounded.
ColumnType = Literal[
    "bool", "integer", "bigint", "double", "decimal", "string", "date", "time", "timestamp", "json", "bytes"
]

#: A value of a record: bool; int (integer, bigint); float (double); Decimal; str (string, and json as its text); date;
#: time without zone; datetime with zone (timestamp), in UTC where Gatehouse sends it; bytes; None.
Value = Union[bool, int, float, Decimal, str, date, time, datetime, bytes, None]

Values = dict[str, Value]

MAX_JSON_DEPTH = 512
MAX_DECIMAL_LENGTH = 1000
_MAX_SAFE_INTEGER = 2**53 - 1
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?")
_UUID = re.compile(r"[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}", re.IGNORECASE)
#: A string without its end reaches to the end of the text: another attempt at each of its quotation marks would be quadratic.
_JSON_TOKEN = re.compile(r'[{}\[\]]|"(?:[^"\\]|\\.)*"?', re.DOTALL)
#: What no database can store in a text: NUL, and half a surrogate pair.
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Column:
    """A column of a model, or a value of a settings screen."""

    type: ColumnType
    nullable: bool = False
    #: Never written through a form: keys, counters, owners. The primary key is always protected.
    protected: bool = False
    #: Characters of a string, bytes of bytes.
    max_length: int | None = None
    #: Digits of a decimal, ``scale`` of them after the point.
    precision: int | None = None
    scale: int | None = None
    #: Of an integer or bigint.
    minimum: int | None = None
    maximum: int | None = None
    #: The value that the database writes if a new record has none. None: no default, or an expression.
    default: Value = None
    #: Of a decimal: "text" in a column of texts, which holds any number of digits. Of a string: "uuid" for a type of the ORM
    #: that reads nothing else, and that PostgreSQL spells with hyphens, SQLite without.
    stored: Literal["", "text", "uuid"] = ""
    #: Of a string: the only values that the mapped class can read, those of an Enum. Empty: all.
    choices: tuple[str, ...] = ()
    #: Of a computed column (``Computed``).
    expression: str = ""


@dataclass(frozen=True)
class Computed:
    """A column whose value the database computes for each record; no form writes it.

    ``expression`` is SQL over columns of the record, each in braces: ``Computed("string", "{first} || ' ' || {last}")``.
    It has no parameters, and other braces are doubled.
    """

    type: ColumnType
    expression: str


def value_of(column: Column, cell: Cell) -> Value:
    """The value of a cell that Gatehouse sent for the column.

    Raises ValueError for a date, time or JSON that is none, which Gatehouse never sends.
    """
    member = cell.member_of("value")
    if member is None or member[0] in ("invalid_value", "truncated_value"):
        raise ValueError("a cell was read without a check of its rules")
    kind, value = member
    if kind == "null_value":
        return None
    if kind == "decimal_value":
        return Decimal(str(value))
    if kind == "date_value":
        return date.fromisoformat(str(value))
    if kind == "time_value":
        return time_of(str(value))
    if kind == "double_value" and column.type in ("integer", "bigint"):
        raise ValueError("is not an integer")
    if isinstance(value, datetime):
        # The contract's times have milliseconds.
        return value.replace(microsecond=value.microsecond // 1000 * 1000)
    assert isinstance(value, (bool, int, float, str, bytes))
    return value


def scalar_of(cell: Cell) -> Value:
    """The value of a cell whose kind says its type: one of a filter's scope."""
    return value_of(Column("string"), cell)


def time_of(text: str) -> time:
    """Of "23:59:59", with at most 6 digits of a fraction. Raises ValueError."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError("is not a time")
    hours, minutes, seconds, fraction = match.groups()
    return time(int(hours), int(minutes), int(seconds), int((fraction or "").ljust(6, "0")))


def cell_of(column: Column, value: Value) -> Cell:
    """Raises TypeError for a value that the column cannot have, which is a bug of the application."""
    if value is None:
        return Cell(null_value=True)
    if not can_be_shown(column, value):
        raise TypeError(unfit_text(column, value))
    if isinstance(value, bool):
        return Cell(bool_value=value)
    if column.type == "double":
        return Cell(double_value=float(value))  # type: ignore[arg-type]
    if isinstance(value, int):
        return Cell(decimal_value=str(value)) if column.type == "decimal" else Cell(int64_value=value)
    if isinstance(value, Decimal):
        return Cell(decimal_value=plain_decimal(value))
    if isinstance(value, datetime):
        return Cell(timestamp_value=value.astimezone(timezone.utc))
    if isinstance(value, date):
        return Cell(date_value=value.isoformat())
    if isinstance(value, time):
        text = value.isoformat()
        return Cell(time_value=text.rstrip("0") if value.microsecond else text)
    if isinstance(value, bytes):
        return Cell(bytes_value=value)
    return Cell(json_value=str(value)) if column.type == "json" else Cell(string_value=str(value))


def any_cell_of(column: Column, value: Value) -> Cell:
    """For a value that an action fills into a form: of the column's kind if it has it, else of its own.

    Gatehouse drops one that does not fit. Raises TypeError for a value that no cell can hold.
    """
    if can_be_shown(column, value):
        return cell_of(column, value)
    kind = TYPES.get(type(value))
    if kind is not None and can_be_shown(Column(kind), value):
        return cell_of(Column(kind), value)
    raise TypeError(f"an action fills a {type(value).__name__} that no cell can hold")


#: The column type that holds every value of a Python type.
TYPES: dict[object, ColumnType] = {
    bool: "bool",
    int: "bigint",
    float: "double",
    Decimal: "decimal",
    str: "string",
    date: "date",
    time: "time",
    datetime: "timestamp",
    bytes: "bytes",
}


_TAKES: dict[ColumnType, str] = {
    "bool": "a bool",
    "integer": "an int of less than 2^53",
    "bigint": "an int of 64 bits",
    "double": "a finite float or int",
    "decimal": "a finite Decimal or an int",
    "string": "a str without NUL",
    "date": "a date",
    "time": "a time without zone",
    "timestamp": "a datetime with a zone, such as datetime.now(timezone.utc)",
    "json": "a str with JSON, such as json.dumps makes",
    "bytes": "bytes",
}


def unfit_text(column: Column, value: object) -> str:
    """Why a column cannot have a value that the application's code gave it. Does not reveal the value."""
    given = type(value).__name__
    if isinstance(value, datetime) and value.tzinfo is None:
        given = "datetime without a zone"
    article = "an" if column.type == "integer" else "a"
    takes = "a str with a UUID" if column.stored == "uuid" else _TAKES[column.type]
    takes = f"one of {', '.join(map(repr, column.choices))}" if column.choices else takes
    return f"{article} {column.type} column takes {takes}, not this {given}"


def plain_decimal(value: Decimal) -> str:
    """In the contract's format: no exponent, no "+", no insignificant zeros."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def can_be_shown(column: Column, value: Value) -> bool:
    """Whether Gatehouse can show the value in a column of the type. Ignores the column's own limits."""
    if value is None:
        return True
    kind = column.type
    if kind == "bool":
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if kind == "integer":
        return isinstance(value, int) and abs(value) <= _MAX_SAFE_INTEGER
    if kind == "bigint":
        return isinstance(value, int) and -(2**63) <= value < 2**63
    if kind == "double":
        return isinstance(value, (int, float)) and value - value == 0
    if kind == "decimal":
        if not isinstance(value, (int, Decimal)):
            return False
        number = Decimal(value)
        return number.is_finite() and abs(number.adjusted()) < 1000 and len(format(number, "f")) <= MAX_DECIMAL_LENGTH
    if kind == "timestamp":
        return isinstance(value, datetime) and value.tzinfo is not None and _in_utc(value)
    if kind == "date":
        return isinstance(value, date) and not isinstance(value, datetime)
    if kind == "time":
        return isinstance(value, time) and value.tzinfo is None
    if kind == "bytes":
        return isinstance(value, bytes)
    return isinstance(value, str) and (kind == "string" or is_json(value))


def _in_utc(moment: datetime) -> bool:
    """Whether the years are 1 to 9999 in UTC too."""
    try:
        moment.astimezone(timezone.utc)
    except OverflowError:
        return False
    return True


def fits(column: Column, value: Value) -> bool:
    """Whether the value can be shown and respects the limits that the column declares."""
    if value is None:
        return True
    if not can_be_shown(column, value):
        return False
    if column.type in ("integer", "bigint"):
        assert isinstance(value, int)
        low, high = column.minimum, column.maximum
        return (low is None or value >= low) and (high is None or value <= high)
    if column.type == "bytes":
        return column.max_length is None or len(value) <= column.max_length  # type: ignore[arg-type]
    if column.type == "string":
        assert isinstance(value, str)
        if column.choices or column.stored == "uuid":
            return value in column.choices or (column.stored == "uuid" and _UUID.fullmatch(value) is not None)
        return not _NOT_TEXT.search(value) and (column.max_length is None or len(value) <= column.max_length)
    if column.type == "json":
        assert isinstance(value, str)
        return not _NOT_TEXT.search(value)
    return column.type != "decimal" or _has_digits(column, Decimal(value))  # type: ignore[arg-type]


def _has_digits(column: Column, number: Decimal) -> bool:
    whole, _, fraction = plain_decimal(number).lstrip("-").partition(".")
    precision, scale = column.precision, column.scale
    places = scale if scale is not None else len(fraction) if precision is None else 0
    return len(fraction) <= places and (precision is None or len(whole.lstrip("0")) <= precision - places)


def is_json(text: str) -> bool:
    """Whether the text is JSON of at most 512 levels."""
    if text.count("[") + text.count("{") > MAX_JSON_DEPTH:
        depth = 0
        for token in _JSON_TOKEN.findall(text):
            depth += 1 if token in "{[" else -1 if token in "}]" else 0
            if depth > MAX_JSON_DEPTH:
                return False
    try:
        json.loads(text, parse_constant=_no_constant, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def is_same_value(column: Column, current: Value, value: Value) -> bool:
    """Whether writing ``value`` over ``current`` would leave the record unchanged. If in doubt, False."""
    if current is None or value is None:
        return current is value
    if column.type == "json":
        return current == value or _json_of(current) == _json_of(value)
    if column.type == "timestamp" and isinstance(current, datetime) and isinstance(value, datetime):
        return (current.tzinfo is None) == (value.tzinfo is None) and current == value
    return type(current) is type(value) and current == value


def _json_of(text: Value) -> object:
    """The value of a JSON text, with members in their order, and numbers in their spelling. A text that is none equals nothing."""
    try:
        return json.loads(str(text), parse_int=_Number, parse_float=_Number, object_pairs_hook=_members)
    except (ValueError, RecursionError):
        return object()


def _members(pairs: list[tuple[str, object]]) -> object:
    """In their order, which some columns keep; a tuple, because a list is an array."""
    return tuple(dict(pairs).items())


class _Number(str):
    """A number of a JSON text, distinct from the text with its digits."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Number) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))
