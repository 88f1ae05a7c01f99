"""Statements as text with values beside it: a value from a request never becomes part of the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable


@dataclass(frozen=True)
class Value:
    """A parameter of a statement."""

    value: Any


@dataclass(frozen=True)
class Sql:
    """A part of a statement: texts and values in their order."""

    parts: tuple[str | Value, ...] = ()

    def compiled(self) -> tuple[str, dict[str, Any]]:
        """The text with parameters ``:p0``, ``:p1`` …, and their values."""
        parameters: dict[str, Any] = {}
        texts: list[str] = []
        for part in self.parts:
            if isinstance(part, Value):
                name = f"p{len(parameters)}"
                parameters[name] = part.value
                texts.append(f":{name}")
            else:
                texts.append(part)
        return "".join(texts), parameters


def raw(text: str) -> Sql:
    """A text of this package or of a mapped class; never one of a request."""
    return Sql((text,))


def sql(template: str, *given: Any) -> Sql:
    """``template`` with each ``{}`` replaced: by a part of a statement as it is, by anything else as a parameter."""
    pieces = template.split("{}")
    if len(pieces) != len(given) + 1:
        raise ValueError(f"{len(given)} values for {len(pieces) - 1} places: {template}")
    parts: list[str | Value] = [pieces[0]]
    for each, piece in zip(given, pieces[1:]):
        parts += each.parts if isinstance(each, Sql) else (Value(each),)
        parts.append(piece)
    return Sql(tuple(part for part in parts if part != ""))


def joined(parts: Iterable[Any], separator: str) -> Sql:
    """The parts, and values as parameters, with a text between them."""
    result: list[str | Value] = []
    for index, part in enumerate(parts):
        if index > 0:
            result.append(separator)
        result += part.parts if isinstance(part, Sql) else (Value(part),)
    return Sql(tuple(result))


def quoted(name: str) -> str:
    """A name as both databases expect it. A table may be qualified by its schema: ``shop.posts``."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in name.split("."))


def table_sql(table: str) -> Sql:
    return raw(quoted(table))


def ref(table: str, column: str) -> Sql:
    """A column of a table."""
    return raw(f'{quoted(table)}."' + column.replace('"', '""') + '"')


def names(columns: Iterable[str]) -> Sql:
    """Names of columns, for an insert."""
    return raw(", ".join('"' + column.replace('"', '""') + '"' for column in columns))


def and_all(conditions: Iterable[Sql]) -> Sql:
    """A where clause; nothing if there are no conditions."""
    given = list(conditions)
    return sql(" where {}", joined(given, " and ")) if given else Sql()
