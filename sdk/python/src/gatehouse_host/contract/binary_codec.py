"""The binary encoding of protocol buffers (https://protobuf.dev/programming-guides/encoding/).

Written here, because the classes that protoc generates only run on matching versions of the package protobuf, and
applications have their own. The tests compare it with that package.
"""

from __future__ import annotations

import enum
import struct
from typing import Any, Iterator, TypeVar, cast

from .message import Field, Kind, Malformed, Message
from .times import duration_of, duration_parts, timestamp_of, timestamp_parts

M = TypeVar("M", bound=Message)

_VARINT, _FIXED64, _BYTES, _START_GROUP, _END_GROUP, _FIXED32 = range(6)
_VARINT_KINDS = {Kind.BOOL, Kind.ENUM, Kind.INT32, Kind.INT64, Kind.UINT32, Kind.UINT64}
_DOUBLE = struct.Struct("<d")
_MAX_DEPTH = 100


def encode(message: Message) -> bytes:
    """The message in binary form. Fields with their default value are left out."""
    out = bytearray()
    for field in message.FIELDS:
        value = getattr(message, field.name)
        if field.repeated:
            if field.kind in _VARINT_KINDS and value:
                packed = b"".join(_varint(int(each)) for each in value)
                out += _tag(field, _BYTES) + _varint(len(packed)) + packed
            elif field.kind is Kind.DOUBLE and value:
                out += _tag(field, _BYTES) + _varint(8 * len(value)) + struct.pack(f"<{len(value)}d", *value)
            else:
                for each in value:
                    out += _encoded(field, each)
        elif value is not None and (field.presence or value):
            out += _encoded(field, value)
    return bytes(out)


def decode(kind: type[M], data: bytes) -> M:
    """The message of its binary form. Ignores unknown fields, which a later version of the contract may add.

    Raises Malformed.
    """
    return _message(kind, memoryview(data), "", 0)


def _tag(field: Field, wire: int) -> bytes:
    return _varint(field.number << 3 | wire)


def _varint(value: int) -> bytes:
    value &= 2**64 - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _encoded(field: Field, value: Any) -> bytes:
    if field.kind in _VARINT_KINDS:
        return _tag(field, _VARINT) + _varint(int(value))
    if field.kind is Kind.DOUBLE:
        return _tag(field, _FIXED64) + _DOUBLE.pack(value)
    if field.kind is Kind.MESSAGE:
        content = encode(value)
    elif field.kind is Kind.STRING:
        content = value.encode()
    elif field.kind is Kind.BYTES:
        content = value
    else:
        seconds, nanos = timestamp_parts(value) if field.kind is Kind.TIMESTAMP else duration_parts(value)
        content = (b"\x08" + _varint(seconds) if seconds else b"") + (b"\x10" + _varint(nanos) if nanos else b"")
    return _tag(field, _BYTES) + _varint(len(content)) + content


def _message(kind: type[M], data: memoryview, path: str, depth: int) -> M:
    if depth > _MAX_DEPTH:
        raise Malformed(path, "is nested too deeply")
    known = {field.number: field for field in kind.FIELDS}
    fields: dict[str, Any] = {}
    for number, wire, value in _parts(data, path):
        field = known.get(number)
        if field is None:
            continue
        inner = f"{path}.{field.name}" if path else field.name
        if field.repeated:
            items = fields.setdefault(field.name, [])
            for each in _unpacked(field, wire, value, inner):
                items.append(_value(field, each, f"{inner}[{len(items)}]", depth))
            continue
        values = [_value(field, each, inner, depth) for each in _unpacked(field, wire, value, inner)]
        if field.oneof:
            # The last member of a oneof wins.
            for other in kind.FIELDS:
                if other.oneof == field.oneof:
                    fields.pop(other.name, None)
        fields[field.name] = values[-1]
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()})


def _unpacked(field: Field, wire: int, value: Any, path: str) -> list[Any]:
    if field.kind is Kind.DOUBLE:
        if wire == _FIXED64:
            return [value]
        if wire == _BYTES and field.repeated and len(value) % 8 == 0:
            return [value[at : at + 8] for at in range(0, len(value), 8)]
    elif field.kind not in _VARINT_KINDS:
        if wire == _BYTES:
            return [value]
    elif wire == _VARINT:
        return [value]
    elif wire == _BYTES and field.repeated:
        return list(_varints(value, path))
    raise Malformed(path, "has the wrong wire type")


def _parts(data: memoryview, path: str) -> Iterator[tuple[int, int, Any]]:
    """Field number, wire type, and a number or bytes."""
    at = 0
    while at < len(data):
        tag, at = _read_varint(data, at, path)
        number, wire = tag >> 3, tag & 7
        if number == 0:
            raise Malformed(path, "is not a protocol buffer")
        if wire == _VARINT:
            value, at = _read_varint(data, at, path)
            yield number, wire, value
            continue
        if wire == _BYTES:
            length, at = _read_varint(data, at, path)
        elif wire in (_FIXED32, _FIXED64):
            length = 4 if wire == _FIXED32 else 8
        else:
            raise Malformed(path, "is not a protocol buffer")
        if length > len(data) - at:
            raise Malformed(path, "is not a protocol buffer")
        yield number, wire, data[at : at + length]
        at += length


def _varints(data: memoryview, path: str) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _read_varint(data, at, path)
        yield value


def _read_varint(data: memoryview, at: int, path: str) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & (2**64 - 1), at
        shift += 7
    raise Malformed(path, "is not a protocol buffer")


def _value(field: Field, value: Any, path: str, depth: int) -> Any:
    if field.kind is Kind.MESSAGE:
        return _message(cast("type[Message]", field.of), value, path, depth + 1)
    if field.kind is Kind.STRING:
        try:
            return bytes(value).decode()
        except UnicodeDecodeError:
            raise Malformed(path, "must be UTF-8") from None
    if field.kind is Kind.BYTES:
        return bytes(value)
    if field.kind is Kind.DOUBLE:
        return _DOUBLE.unpack(value)[0]
    if field.kind is Kind.BOOL:
        return value != 0
    if field.kind is Kind.UINT64:
        return value
    if field.kind is Kind.UINT32:
        return value & (2**32 - 1)
    if field.kind is Kind.INT32:
        return _signed(value & (2**32 - 1), 32)
    if field.kind is Kind.INT64:
        return _signed(value, 64)
    if field.kind is Kind.ENUM:
        # A value of a later version of the contract becomes the first one, UNSPECIFIED.
        kind = cast("type[enum.IntEnum]", field.of)
        number = _signed(value & (2**32 - 1), 32)
        return kind(number) if number in kind._value2member_map_ else kind(0)
    parts = {number: part for number, wire, part in _parts(value, path) if wire == _VARINT}
    seconds, nanos = _signed(parts.get(1, 0), 64), _signed(parts.get(2, 0) & (2**32 - 1), 32)
    try:
        return timestamp_of(seconds, nanos) if field.kind is Kind.TIMESTAMP else duration_of(seconds, nanos)
    except ValueError as error:
        raise Malformed(path, str(error)) from None


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >= 1 << (bits - 1) else value
