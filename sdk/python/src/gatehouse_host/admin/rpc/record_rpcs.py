"""The common part of the rpcs about records: each is one transaction, in which scopes and hooks run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, TypeVar

from ...contract import binary_codec
from ...contract.admin_caller import AdminCaller
from ...contract.faults import Code, Fault
from ...contract.limits import MAX_ADMIN_ANSWER_BYTES
from ...contract.message import Malformed, Message
from ...contract.rules import check
from ...service.call import Call
from ...service.rpcs import Rpc
from ...sql.database import Database, Transaction
from ..directory.ports import Directory
from ..ports import Caller, Context, Records
from .directory_service import authenticate_token
from .outcome import outcome_of

M = TypeVar("M", bound=Message)
T = TypeVar("T")

#: On PostgreSQL a reading transaction sees one state in all of its statements, so that a record matches its relations,
#: and a page its count. One that writes sees the data that is committed when it holds its locks.
ONE_MOMENT = "set transaction isolation level repeatable read"
READS_ONE_MOMENT = f"{ONE_MOMENT}, read only"

Answer = Callable[[Any, Context], Message]


def caller_of(caller: AdminCaller) -> Caller:
    return Caller(
        caller.administrator_id, caller.login, caller.superuser, tuple(caller.permissions), caller.locale
    )


class RecordRpcs:
    """Makes the rpcs of one service."""

    def __init__(self, service: str, records: Records, database: Database, directory: Directory) -> None:
        self._service = service
        self._records = records
        self._database = database
        self._directory = directory

    def read(
        self, request: type[Message], response: type[Message], answer: Answer, isolation: str = READS_ONE_MOMENT
    ) -> Rpc:
        def within(message: Any, context: Context) -> Message:
            if context.tx.is_postgresql:
                context.tx.run(isolation, {})
            return answer(message, context)

        return self._rpc(request, response, within, read_only=True)

    def write(self, request: type[Message], response: type[Message], answer: Answer) -> Rpc:
        name = _name_of(request)

        def sendable_answer(message: Any, context: Context) -> Message:
            built = answer(message, context)
            # Before the commit, so that a write whose answer cannot be sent rolls back.
            size = len(binary_codec.encode(built))
            if size > MAX_ADMIN_ANSWER_BYTES:
                raise Fault(
                    Code.RESOURCE_EXHAUSTED, f"the response of {name} has {size} bytes; no changes were made"
                )
            return built

        return self._rpc(request, response, sendable_answer, read_only=False)

    def refused(self, error: Exception, rpc: str, message: Any, response: type[M], call: Call) -> M | None:
        """What a hook, an action or the database refused in a write, as an answer; None for a fault."""
        outcome = outcome_of(error, response)
        if outcome is not None:
            return outcome
        controller, locale = getattr(message, "controller", ""), message.caller.locale
        refused = self._records.refusal(error, rpc, controller, locale, self._asking(call))
        return None if refused is None else outcome_of(refused, response)

    def _rpc(self, request: type[Message], response: type[Message], answer: Answer, read_only: bool) -> Rpc:
        name = _name_of(request)

        def handler(message: Any, call: Call) -> Message:
            check(message)
            session = message.caller.session
            if session is None:
                return answered(message, call)
            if "session" not in {field.name for field in response.FIELDS}:
                raise Malformed("caller.session", "is not allowed in this call")
            # Before the transaction: application code must not run for a token that is no longer valid.
            verified = authenticate_token(self._directory, session, call)
            if verified.refusal is not None:
                return response(**{"session": verified})
            return replace(answered(message, call), **{"session": verified})

        def answered(message: Any, call: Call) -> Message:
            caller = caller_of(message.caller)
            try:
                return self._database.transaction(
                    lambda tx: answer(message, Context(caller, tx, call)), call, read_only
                )
            except Exception as error:
                if read_only:
                    outcome = outcome_of(error, response)
                else:
                    outcome = self.refused(error, name, message, response, call)
                if outcome is None:
                    raise
                return outcome

        return Rpc(f"{self._service}/{name}", request, handler)

    def _asking(self, call: Call) -> Callable[[Callable[[Transaction], T]], T]:
        return lambda question: self._database.transaction(question, call, read_only=True)


def _name_of(request: type[Message]) -> str:
    return request.__name__.removesuffix("Request")
