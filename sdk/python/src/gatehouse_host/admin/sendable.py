"""Records and settings that are too long to be sent: their longest values become invalid values."""

from __future__ import annotations

import base64
from typing import Iterable, Sequence

from ..contract.admin_cell import Cell, InvalidValue
from ..contract.admin_record import Record, RelationValue
from ..contract.limits import MAX_ADMIN_ANSWER_BYTES, MAX_RAW_VALUE

#: The share of an answer for a record or the values of a settings screen. The rest is for ids, names and framing.
_MAX_VALUES_BYTES = MAX_ADMIN_ANSWER_BYTES - 256 * 1024
_CELL_BYTES = 16


def _text_of(cell: Cell) -> str:
    if cell.invalid_value is not None:
        return cell.invalid_value.raw
    if cell.truncated_value is not None:
        return cell.truncated_value.text
    return cell.string_value or cell.json_value or cell.decimal_value or ""


def _size_of(cell: Cell) -> int:
    return _CELL_BYTES + len(_text_of(cell).encode()) + len(cell.bytes_value or b"")


def _size_of_relations(relations: Iterable[RelationValue]) -> int:
    return sum(
        _CELL_BYTES + len(record.id.encode()) + (_size_of(record.value) if record.value is not None else 0)
        for value in relations
        if value.related is not None
        for record in value.related.records
    )


def as_invalid(cell: Cell) -> Cell:
    """The beginning of a cell's value as a value that does not fit."""
    raw = base64.b64encode(cell.bytes_value[:MAX_RAW_VALUE]).decode() if cell.bytes_value else _text_of(cell)
    return Cell(invalid_value=InvalidValue(raw=raw[:MAX_RAW_VALUE]))


def sendable_cells(cells: Sequence[Cell], relations: Sequence[RelationValue] = ()) -> tuple[Cell, ...]:
    """The cells of one record, the longest of them as invalid values if the record is too long to be sent."""
    sizes = [_size_of(cell) for cell in cells]
    total = sum(sizes) + _size_of_relations(relations)
    sent = list(cells)
    for index in sorted(range(len(cells)), key=lambda each: -sizes[each]):
        if total <= _MAX_VALUES_BYTES:
            break
        sent[index] = as_invalid(cells[index])
        total += _size_of(sent[index]) - sizes[index]
    return tuple(sent)


def sendable(record: Record) -> Record:
    """A record of which the host sends no other in the same answer."""
    return Record(record.id, record.version, sendable_cells(record.cells, record.relations), record.relations)


def sendable_together(records: Sequence[Record]) -> list[Record]:
    """As many of the first records as one answer can hold, at least one."""
    total = 0
    for index, record in enumerate(records):
        total += _CELL_BYTES + len(record.id.encode()) + _size_of_relations(record.relations)
        total += sum(map(_size_of, record.cells))
        if index > 0 and total > _MAX_VALUES_BYTES:
            return _with_first_sendable(records[:index])
    return _with_first_sendable(records)


def _with_first_sendable(records: Sequence[Record]) -> list[Record]:
    return [sendable(records[0]), *records[1:]] if records else []


def too_long_write(
    names: Sequence[str], cells: Sequence[Cell], written: Iterable[str], relations: Sequence[RelationValue] = ()
) -> str | None:
    """Which of the columns just written makes the record too long to be sent: the longest of them.

    None for a record that is short enough, or too long because of other columns alone, which the application stored.
    """
    shortened = sendable_cells(cells, relations)
    is_shortened = [sent is not cell for sent, cell in zip(shortened, cells)]
    if not any(is_shortened):
        return None
    mine = set(written)
    others = [cell for name, cell in zip(names, cells) if name not in mine]
    others_fit = all(sent is cell for sent, cell in zip(sendable_cells(others, relations), others))
    concerned = [
        (_size_of(cell), name)
        for name, cell, cut in zip(names, cells, is_shortened)
        if name in mine and (others_fit or cut)
    ]
    return max(concerned)[1] if concerned else None
