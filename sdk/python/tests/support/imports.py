"""Calls of ImportRecords, and what they answer."""

from __future__ import annotations

import hashlib
from typing import Any

from gatehouse_host.contract.admin_bulk import ImportRecordsRequest, ImportRecordsResponse, NewRecord
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.service.call import Call

from .admin_calls import CALLER, AdminCalls
from .shop import column_values


def new(*relations: Any, **values: Any) -> NewRecord:
    return NewRecord(column_values(values), relations)


def imported(
    call: AdminCalls,
    *records: NewRecord,
    operation: str = "first",
    controller: str = "acme.shop.products",
    caller: AdminCaller = CALLER,
    within: Call | None = None,
) -> ImportRecordsResponse:
    import_id = hashlib.sha256(operation.encode()).digest()
    answer = call(ImportRecordsRequest(caller, controller, import_id, records), within)
    assert isinstance(answer, ImportRecordsResponse)
    return answer


def created(answer: ImportRecordsResponse) -> int:
    assert answer.imported is not None, answer
    return answer.imported.created


def refused(answer: ImportRecordsResponse) -> list[tuple[int, str]]:
    """The place of each refused record, and its message; on a field if the message begins with one."""
    assert answer.refused_records is not None, answer
    return [
        (
            each.index,
            each.refused.message
            if each.refused
            else "; ".join(f"{field.field}: {' '.join(field.messages)}" for field in each.invalid.fields)
            if each.invalid
            else "",
        )
        for each in answer.refused_records.records
    ]
