"""Values as the databases' drivers return them, and as cells for the wire.

Nothing is guessed: a value that does not fit its column stays unchanged. SQLite stores any value, and PostgreSQL has
years beyond 9999.
"""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, InvalidOperation
from typing import Any, Callable, Union

from ...contract.admin_cell import Cell, InvalidValue, TruncatedValue
from ...contract.limits import MAX_RAW_VALUE
from ...contract.times import EPOCH
from ..values import Column, Value, can_be_shown, cell_of, plain_decimal
from .columns import CUT_TYPES

_INTEGER = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", re.IGNORECASE)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?")
_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:?[0-9]{2})?"
)
#: The point decides where the second part begins: a text of digits could otherwise be divided at each of them.
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE)
_TRUTHS = {1: True, "1": True, 0: False, "0": False}


@dataclass(frozen=True)
class UnfitValue:
    """A stored value that does not fit its column."""

    raw: str


def stored_value(column: Column, raw: Any) -> Union[Value, UnfitValue]:
    """The value of a column that was ``selected``."""
    if raw is None:
        return None
    if isinstance(raw, memoryview):
        raw = bytes(raw)
    try:
        value = _READERS[column.type](raw)
    except (ValueError, OverflowError, InvalidOperation):
        value = None
    return value if value is not None and can_be_shown(column, value) else UnfitValue(_raw_text(raw))


def stored_cell(column: Column, raw: Any, most: int = 0) -> Cell:
    """A cell for the wire. ``most``: AdminSelection.max_text; 0 for whole values."""
    # Before the value is parsed: the database may have cut it, and half of a JSON text is not JSON.
    cut = _truncated(column, raw, most) if most > 0 and raw is not None and column.type in CUT_TYPES else None
    if cut is not None:
        return Cell(truncated_value=TruncatedValue(text=cut))
    value = stored_value(column, raw)
    return Cell(invalid_value=InvalidValue(raw=value.raw)) if isinstance(value, UnfitValue) else cell_of(column, value)


def known_value(column: Column, raw: Any) -> Value:
    """The value, or None if it does not fit its column: for application code, which cannot use the raw text."""
    value = stored_value(column, raw)
    return None if isinstance(value, UnfitValue) else value


def number_text(number: float) -> str:
    """A number as the other SDKs write it: without an exponent where it has at most 21 digits."""
    if number != number:
        return "NaN"
    if abs(number) == math.inf:
        return "Infinity" if number > 0 else "-Infinity"
    is_short = number == 0 or 1e-6 <= abs(number) < 1e21
    # JavaScript writes no zero in front of an exponent.
    return plain_decimal(Decimal(repr(number))) if is_short else repr(number).replace("e-0", "e-")


def short_text(text: str, most: int) -> str:
    """A text for people, of at most so many characters, the last of which says that it was longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _truncated(column: Column, raw: Any, most: int) -> str | None:
    if column.type == "bytes":
        whole, kept = _bytes(raw), most // 4 * 3
        return base64.b64encode(whole[:kept]).decode() if whole is not None and len(whole) > kept else None
    text = _text(raw)
    return text[:most] if text is not None and len(text) > most else None


def _truth(raw: Any) -> bool | None:
    return raw if isinstance(raw, bool) else _TRUTHS.get(raw) if isinstance(raw, (int, str)) else None


def _integer(raw: Any) -> int | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer()):
        return int(raw)
    return int(raw) if isinstance(raw, str) and _INTEGER.fullmatch(raw) else None


def _double(raw: Any) -> float | None:
    is_number = isinstance(raw, (int, float, Decimal)) or (isinstance(raw, str) and _NUMBER.fullmatch(raw))
    return float(raw) if is_number else None


def _decimal(raw: Any) -> Decimal | None:
    text = _text(raw)
    # Decimal also takes spaces, underscores and the digits of other writings.
    return Decimal(text) if text is not None and _DECIMAL.fullmatch(text) else None


def _date(raw: Any) -> date | None:
    text = _text(raw)
    return date.fromisoformat(text) if text is not None and _DAY.fullmatch(text) else None


def _time(raw: Any) -> time | None:
    text = _text(raw)
    if text is None or not _TIME.fullmatch(text):
        return None
    whole, _, fraction = text.partition(".")
    return time.fromisoformat(f"{whole}.{fraction.ljust(6, '0')}" if fraction else whole)


def moment_of(raw: Any) -> datetime | None:
    """"@" and microseconds since 1970 (PostgreSQL, see ``selected``), or a text of SQLite. Without a zone it is in UTC.

    The contract's times have milliseconds: finer fractions are dropped, so that writing what was read changes nothing.
    """
    text = _text(raw)
    if text is None:
        return None
    if text.startswith("@"):
        return EPOCH + timedelta(milliseconds=int(Decimal(text[1:]) // 1000))
    found = _MOMENT.fullmatch(text)
    if found is None:
        return None
    day, clock, fraction, zone = found.groups()
    moment = datetime.fromisoformat(f"{day} {clock}")
    moment += timedelta(milliseconds=int(((fraction or "") + "000")[:3]))
    if zone in (None, "Z"):
        return moment.replace(tzinfo=timezone.utc)
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    offset = timezone(timedelta(minutes=-minutes if zone[0] == "-" else minutes))
    return moment.replace(tzinfo=offset).astimezone(timezone.utc)


def _bytes(raw: Any) -> bytes | None:
    if isinstance(raw, str):
        return raw.encode()
    return bytes(raw) if isinstance(raw, (bytes, bytearray, memoryview)) else None


def _text(raw: Any) -> str | None:
    """None for bytes that are not text."""
    if isinstance(raw, float):
        return number_text(raw)
    if not isinstance(raw, (bytes, bytearray, memoryview)):
        return str(raw)
    try:
        return bytes(raw).decode()
    except UnicodeDecodeError:
        return None


_READERS: dict[str, Callable[[Any], Value]] = {
    "bool": _truth,
    "integer": _integer,
    "bigint": _integer,
    "double": _double,
    "decimal": _decimal,
    "string": _text,
    "date": _date,
    "time": _time,
    "json": _text,
    "timestamp": moment_of,
    "bytes": _bytes,
}


def _raw_text(raw: Any) -> str:
    text = _text(raw)
    whole = base64.b64encode(bytes(raw)).decode() if text is None else text
    return short_text(whole.replace("\x00", "\ufffd"), MAX_RAW_VALUE)
