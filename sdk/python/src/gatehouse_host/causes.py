"""The errors behind an error of a database library."""

from __future__ import annotations

from typing import Iterator


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """The driver's error is the ``orig`` of one of SQLAlchemy, and the cause of one of Django."""
    seen = 0
    while error is not None and seen < 5:
        yield error
        original = getattr(error, "orig", None)
        error = original if isinstance(original, BaseException) else error.__cause__
        seen += 1
