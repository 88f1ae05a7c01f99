"""Reads and updates of settings screens: backend_settings has one row for each."""

from __future__ import annotations

from typing import Iterable, Mapping, Sequence

from ...contract.admin_cell import Cell, InvalidValue
from ...contract.admin_record import SettingsValues, UpdateSettingsRequest, UpdateSettingsResponse
from ...contract.message import Malformed
from ..outcomes import Invalid
from ..ports import Context
from ..sendable import sendable_cells, too_long_write
from ..settings import Settings, owner_of
from ..stored_settings import Stored, Unfit, decode, encode, item_values, load, saved_values, written
from ..texts import say
from ..values import Column, Values, cell_of, fits, is_same_value
from .form_values import require_offered, written_values

_CREATE_ROW = """
    insert into backend_settings (code, item_values, version) values (:code, '{}', 0) on conflict (code) do nothing
"""
_WRITE = "update backend_settings set item_values = :item_values, version = :version where code = :code"


def read_settings(screen: Settings, columns: Sequence[str], context: Context) -> SettingsValues:
    """The values of a screen; a column's default if it was never saved."""
    return _to_values(screen, columns, load(context.tx, screen.screen.code))


def update_settings(screen: Settings, request: UpdateSettingsRequest, context: Context) -> UpdateSettingsResponse:
    """Raises Invalid, and whatever the hooks raise."""
    context.tx.run(_CREATE_ROW, {"code": screen.screen.code})
    stored = load(context.tx, screen.screen.code, lock=True)
    if request.expected_version and request.expected_version != str(stored.version):
        return UpdateSettingsResponse(conflict=_to_values(screen, request.columns, stored))
    columns = screen.columns
    values = written_values(columns, request.values)
    _require_fit(columns, values, context.caller.locale)
    if _changes_nothing(columns, values, stored):
        return UpdateSettingsResponse(updated=_to_values(screen, request.columns, stored))
    form = {**saved_values(columns, stored), **values}
    require_offered(columns, request.values, owner_of(screen).providers, form, context)
    screen.before_save(context.handle, context.caller, values)
    now = written(stored, encode(columns, values))
    context.tx.run(_WRITE, {"code": screen.screen.code, "version": now.version, "item_values": item_values(now)})
    screen.after_save(context.handle, context.caller, saved_values(columns, now))
    _require_readable(columns, values, now)
    _require_sendable(screen, request, values, now, context.caller.locale)
    return UpdateSettingsResponse(updated=_to_values(screen, request.columns, now))


def _require_fit(columns: Mapping[str, Column], values: Values, locale: str) -> None:
    """Gatehouse has checked them too. As JSON, a decimal of any length is a text."""
    unfit = {name: say("unfit", locale) for name, value in values.items() if not fits(columns[name], value)}
    if unfit:
        raise Invalid(unfit)


def _changes_nothing(columns: Mapping[str, Column], values: Values, stored: Stored) -> bool:
    """A column that was never saved has its default. Saving that value is a change, because the default may change."""
    for name, value in values.items():
        if name not in stored.raw:
            return False
        held = decode(columns[name], name, stored)
        if isinstance(held, Unfit) or not is_same_value(columns[name], held, value):
            return False
    return True


def _to_values(screen: Settings, names: Sequence[str], stored: Stored) -> SettingsValues:
    return SettingsValues(str(stored.version), sendable_cells(_to_cells(screen, names, stored)))


def _to_cells(screen: Settings, names: Iterable[str], stored: Stored) -> list[Cell]:
    cells = []
    for name in names:
        column = screen.columns.get(name)
        if column is None:
            raise Malformed("columns", "is not a declared column")
        value = decode(column, name, stored)
        if isinstance(value, Unfit):
            cells.append(Cell(invalid_value=InvalidValue(value.text)))
        else:
            cells.append(cell_of(column, value))
    return cells


def _require_readable(columns: Mapping[str, Column], names: Iterable[str], stored: Stored) -> None:
    unreadable = [name for name in names if isinstance(decode(columns[name], name, stored), Unfit)]
    if unreadable:
        raise TypeError(f"a hook wrote a value that cannot be read back to {', '.join(unreadable)}")


def _require_sendable(
    screen: Settings, request: UpdateSettingsRequest, values: Values, stored: Stored, locale: str
) -> None:
    names = list(dict.fromkeys([*request.columns, *values]))
    too_long = too_long_write(names, _to_cells(screen, names, stored), values)
    if too_long is None:
        return
    if any(each.column == too_long for each in request.values):
        raise Invalid({too_long: say("tooLong", locale)})
    raise TypeError(f"a hook wrote a value that is too long to be read back to {too_long}")
