"""Proto3 JSON (https://protobuf.dev/programming-guides/json/), for the messages of this package."""

from __future__ import annotations

import base64
import binascii
import enum
import json
import math
import re
from datetime import datetime, timedelta
from typing import Any, NoReturn, TypeVar, cast

from .message import Field, Kind, Malformed, Message
from .times import duration_of, duration_parts, timestamp_of, timestamp_parts

M = TypeVar("M", bound=Message)

_RANGES = {
    Kind.INT32: (-(2**31), 2**31 - 1),
    Kind.UINT32: (0, 2**32 - 1),
    Kind.INT64: (-(2**63), 2**63 - 1),
    Kind.UINT64: (0, 2**64 - 1),
}
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,19})")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_TIMESTAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_DURATION = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,9}))?s")


def encode(message: Message) -> bytes:
    """The message as JSON. Fields with their default value are left out."""
    return json.dumps(_to_json(message), ensure_ascii=False, separators=(",", ":")).encode()


def decode(kind: type[M], data: bytes) -> M:
    """The message of a JSON text. Ignores unknown fields, which a later version of the contract may add.

    Raises Malformed.
    """
    try:
        value = json.loads(data.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Malformed("", "the body is not JSON in UTF-8") from None
    return _message(kind, value, "")


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("NaN and Infinity are not JSON")


def _to_json(message: Message) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for field in message.FIELDS:
        value = getattr(message, field.name)
        if field.repeated:
            if value:
                result[field.json_name] = [_value_to_json(field, each) for each in value]
        elif value is not None and (field.presence or value):
            result[field.json_name] = _value_to_json(field, value)
    return result


def _value_to_json(field: Field, value: Any) -> Any:
    if field.kind is Kind.MESSAGE:
        return _to_json(value)
    if field.kind is Kind.ENUM:
        return value.name
    if field.kind is Kind.BYTES:
        return base64.b64encode(value).decode()
    if field.kind in (Kind.INT64, Kind.UINT64):
        return str(value)
    if field.kind is Kind.DOUBLE and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if field.kind is Kind.TIMESTAMP:
        seconds, nanos = timestamp_parts(value)
        return timestamp_of(seconds, 0).strftime("%Y-%m-%dT%H:%M:%S").zfill(19) + _fraction(nanos) + "Z"
    if field.kind is Kind.DURATION:
        seconds, nanos = duration_parts(value)
        sign = "-" if seconds < 0 or nanos < 0 else ""
        return f"{sign}{abs(seconds)}{_fraction(abs(nanos))}s"
    return value


def _fraction(nanos: int) -> str:
    """Nothing, or 3, 6 or 9 digits."""
    if nanos == 0:
        return ""
    digits = f"{nanos:09d}"
    for length in (3, 6):
        if digits[length:].strip("0") == "":
            return f".{digits[:length]}"
    return f".{digits}"


def _message(kind: type[M], value: Any, path: str) -> M:
    if not isinstance(value, dict):
        raise Malformed(path, "must be an object")
    known = {name: field for field in kind.FIELDS for name in (field.json_name, field.name)}
    fields: dict[str, Any] = {}
    oneofs: set[str] = set()
    for name, given in value.items():
        field = known.get(name)
        if field is None or given is None:
            continue
        inner = f"{path}.{field.name}" if path else field.name
        if field.name in fields:
            raise Malformed(inner, "is given twice")
        if field.oneof:
            if field.oneof in oneofs:
                raise Malformed(inner, f"is a second member of {field.oneof}")
            oneofs.add(field.oneof)
        fields[field.name] = _values(field, given, inner) if field.repeated else _value(field, given, inner)
    return kind(**fields)


def _values(field: Field, given: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise Malformed(path, "must be a list")
    return tuple(_value(field, each, f"{path}[{index}]") for index, each in enumerate(given))


def _value(field: Field, given: Any, path: str) -> Any:
    if field.kind is Kind.MESSAGE:
        return _message(cast("type[Message]", field.of), given, path)
    if field.kind is Kind.BOOL:
        if not isinstance(given, bool):
            raise Malformed(path, "must be true or false")
        return given
    if field.kind in _RANGES:
        return _integer(field.kind, given, path)
    if field.kind is Kind.DOUBLE:
        return _double(given, path)
    if field.kind is Kind.ENUM:
        return _enum(cast("type[enum.IntEnum]", field.of), given, path)
    if not isinstance(given, str):
        raise Malformed(path, "must be a text")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise Malformed(path, "must be Unicode text") from None
    if field.kind is Kind.BYTES:
        return _bytes(given, path)
    if field.kind is Kind.TIMESTAMP:
        return _timestamp(given, path)
    if field.kind is Kind.DURATION:
        return _duration(given, path)
    return given


def _integer(kind: Kind, given: Any, path: str) -> int:
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    if isinstance(given, str) and _INTEGER.fullmatch(given):
        given = int(given)
    low, high = _RANGES[kind]
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise Malformed(path, f"must be an integer from {low} to {high}")
    return given


def _double(given: Any, path: str) -> float:
    if isinstance(given, str):
        if given in _NOT_FINITE:
            return _NOT_FINITE[given]
        if _NUMBER.fullmatch(given):
            given = float(given)
    try:
        if isinstance(given, (int, float)) and not isinstance(given, bool) and math.isfinite(given):
            return float(given)
    except OverflowError:
        pass
    raise Malformed(path, "must be a number")


def _enum(kind: type[enum.IntEnum], given: Any, path: str) -> enum.IntEnum:
    """A value of a later version of the contract becomes the first one, UNSPECIFIED."""
    if isinstance(given, bool) or not isinstance(given, (int, str)):
        raise Malformed(path, "must be the name of a value")
    if isinstance(given, str):
        return kind.__members__.get(given, kind(0))
    return kind(given) if given in kind._value2member_map_ else kind(0)


def _bytes(given: str, path: str) -> bytes:
    try:
        if not _BASE64.fullmatch(given):
            raise binascii.Error
        unpadded = given.rstrip("=").translate({ord("-"): "+", ord("_"): "/"})
        return base64.b64decode(unpadded + "=" * (-len(unpadded) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise Malformed(path, "must be base64") from None


def _timestamp(given: str, path: str) -> datetime:
    match = _TIMESTAMP.fullmatch(given)
    try:
        if match is None:
            raise ValueError
        moment, fraction, zone = match.groups()
        whole = datetime.fromisoformat(moment + ("+00:00" if zone == "Z" else zone))
        seconds, _ = timestamp_parts(whole)
        return timestamp_of(seconds, int((fraction or "").ljust(9, "0")))
    except (ValueError, OverflowError):
        raise Malformed(path, "must be a time such as 2026-01-31T12:00:00Z") from None


def _duration(given: str, path: str) -> timedelta:
    match = _DURATION.fullmatch(given)
    try:
        if match is None:
            raise ValueError
        sign, seconds, fraction = match.groups()
        factor = -1 if sign else 1
        return duration_of(factor * int(seconds), factor * int((fraction or "").ljust(9, "0")))
    except ValueError:
        raise Malformed(path, "must be a duration such as 1.5s") from None
