"""The values of settings screens in backend_settings: one row for each screen, its values as one JSON object."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Any, Iterable, Mapping, Sequence

from ..contract.admin_cell import Cell, InvalidValue
from ..contract.admin_record import SettingsValues, UpdateSettingsRequest, UpdateSettingsResponse
from ..contract.limits import MAX_RAW_VALUE
from ..contract.message import Malformed
from ..sql.database import Transaction, first
from .outcomes import Invalid
from .ports import Context
from .records.form_values import require_offered, values_from
from .sendable import sendable_cells, too_long_write
from .settings import Settings, owner_of
from .texts import say
from .values import Column, Value, Values, can_be_shown, cell_of, fits, is_same_value, plain_decimal, time_of

_LOAD = "select item_values, version from backend_settings where code = :code"
_CREATE_ROW = """
    insert into backend_settings (code, item_values, version) values (:code, '{}', 0) on conflict (code) do nothing
"""
_WRITE = "update backend_settings set item_values = :item_values, version = :version where code = :code"

_DIGITS = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class _Unfit:
    """A stored value that does not fit its column."""

    def __init__(self, raw: object) -> None:
        self.text = (raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False))[:MAX_RAW_VALUE]


@dataclass(frozen=True)
class _Stored:
    version: int
    #: The stored JSON. A value that does not fit its column stays there until the column is written.
    raw: Mapping[str, Any]


def read_settings(screen: Settings, columns: Sequence[str], context: Context) -> SettingsValues:
    """The values of a screen; a column's default if it was never saved."""
    return _to_values(screen, columns, _load(context.tx, screen.screen.code))


def known_values(screen: Settings, tx: Transaction) -> Values:
    """For application code: the saved values, and the default of each column that has none or one that does not fit."""
    saved = _known(screen.columns, _load(tx, screen.screen.code))
    return {name: column.default if saved.get(name) is None else saved[name] for name, column in screen.columns.items()}


def update_settings(screen: Settings, request: UpdateSettingsRequest, context: Context) -> UpdateSettingsResponse:
    """Raises Invalid, and whatever the hooks raise."""
    context.tx.run(_CREATE_ROW, {"code": screen.screen.code})
    stored = _load(context.tx, screen.screen.code, lock=True)
    if request.expected_version and request.expected_version != str(stored.version):
        return UpdateSettingsResponse(conflict=_to_values(screen, request.columns, stored))
    columns = screen.columns
    values = values_from(columns, request.values)
    _require_fit(columns, values, context.caller.locale)
    if _changes_nothing(columns, values, stored):
        return UpdateSettingsResponse(updated=_to_values(screen, request.columns, stored))
    form = {**_known(columns, stored), **values}
    require_offered(columns, request.values, owner_of(screen).providers, form, context)
    screen.before_save(context.handle, context.caller, values)
    raw = {**stored.raw, **_encode(columns, values)}
    item_values = json.dumps(raw, ensure_ascii=False, separators=(",", ":"), default=float)
    written = _Stored(stored.version + 1, json.loads(item_values, parse_float=Decimal))
    context.tx.run(_WRITE, {"code": screen.screen.code, "version": written.version, "item_values": item_values})
    screen.after_save(context.handle, context.caller, _known(columns, written))
    _require_readable(columns, values, written)
    _require_sendable(screen, request, values, written, context.caller.locale)
    return UpdateSettingsResponse(updated=_to_values(screen, request.columns, written))


def _load(tx: Transaction, code: str, lock: bool = False) -> _Stored:
    row = first(tx, f"{_LOAD} for update" if lock and tx.is_postgresql else _LOAD, {"code": code})
    if row is None:
        return _Stored(0, {})
    try:
        # A decimal that an application wrote as a number of JSON keeps its digits.
        raw = json.loads(row[0], parse_float=Decimal)
    except ValueError:
        raise ValueError(f"backend_settings.item_values of {code}: is not JSON") from None
    if not isinstance(raw, dict):
        raise ValueError(f"backend_settings.item_values of {code}: is not a JSON object")
    return _Stored(int(row[1]), raw)


