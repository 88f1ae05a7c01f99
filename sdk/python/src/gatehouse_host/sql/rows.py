"""The form of the contract's values in the tables.

Times are epoch milliseconds, booleans 0 or 1, lists separated by spaces, hashes the raw 32 bytes, empty bytes null.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from ..contract.times import from_milliseconds, to_milliseconds


def to_ms(moment: datetime | None) -> int:
    assert moment is not None, "the contract requires this time, and the request was checked"
    return to_milliseconds(moment)


def optional_to_ms(moment: datetime | None) -> int | None:
    return None if moment is None else to_milliseconds(moment)


def from_ms(milliseconds: Any) -> datetime:
    return from_milliseconds(int(milliseconds))


def optional_from_ms(milliseconds: Any) -> datetime | None:
    return None if milliseconds is None else from_ms(milliseconds)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def joined(values: tuple[str, ...]) -> str:
    return " ".join(values)


def split(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")) if text else ()


def bytes_or_none(value: bytes) -> bytes | None:
    return value or None


def to_bytes(value: Any) -> bytes:
    """Drivers return bytes or a memoryview."""
    return b"" if value is None else bytes(value)
