"""The versions of records, the same in every SDK."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from ..orm.model import Model
from .fragment import Sql, ref, sql
from .stored_value import number_text

_WHOLE = re.compile(r"-?[0-9]+")
#: A number of so many digits has 64 bits.
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def version_of(model: Model, raw: Any) -> str:
    """A record's version on the wire; empty for a model without versions.

    Null, in a column that was added later, counts as 0. SQLite stores any value: one that is no integer has a version too, so
    that its record can be read and saved like all others.
    """
    if not model.version:
        return ""
    if raw is None:
        return "0"
    is_whole = isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer())
    if is_whole or (isinstance(raw, str) and _WHOLE.fullmatch(raw)):
        return str(int(raw))
    content = bytes(raw) if isinstance(raw, (bytes, memoryview)) else _text(raw).encode()
    return f"odd-{hashlib.sha256(content).hexdigest()[:32]}"


def _text(raw: Any) -> str:
    return number_text(raw) if isinstance(raw, float) else str(raw)


def has_version(model: Model, expected: str) -> list[Sql]:
    """The condition that a record still has the version that this transaction read.

    None for an odd one: the record is locked, or this is the only writer.
    """
    if not model.version or not _NUMBER.fullmatch(expected):
        return []
    return [sql("{} = {}", _number(model), int(expected))]


def raised_version(model: Model) -> dict[str, Any]:
    """Added to the values of every write, so that clients with an older state of the record get a conflict."""
    return {model.version: sql("{} + 1", _number(model))} if model.version else {}


def _number(model: Model) -> Sql:
    return sql("coalesce({}, 0)", ref(model.table, model.version))
