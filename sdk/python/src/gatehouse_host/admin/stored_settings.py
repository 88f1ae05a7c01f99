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
from .sql.stored_value import moment_of
from .values import Column, Value, Values, can_be_shown, plain_decimal, time_of, unfit_text

_LOAD = "select item_values, version from backend_settings where code = :code"
_DIGITS = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class Unfit:
    """A stored value that does not fit its column."""

    def __init__(self, raw: object) -> None:
        self.text = (raw if isinstance(raw, str) else json_text(raw))[:MAX_RAW_VALUE]


@dataclass(frozen=True)
class Stored:
    version: int
    #: The stored JSON. A value that does not fit its column stays there until the column is written.
    raw: Mapping[str, Any]


def values_or_defaults(columns: Mapping[str, Column], code: str, tx: Transaction) -> Values:
    """For application code: the saved values, and the default of each column that has none or one that does not fit."""
    saved = saved_values(columns, load(tx, code))
    return {name: column.default if saved.get(name) is None else saved[name] for name, column in columns.items()}


def load(tx: Transaction, code: str, lock: bool = False) -> Stored:
    row = first(tx, f"{_LOAD} for update" if lock and tx.is_postgresql else _LOAD, {"code": code})
    if row is None:
        return Stored(0, {})
    try:
        # A decimal that an application wrote as a number of JSON keeps its digits.
        raw = json.loads(row[0], parse_float=Decimal)
    except ValueError:
        raise ValueError(f"backend_settings.item_values of {code}: is not JSON") from None
    if not isinstance(raw, dict):
        raise ValueError(f"backend_settings.item_values of {code}: is not a JSON object")
    return Stored(int(row[1]), raw)


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


def json_text(value: Any) -> str:
    """JSON whose numbers have all digits of a Decimal, as ``load`` reads them."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json_text(name)}:{json_text(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


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
    if name not in stored.raw:
        return column.default
    raw = stored.raw[name]
    if raw is None:
        return None
    try:
        value = _from_json(column, raw)
    except (ValueError, ArithmeticError):
        return Unfit(raw)
    return value if can_be_shown(column, value) else Unfit(raw)


def _from_json(column: Column, raw: Any) -> Value:
    """Raises ValueError for a value that does not fit."""
    kind = column.type
    number = isinstance(raw, (int, Decimal)) and not isinstance(raw, bool)
    if kind == "bool" and raw in (True, False, "0", "1"):
        return raw in (True, "1")
    if kind in ("integer", "bigint") and (number and raw == int(raw) or isinstance(raw, str) and _DIGITS.fullmatch(raw)):
        return int(raw)
    if kind == "double" and number:
        return float(raw)
    if kind == "decimal" and (number or isinstance(raw, str) and _DECIMAL.fullmatch(raw)):
        return Decimal(raw)
    if isinstance(raw, str):
        if kind in ("string", "json"):
            return raw
        if kind == "date" and len(raw) == 10:
            return date.fromisoformat(raw)
        if kind == "time":
            return time_of(raw)
        moment = moment_of(raw) if kind == "timestamp" else None
        if moment is not None:
            return moment
        if kind == "bytes":
            return base64.b64decode(raw, validate=True)
    raise ValueError("does not fit its column")
