"""Texts in SQLite that are not UTF-8. SQLite stores any bytes as text, and the module sqlite3 then fails for the whole query."""

from __future__ import annotations

import sqlite3
from typing import Any, Callable, TypeVar

from ..causes import causes_of

T = TypeVar("T")


def with_undecodable_texts(driver: Any, sql: str, read: Callable[[], T]) -> T:
    """Reads again if a text is not UTF-8, and gets such texts as bytes: one broken value must not hide all records.

    ``driver`` is a connection of the module sqlite3.
    """
    try:
        return read()
    except Exception as error:
        # What changes something must not run twice.
        if not (sql.startswith("select") and any(map(_is_of_a_text, causes_of(error)))):
            raise
    given = driver.text_factory
    driver.text_factory = _text_or_bytes
    try:
        return read()
    finally:
        driver.text_factory = given


def _is_of_a_text(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8")


def _text_or_bytes(stored: bytes) -> str | bytes:
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored
