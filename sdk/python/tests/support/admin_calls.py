"""Calls of the admin services, without a transport: the transports have tests of their own."""

from __future__ import annotations

from typing import Any, Mapping

from gatehouse_host.admin import Admin
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.contract.admin_record import ColumnValue, FormValue
from gatehouse_host.contract.message import Message
from gatehouse_host.service.call import Call

CALLER = AdminCaller("1", "ada", superuser=True, locale="en")


class AdminCalls:
    def __init__(self, admin: Admin) -> None:
        self._rpcs = {rpc.request: rpc for rpc in admin.rpcs()}

    def __call__(self, request: Message, call: Call | None = None) -> Any:
        """The response. Raises Fault."""
        return self._rpcs[type(request)].invoke(lambda: request, call or Call.within(20))


def cell(value: object) -> Cell:
    """The cell of a bool, integer or text; another kind is given as a Cell."""
    if isinstance(value, Cell):
        return value
    if value is None:
        return Cell(null_value=True)
    if isinstance(value, bool):
        return Cell(bool_value=value)
    if isinstance(value, int):
        return Cell(int64_value=value)
    return Cell(string_value=str(value))


def written(values: Mapping[str, object], provider: Mapping[str, str] = {}) -> tuple[ColumnValue, ...]:
    return tuple(ColumnValue(name, cell(value), provider.get(name, "")) for name, value in values.items())


def in_form(values: Mapping[str, object]) -> tuple[FormValue, ...]:
    return tuple(FormValue(name, cell(value)) for name, value in values.items())
