"""The application's database: tables in memory, and transactions that restore them on failure."""

import time

import grpc
from gatehouse.host.v1 import backend_pb2

from access_tokens import AccessTokens
from check import Fault
from clients import Clients
from grants import Grants, SWEEP_BATCH


class Abort(Exception):
    """A failed precondition, which is an outcome rather than a fault."""

    def __init__(self, reason, public_reason=""):
        super().__init__(reason)
        self.reason = backend_pb2.AbortReason.Value("ABORT_REASON_" + reason)
        self.public_reason = public_reason


class Store(Clients, Grants, AccessTokens):
    def __init__(self):
        # Messages in the tables are immutable: an update puts a changed copy.
        self.tables = {
            "clients": {},
            "codes": {},
            "refresh_tokens": {},
            "access_tokens": {},
            # Kept permanently: nothing may ever be added to a revoked lineage.
            "revoked_lineages": {},
        }

    def transact(self, operations, deadline):
        snapshot = {name: dict(table) for name, table in self.tables.items()}
        index = 0
        try:
            results = []
            for index, operation in enumerate(operations):
                kind = operation.WhichOneof("operation")
                result = getattr(self, kind)(getattr(operation, kind))
                results.append(backend_pb2.OperationResult(**{kind: result}))
            if deadline is not None and time.monotonic() >= deadline:
                raise Fault(grpc.StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the commit")
        except Abort as abort:
            self.tables = snapshot
            aborted = backend_pb2.Aborted(
                operation_index=index, reason=abort.reason, public_reason=abort.public_reason
            )
            return backend_pb2.TransactResponse(aborted=aborted)
        except BaseException:
            self.tables = snapshot
            raise
        return backend_pb2.TransactResponse(committed=backend_pb2.Committed(results=results))

    def abort(self, reason, public_reason=""):
        raise Abort(reason, public_reason)

    def changed(self, message, **changes):
        copy = type(message)()
        copy.CopyFrom(message)
        copy.MergeFrom(type(message)(**changes))
        return copy

    def remove_batch(self, table, is_due, limit=SWEEP_BATCH):
        """Removes at most one batch of the expired rows, and returns their number."""
        due = [key for key, row in self.tables[table].items() if is_due(row)][:limit]
        for key in due:
            del self.tables[table][key]
        return len(due)
