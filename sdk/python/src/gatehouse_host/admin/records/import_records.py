"""Creates and updates the records of an import: all of them, or none."""

from __future__ import annotations

import time

from ...contract.admin_bulk import ImportRecordsRequest, NewRecord
from ...contract.admin_query import AdminSelection
from ...contract.admin_record import CreateRecordRequest, UpdateRecordRequest
from ...sql.database import Savepoint
from ..outcomes import RecordChanged, RecordNotFound, RecordsRefused
from ..ports import Context
from .locks import Hold, hold
from .refusals import is_refused_write
from .registry import Registry
from .write_records import create_record, update_record

#: As many as the answer has room for.
_MAX_REFUSED = 100
#: Of a written record, nothing is sent back.
_NOTHING = AdminSelection()


def import_records(registry: Registry, request: ImportRecordsRequest, name_all: bool, context: Context) -> None:
    """Raises RecordsRefused, so that the transaction rolls back. See ``Records.import_records``.

    ``name_all`` costs a savepoint for each record, because PostgreSQL ends a transaction at the first error.
    """
    # The others are only tried to name their problems: the answer must not come too late for that.
    half = (time.monotonic() + context.call.deadline) / 2
    refused: list[tuple[int, Exception]] = []
    # All at once: imports that update the same records in another order would wait for each other without end.
    updated = [record.existing.id for record in request.records if record.existing is not None]
    if updated:
        hold(registry, [Hold(registry.controller(request.controller).model, updated, True)], context)
    for index, record in enumerate(request.records):
        context.call.require_wanted()
        if name_all and (len(refused) == _MAX_REFUSED or time.monotonic() >= half):
            raise RecordsRefused(refused, True)
        savepoint = context.tx.savepoint() if name_all else None
        try:
            _write(registry, request, record, context)
        except Exception as error:
            if not is_refused_write(error) and not isinstance(error, (RecordNotFound, RecordChanged)):
                raise
            if savepoint is None:
                raise RecordsRefused([(index, error)], index + 1 < len(request.records)) from None
            refused.append((index, error))
            if not _is_undone(savepoint):
                raise RecordsRefused(refused, index + 1 < len(request.records)) from None
        else:
            if savepoint is not None:
                savepoint.keep()
    if refused:
        raise RecordsRefused(refused, False)


def _write(registry: Registry, request: ImportRecordsRequest, record: NewRecord, context: Context) -> None:
    caller, controller, existing = request.caller, request.controller, record.existing
    if existing is None:
        create = CreateRecordRequest(caller, controller, record.values, record.relations, _NOTHING)
        create_record(registry, create, context)
        return
    id, version = existing.id, existing.expected_version
    update = UpdateRecordRequest(caller, controller, id, version, record.values, record.relations, _NOTHING)
    update_record(registry, update, context)


def _is_undone(savepoint: Savepoint) -> bool:
    """SQLite ends the transaction with some refusals, such as RAISE(ROLLBACK) of a trigger: then there is no savepoint."""
    try:
        savepoint.undo()
    except Exception:
        return False
    return True
