"""AdminBulkService over the application's registration: export, and actions and deletions on many records."""

from __future__ import annotations

import time
from dataclasses import replace

from ...contract import admin_bulk as wire
from ...contract.message import Malformed
from ...contract.rules import check
from ...errors import DeadlineExceeded, Unavailable
from ...log import log_failure
from ...service.call import Call
from ...service.rpcs import Rpc
from ...sql.database import Database, Transaction
from ...sql.database_errors import OutcomeUnknown
from ..directory.ports import Directory
from ..ports import Context, Records, Target
from ..texts import MAX_ADMIN_TEXT
from .record_rpcs import READS_ONE_MOMENT, RecordRpcs, caller_of

_SERVICE = "/gatehouse.host.v1.AdminBulkService"
_RUN = "RunOnRecords"


class BulkService:
    def __init__(self, records: Records, database: Database, directory: Directory) -> None:
        self._records = records
        self._database = database
        self._made = RecordRpcs(_SERVICE, records, database, directory)

    def rpcs(self) -> list[Rpc]:
        records = self._records
        return [
            self._made.read(
                wire.WalkRecordsRequest,
                wire.WalkRecordsResponse,
                lambda request, context: wire.WalkRecordsResponse(records.walk_records(request, context)),
            ),
            Rpc(f"{_SERVICE}/{_RUN}", wire.RunOnRecordsRequest, self._run),
        ]

    def _run(self, request: wire.RunOnRecordsRequest, call: Call) -> wire.RunOnRecordsResponse:
        """Each record is a transaction of its own."""
        check(request)
        assert request.caller is not None, "the request was checked by its rules"
        if request.caller.session is not None:
            raise Malformed("caller.session", "is not allowed in this call")
        if request.action is not None and request.action not in self._records.controller(request.controller).actions:
            raise Malformed("action", "is not an action of the controller")
        caller = caller_of(request.caller)
        found, has_more = self._targets(request, call)
        # A call that is cut off loses its answer: the records of its second half are for the next call.
        half = (time.monotonic() + call.deadline) / 2
        unchanged: list[wire.UnchangedRecord] = []
        done, message, last = 0, "", ""
        for target in found:
            if last and time.monotonic() >= half:
                has_more = True
                break
            try:
                result = self._database.transaction(
                    lambda tx: self._records.act_on(request, target.id, Context(caller, tx, call)), call, False
                )
                if result is not None:
                    done += 1
                    message = result.message
            except (Unavailable, DeadlineExceeded) as error:
                # An answer that ends before this record would make the caller repeat it, although it may be done.
                if not last or isinstance(error, OutcomeUnknown):
                    raise
                has_more = True
                break
            except Exception as error:
                unchanged.append(self._unchanged(error, target, request, call))
            last = target.id
        return wire.RunOnRecordsResponse(done, tuple(unchanged), last, has_more, message[:MAX_ADMIN_TEXT])

    def _targets(self, request: wire.RunOnRecordsRequest, call: Call) -> tuple[list[Target], bool]:
        assert request.caller is not None, "the request was checked by its rules"
        caller = caller_of(request.caller)

        def found(tx: Transaction) -> tuple[list[Target], bool]:
            if tx.is_postgresql:
                tx.run(READS_ONE_MOMENT, {})
            return self._records.targets(request, Context(caller, tx, call))

        return self._database.transaction(found, call, read_only=True)

    def _unchanged(
        self, error: Exception, target: Target, request: wire.RunOnRecordsRequest, call: Call
    ) -> wire.UnchangedRecord:
        # Deletions have messages of their own about records that others refer to.
        rpc = _RUN if request.action is not None else "DeleteRecords"
        refused = self._made.refused(error, rpc, request, wire.UnchangedRecord, call)
        if refused is None:
            log_failure(f"{_RUN} on record {target.id} of {request.controller}", call.request_id, error, request)
            refused = wire.UnchangedRecord(failed=True)
        return replace(refused, id=target.id, label=target.label)
