"""The records of a page by column (admin_record.proto, RecordColumns)."""

from __future__ import annotations

from typing import Sequence

from ...contract.admin_cell import Cell
from ...contract.admin_record import CellColumn, Record, RecordColumns, RelationColumn, RelationValue
from ...contract.times import to_milliseconds

_NUMBERS = {field.name: field.number for field in Cell.FIELDS}


def record_columns(records: Sequence[Record]) -> RecordColumns:
    """At least one record, all of one selection."""
    first = records[0]
    return RecordColumns(
        ids=tuple(record.id for record in records),
        versions=tuple(record.version for record in records) if first.version else (),
        cells=tuple(_cell_column([record.cells[at] for record in records]) for at in range(len(first.cells))),
        relations=tuple(
            _relation_column([record.relations[at] for record in records]) for at in range(len(first.relations))
        ),
    )


def _relation_column(values: Sequence[RelationValue]) -> RelationColumn:
    if not all(value.related and not value.related.has_more and len(value.related.records) <= 1 for value in values):
        return RelationColumn(each=tuple(values))
    single = [value.related.records[0] if value.related and value.related.records else None for value in values]
    return RelationColumn(
        ids=tuple("" if one is None else one.id for one in single),
        values=_cell_column([None if one is None else one.value for one in single]),
    )


def _cell_column(cells: Sequence[Cell | None]) -> CellColumn:
    kinds = bytearray(len(cells))
    texts: list[str] = []
    numbers: list[float] = []
    values: list[bytes] = []
    for index, cell in enumerate(cells):
        member = None if cell is None else cell.member_of("value")
        if cell is None or member is None:
            continue
        name, value = member
        kinds[index] = _NUMBERS[name]
        if cell.timestamp_value is not None:
            numbers.append(to_milliseconds(cell.timestamp_value))
        elif cell.bytes_value is not None:
            values.append(cell.bytes_value)
        elif cell.invalid_value is not None:
            texts.append(cell.invalid_value.raw)
        elif cell.truncated_value is not None:
            texts.append(cell.truncated_value.text)
        elif name in ("bool_value", "double_value"):
            numbers.append(float(value))  # type: ignore[arg-type]
        elif name != "null_value":
            texts.append(str(value))
    return CellColumn(kinds=bytes(kinds), texts=tuple(texts), numbers=tuple(numbers), bytes=tuple(values))
