"""ImportRecords of AdminBulkService: all records in one transaction, which also remembers the import."""

from __future__ import annotations

from dataclasses import replace

from ...contract import admin_bulk as wire
from ...contract.message import Malformed
from ...contract.rules import check
from ...service.call import Call
from ...service.rpcs import Rpc
from ...sql.database import Database, Transaction
from ..directory.ports import Directory, Imports
from ..outcomes import RecordChanged, RecordsRefused
from ..ports import Context, Records
from .record_rpcs import RecordRpcs, caller_of

_SERVICE = "/gatehouse.host.v1.AdminBulkService"
_IMPORT = "ImportRecords"
#: Whose refusals have no fields, as that of an import as a whole.
_AS_A_WHOLE = "RunOnRecords"


def import_rpc(records: Records, database: Database, directory: Directory, imports: Imports) -> Rpc:
    made = RecordRpcs(_SERVICE, records, database, directory)

    def attempt(request: wire.ImportRecordsRequest, name_all: bool, call: Call) -> int:
        """The number of records that exist. Raises RecordsRefused."""
        assert request.caller is not None, "the request was checked by its rules"
        caller = caller_of(request.caller)

        def work(tx: Transaction) -> int:
            known = imports.begin(request.import_id.hex(), len(request.records), tx)
            if known is None:
                records.import_records(request, name_all, Context(caller, tx, call))
            return len(request.records) if known is None else known

        return database.transaction(work, call, read_only=False)

    def created(request: wire.ImportRecordsRequest, call: Call) -> int:
        try:
            # Without savepoints: most imports succeed.
            return attempt(request, False, call)
        except RecordsRefused as first:
            try:
                return attempt(request, True, call)
            except RecordsRefused as every:
                raise (every if every.records else first) from None

    def refused_records(error: RecordsRefused, request: wire.ImportRecordsRequest, call: Call) -> wire.RefusedRecords:
        found = []
        for index, reason in error.records:
            refused: wire.RefusedRecord | None = wire.RefusedRecord(changed=True)
            if not isinstance(reason, RecordChanged):
                refused = made.refused(reason, _IMPORT, request, wire.RefusedRecord, call)
            if refused is None:
                raise reason
            found.append(replace(refused, index=index))
        return wire.RefusedRecords(tuple(found), error.has_more)

    def answer(request: wire.ImportRecordsRequest, call: Call) -> wire.ImportRecordsResponse:
        check(request)
        assert request.caller is not None, "the request was checked by its rules"
        if request.caller.session is not None:
            raise Malformed("caller.session", "is not allowed in this call")
        # Also for an import that is remembered.
        records.controller(request.controller)
        try:
            return wire.ImportRecordsResponse(imported=wire.ImportedRecords(created(request, call)))
        except RecordsRefused as error:
            return wire.ImportRecordsResponse(refused_records=refused_records(error, request, call))
        except Exception as error:
            # A constraint that the database checks at the commit.
            refused = made.refused(error, _AS_A_WHOLE, request, wire.ImportRecordsResponse, call)
            if refused is None:
                raise
            return refused

    return Rpc(f"{_SERVICE}/{_IMPORT}", wire.ImportRecordsRequest, answer)