def _require_fit(columns: Mapping[str, Column], values: Values, locale: str) -> None:
    """Gatehouse has checked them too. As JSON, a decimal of any length is a text."""
    unfit = {name: say("unfit", locale) for name, value in values.items() if not fits(columns[name], value)}
    if unfit:
        raise Invalid(unfit)


def _changes_nothing(columns: Mapping[str, Column], values: Values, stored: _Stored) -> bool:
    """A column that was never saved has its default. Saving that value is a change, because the default may change."""
    for name, value in values.items():
        if name not in stored.raw:
            return False
        held = _decode(columns[name], name, stored)
        if isinstance(held, _Unfit) or not is_same_value(columns[name], held, value):
            return False
    return True


def _to_values(screen: Settings, names: Sequence[str], stored: _Stored) -> SettingsValues:
    return SettingsValues(str(stored.version), sendable_cells(_to_cells(screen, names, stored)))


def _to_cells(screen: Settings, names: Iterable[str], stored: _Stored) -> list[Cell]:
    cells = []
    for name in names:
        column = screen.columns.get(name)
        if column is None:
            raise Malformed("columns", "is not a declared column")
        value = _decode(column, name, stored)
        if isinstance(value, _Unfit):
            cells.append(Cell(invalid_value=InvalidValue(value.text)))
        else:
            cells.append(cell_of(column, value))
    return cells


def _known(columns: Mapping[str, Column], stored: _Stored) -> Values:
    """The saved values, for application code; None for a value that does not fit."""
    known: Values = {}
    for name, column in columns.items():
        if name in stored.raw:
            value = _decode(column, name, stored)
            known[name] = None if isinstance(value, _Unfit) else value
    return known


def _require_readable(columns: Mapping[str, Column], names: Iterable[str], stored: _Stored) -> None:
    unreadable = [name for name in names if isinstance(_decode(columns[name], name, stored), _Unfit)]
    if unreadable:
        raise TypeError(f"a hook wrote a value that cannot be read back to {', '.join(unreadable)}")


def _require_sendable(
    screen: Settings, request: UpdateSettingsRequest, values: Values, stored: _Stored, locale: str
) -> None:
    names = list(dict.fromkeys([*request.columns, *values]))
    too_long = too_long_write(names, _to_cells(screen, names, stored), values)
    if too_long is None:
        return
    if any(each.column == too_long for each in request.values):
        raise Invalid({too_long: say("tooLong", locale)})
    raise TypeError(f"a hook wrote a value that is too long to be read back to {too_long}")


def _encode(columns: Mapping[str, Column], values: Values) -> dict[str, Any]:
    """Each value in a form of JSON that ``_decode`` reads back, the same as that of the TypeScript SDK."""
    unknown = [name for name in values if name not in columns]
    if unknown:
        raise TypeError(f"a hook set {', '.join(unknown)}, which is no value of the screen")
    return {name: _to_json(columns[name], value) for name, value in values.items()}


def _to_json(column: Column, value: Value) -> Any:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("a hook set a time without a zone")
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


def _decode(column: Column, name: str, stored: _Stored) -> Value | _Unfit:
    """The column's default if it was never saved."""
    if name not in stored.raw:
        return column.default
    raw = stored.raw[name]
    if raw is None:
        return None
    try:
        value = _from_json(column, raw)
    except (ValueError, ArithmeticError):
        return _Unfit(str(raw) if isinstance(raw, Decimal) else raw)
    return value if can_be_shown(column, value) else _Unfit(str(raw) if isinstance(raw, Decimal) else raw)


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
        if kind == "timestamp":
            moment = datetime.fromisoformat(raw.replace("Z", "+00:00"))
            return moment if moment.tzinfo is not None else moment.replace(tzinfo=timezone.utc)
        if kind == "bytes":
            return base64.b64decode(raw, validate=True)
    raise ValueError("does not fit its column")
