"""Decimals in columns of texts, which hold any number of digits: SQLite has no exact decimal numbers."""

from __future__ import annotations

from decimal import Decimal
from functools import reduce

from ..values import plain_decimal
from .fragment import Sql, raw, sql

#: In place of the digits of a negative number: they sort in reverse.
_LETTERS = "JIHGFEDCBA"
_EXCHANGED = str.maketrans("0123456789", _LETTERS)


def decimal_key(value: Decimal) -> str:
    """A text that sorts like the number, and is the same for all spellings of one number.

    A sign, the length of the whole part, and the digits. The digits of a negative number end with a character that sorts
    after all of them, because the longer number is the smaller one.
    """
    text = plain_decimal(value)
    whole, _, fraction = text.lstrip("-").partition(".")
    whole = whole.lstrip("0")
    digits = f"{whole}.{fraction}"
    if not text.startswith("-"):
        return f"1{len(whole):04}{digits}"
    return f"0{9999 - len(whole):04}{digits.translate(_EXCHANGED)}~"


def decimal_key_sql(column: Sql) -> Sql:
    """The same in SQLite, for a column with any spelling."""
    text = sql("cast({} as text)", column)
    written = sql("ltrim({}, '-')", text)
    point = sql("instr({} || '.', '.')", written)
    whole = sql("ltrim(substr({}, 1, {} - 1), '0')", written, point)
    digits = sql("{} || '.' || rtrim(substr({}, {} + 1), '0')", whole, written, point)
    exchanged = reduce(
        lambda so_far, digit: sql("replace({}, {}, {})", so_far, raw(f"'{digit}'"), raw(f"'{_LETTERS[digit]}'")),
        range(10),
        digits,
    )
    negative = sql("'0' || printf('%04d', 9999 - length({})) || {} || '~'", whole, exchanged)
    positive = sql("'1' || printf('%04d', length({})) || {}", whole, digits)
    return sql("case when {} like '-%' and {} <> '.' then {} else {} end", text, digits, negative, positive)


def number_sql(column: Sql) -> Sql:
    """The number in PostgreSQL; null for a text that is none, which must not fail the whole query."""
    text = sql("cast({} as text)", column)
    return sql("case when {} ~ '^-?[0-9]+([.][0-9]+)?$' then cast({} as numeric) end", text, text)
