"""Runs transactions on the application's backend: the common part of both transports."""

from __future__ import annotations

from ..contract.backend import (
    AbortReason,
    Aborted,
    Committed,
    OperationResult,
    TransactRequest,
    TransactResponse,
)
from ..contract.faults import Code, Fault
from ..contract.message import Message
from ..contract.rules import check_field
from ..outage_log import OutageLog
from .call import Call
from .operations import OPERATIONS, Operation
from .ports import Abort, Backend, Stores

_OPERATIONS_FIELD = next(field for field in TransactRequest.FIELDS if field.name == "operations")

#: The name of an operation, what it does, and its request.
Step = tuple[str, Operation, Message]


class Transactor:
    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        #: Of its database, for every transport.
        self.outage = OutageLog("the database is still unavailable", "the database is available again")

    def transact(self, request: TransactRequest, call: Call) -> TransactResponse:
        """Raises Malformed or Fault if nothing was run; anything else that the backend raises."""
        steps = _steps(request)
        failed_at = [0]

        def work(stores: Stores) -> tuple[OperationResult, ...]:
            results = []
            for index, (name, operation, message) in enumerate(steps):
                failed_at[0] = index
                call.require_wanted()
                results.append(OperationResult(**{name: operation.run(stores, message)}))  # type: ignore[arg-type]
            return tuple(results)

        read_only = all(operation.read_only for _, operation, _ in steps)
        try:
            results = self._backend.transaction(work, call, read_only)
        except Abort as abort:
            return TransactResponse(aborted=_aborted(abort, steps, failed_at[0]))
        return TransactResponse(committed=Committed(results=results))


def _steps(request: TransactRequest) -> list[Step]:
    """Validates all operations before the first one runs, so that a malformed transaction changes nothing."""
    members: list[tuple[str, object]] = []
    for index, each in enumerate(request.operations):
        member = each.member_of("operation")
        if member is None:
            path = f"operations[{index}]"
            raise Fault(Code.UNIMPLEMENTED, f"{path} is unset, or an operation that this host does not know")
        members.append(member)
    check_field(_OPERATIONS_FIELD, request.operations, "operations")
    steps: list[Step] = []
    for index, (name, message) in enumerate(members):
        path = f"operations[{index}]"
        operation = OPERATIONS[name]
        assert isinstance(message, Message)
        operation.validate(message, f"{path}.{name}")
        steps.append((name, operation, message))
    return steps


def _aborted(abort: Abort, steps: list[Step], index: int) -> Aborted:
    name, operation, _ = steps[index]
    if abort.reason not in operation.aborts:
        raise RuntimeError(f"a store raised {abort.reason.name}, which {name} must not abort with") from abort
    refused = abort.reason is AbortReason.ABORT_REASON_MINT_REFUSED
    return Aborted(operation_index=index, reason=abort.reason, public_reason=abort.public_reason if refused else "")
