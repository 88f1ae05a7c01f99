"""Timestamps and durations as their parts: seconds and nanoseconds (google/protobuf/timestamp.proto, duration.proto)."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
_MAX_NANOS = 999_999_999
#: Seconds of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799
_LONGEST_SECONDS = 315_576_000_000


def timestamp_of(seconds: int, nanos: int) -> datetime:
    """Truncates to microseconds. Raises ValueError outside the range of a Timestamp."""
    if not (_FIRST_SECOND <= seconds <= _LAST_SECOND and 0 <= nanos <= _MAX_NANOS):
        raise ValueError("is out of range")
    return EPOCH + timedelta(seconds=seconds, microseconds=nanos // 1000)


def timestamp_parts(moment: datetime) -> tuple[int, int]:
    micros = (moment - EPOCH) // _MICROSECOND
    return micros // 1_000_000, micros % 1_000_000 * 1000


def duration_of(seconds: int, nanos: int) -> timedelta:
    """Truncates to microseconds. Raises ValueError outside the range of a Duration."""
    mixed = (seconds > 0 and nanos < 0) or (seconds < 0 and nanos > 0)
    if abs(seconds) > _LONGEST_SECONDS or abs(nanos) > _MAX_NANOS or mixed:
        raise ValueError("is out of range")
    micros = nanos // 1000 if nanos >= 0 else -(-nanos // 1000)
    return timedelta(seconds=seconds, microseconds=micros)


def duration_parts(duration: timedelta) -> tuple[int, int]:
    micros = duration // _MICROSECOND
    sign = -1 if micros < 0 else 1
    return sign * (abs(micros) // 1_000_000), sign * (abs(micros) % 1_000_000) * 1000


def from_milliseconds(milliseconds: int) -> datetime:
    return EPOCH + timedelta(milliseconds=milliseconds)


def to_milliseconds(moment: datetime) -> int:
    """Truncates: the contract's times have millisecond precision."""
    return (moment - EPOCH) // timedelta(milliseconds=1)
