"""What backend_settings holds of a settings screen: its values as one JSON object, and how each column reads them."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Any, Mapping

from ..contract.limits import MAX_RAW_VALUE
from ..sql.database import Transaction, first
from .sql.stored_value import moment_of, short_text
from .values import Column, ColumnType, Value, Values, can_be_shown, plain_decimal, time_of, unfit_text

_LOAD = "select item_values, version from backend_settings where code = :code"
_DIGITS = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


class Unfit:
    """A stored value that does not fit its column."""

    def __init__(self, text: str) -> None:
        self.text = short_text(text.replace("\x00", "\ufffd"), MAX_RAW_VALUE)


@dataclass(frozen=True)
class Stored:
    version: int
    #: Each value as its JSON is written. One that does not fit its column stays there until the column is written.
    raw: Mapping[str, str]


def values_or_defaults(columns: Mapping[str, Column], code: str, tx: Transaction) -> Values:
    """For application code: the saved values, and the default of each column that has none or one that does not fit."""
    saved = saved_values(columns, load(tx, code))
    return {name: column.default if saved.get(name) is None else saved[name] for name, column in columns.items()}


def load(tx: Transaction, code: str, lock: bool = False) -> Stored:
    row = first(tx, f"{_LOAD} for update" if lock and tx.is_postgresql else _LOAD, {"code": code})
    if row is None:
        return Stored(0, {})
    return Stored(int(row[1]), _members(row[0], f"backend_settings.item_values of {code}"))


def _members(text: str, where: str) -> dict[str, str]:
    """The members of a JSON object, each as it is written, with all digits of its numbers."""
    try:
        value = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        raise ValueError(f"{where}: is not JSON") from None
    if not isinstance(value, dict):
        raise ValueError(f"{where}: is not a JSON object")
    found: dict[str, str] = {}
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    at = _after_space(text, text.index("{") + 1)
    while text[at] != "}":
        name, at = decoder.raw_decode(text, at)
        begun = _after_space(text, _after_space(text, at) + 1)
        _, at = decoder.raw_decode(text, begun)
        found[name] = text[begun:at]
        at = _after_space(text, at)
        if text[at] == ",":
            at = _after_space(text, at + 1)
    return found


def _after_space(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def written(stored: Stored, values: Mapping[str, Any]) -> Stored:
    """The next version, with these values of ``encode`` over the stored ones."""
    raw = {**stored.raw, **{name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}}
    return Stored(stored.version + 1, raw)


def item_values(stored: Stored) -> str:
    """The column of the row."""
    return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{raw}" for name, raw in stored.raw.items()) + "}"


def saved_values(columns: Mapping[str, Column], stored: Stored) -> Values:
    """The saved values, for application code; None for a value that does not fit."""
    saved: Values = {}
    for name, column in columns.items():
        if name in stored.raw:
            value = decode(column, name, stored)
            saved[name] = None if isinstance(value, Unfit) else value
    return saved


def encode(columns: Mapping[str, Column], values: Values) -> dict[str, Any]:
    """Each value in a form of JSON that ``decode`` reads back, the same as that of the TypeScript SDK."""
    unknown = [name for name in values if name not in columns]
    if unknown:
        raise TypeError(f"a hook set {', '.join(unknown)}, which is no value of the screen")
    for name, value in values.items():
        if isinstance(value, datetime) and value.tzinfo is None:
            raise TypeError(f"a hook sets {name}: {unfit_text(columns[name], value)}")
    return {name: _to_json(columns[name], value) for name, value in values.items()}


def _to_json(column: Column, value: Value) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, Decimal):
        return plain_decimal(value) if value.is_finite() else str(value)
    if isinstance(value, int) and not isinstance(value, bool) and column.type in ("bigint", "decimal"):
        return str(value)
    return value


def decode(column: Column, name: str, stored: Stored) -> Value | Unfit:
    """The column's default if it was never saved."""
    raw = stored.raw.get(name)
    if raw is None:
        return column.default
    if raw == "null":
        return None
    is_text = raw.startswith('"')
    text = str(json.loads(raw)) if is_text else raw
    try:
        value = _of_text(column.type, text) if is_text else _of_scalar(column.type, text)
    except (ValueError, ArithmeticError):
        return Unfit(text)
    return value if can_be_shown(column, value) else Unfit(text)


def _of_scalar(kind: ColumnType, text: str) -> Value:
    """A number in any spelling, or a truth value. Raises ValueError for one that does not fit."""
    if kind == "bool" and text in _TRUTHS:
        return _TRUTHS[text]
    if kind in ("integer", "bigint", "double", "decimal") and _NUMBER.fullmatch(text):
        number = Decimal(text)
        if kind == "decimal":
            return number
        if kind == "double":
            return float(text)
        # No integer of 64 bits has more digits.
        if abs(number.adjusted()) < 20 and number == int(number):
            return int(number)
    raise ValueError("does not fit its column")


def _of_text(kind: ColumnType, text: str) -> Value:
    if kind in ("string", "json"):
        return text
    if kind == "bool" and text in ("0", "1"):
        return _TRUTHS[text]
    if kind in ("integer", "bigint") and _DIGITS.fullmatch(text):
        return int(text)
    if kind == "decimal" and _DECIMAL.fullmatch(text):
        return Decimal(text)
    if kind == "date" and _DAY.fullmatch(text):
        return date.fromisoformat(text)
    if kind == "time":
        return time_of(text)
    # Behind "@" is a number of PostgreSQL.
    moment = moment_of(text) if kind == "timestamp" and not text.startswith("@") else None
    if moment is not None:
        return moment
    if kind == "bytes":
        return base64.b64decode(text, validate=True)
    raise ValueError("does not fit its column")
