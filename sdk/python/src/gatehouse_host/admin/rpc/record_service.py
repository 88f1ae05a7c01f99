"""AdminRecordService over the application's registration: each rpc is one transaction, in which scopes and hooks run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Mapping, TypeVar

from ...contract import admin_record as wire
from ...contract import binary_codec
from ...contract.admin_caller import AdminCaller
from ...contract.admin_cell import Cell
from ...contract.faults import Code, Fault
from ...contract.limits import MAX_ADMIN_ANSWER_BYTES
from ...contract.message import Malformed, Message
from ...contract.rules import check
from ...service.call import Call
from ...service.rpcs import Rpc
from ...sql.database import Database, Transaction
from ..directory.ports import Directory
from ..ports import ActionCall, ActionResult, Caller, Context, Records
from ..records.form_values import values_from
from ..sendable import sendable
from ..settings import Settings, owner_of
from ..settings_store import read_settings, update_settings
from ..texts import MAX_ADMIN_TEXT
from ..values import Column, Value, any_cell_of
from .directory_service import authenticate_token
from .outcome import outcome_of
from .view_value import view_value

T = TypeVar("T")

_SERVICE = "/gatehouse.host.v1.AdminRecordService"

#: On PostgreSQL a reading transaction sees one state in all of its statements, so that a record matches its relations,
#: and a page its count. One that writes sees the data that is committed when it holds its locks.
_ONE_MOMENT = "set transaction isolation level repeatable read"

Answer = Callable[[Any, Context], Message]


class RecordService:
    def __init__(
        self, records: Records, screens: Mapping[str, Settings], database: Database, directory: Directory
    ) -> None:
        self._records = records
        self._directory = directory
        self._screens = screens
        self._owners = {code: owner_of(screen) for code, screen in screens.items()}
        self._database = database

    def rpcs(self) -> list[Rpc]:
        records = self._records
        return [
            self._read(
                wire.ListRecordsRequest,
                wire.ListRecordsResponse,
                lambda request, context: wire.ListRecordsResponse(records.list_records(request, context)),
            ),
            self._read(
                wire.GetRecordRequest,
                wire.GetRecordResponse,
                lambda request, context: wire.GetRecordResponse(sendable(records.get_record(request, context))),
            ),
            self._write(
                wire.CreateRecordRequest,
                wire.CreateRecordResponse,
                lambda request, context: wire.CreateRecordResponse(records.create_record(request, context)),
            ),
            self._write(
                wire.UpdateRecordRequest,
                wire.UpdateRecordResponse,
                lambda request, context: wire.UpdateRecordResponse(records.update_record(request, context)),
            ),
            self._write(wire.DeleteRecordsRequest, wire.DeleteRecordsResponse, self._delete),
            self._read(wire.ListOptionsRequest, wire.ListOptionsResponse, self._list_options),
            self._read(
                wire.ListRelatedRequest,
                wire.ListRelatedResponse,
                lambda request, context: wire.ListRelatedResponse(records.list_related(request, context)),
            ),
            self._read(
                wire.ListCandidatesRequest,
                wire.ListCandidatesResponse,
                lambda request, context: wire.ListCandidatesResponse(records.list_candidates(request, context)),
            ),
            self._write(
                wire.LinkRequest,
                wire.LinkResponse,
                lambda request, context: wire.LinkResponse(records.link(request, context)),
            ),
            self._write(
                wire.UnlinkRequest,
                wire.UnlinkResponse,
                lambda request, context: wire.UnlinkResponse(records.unlink(request, context)),
            ),
            self._read(wire.GetSettingsRequest, wire.GetSettingsResponse, self._get_settings),
            self._write(wire.UpdateSettingsRequest, wire.UpdateSettingsResponse, self._update_settings),
            self._write(wire.RunActionRequest, wire.RunActionResponse, self._run_action),
            # Application code, which may also write an audit record.
            self._read(
                wire.GetPartialDataRequest, wire.GetPartialDataResponse, self._partial_data, isolation=_ONE_MOMENT
            ),
        ]

    def _read(
        self,
        request: type[Message],
        response: type[Message],
        answer: Answer,
        isolation: str = f"{_ONE_MOMENT}, read only",
    ) -> Rpc:
        def within(message: Any, context: Context) -> Message:
            if context.tx.is_postgresql:
                context.tx.run(isolation, {})
            return answer(message, context)

        return self._rpc(request, response, within, read_only=True)

    def _write(self, request: type[Message], response: type[Message], answer: Answer) -> Rpc:
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
            caller = _caller_of(message.caller)
            try:
                return self._database.transaction(
                    lambda tx: answer(message, Context(caller, tx, call)), call, read_only
                )
            except Exception as error:
                outcome = outcome_of(error, response)
                if outcome is None and not read_only:
                    refused = self._records.refusal(
                        error, name, getattr(message, "controller", ""), caller.locale, self._asking(call)
                    )
                    outcome = None if refused is None else outcome_of(refused, response)
                if outcome is None:
                    raise
                return outcome

        return Rpc(f"{_SERVICE}/{name}", request, handler)

    def _asking(self, call: Call) -> Callable[[Callable[[Transaction], T]], T]:
        return lambda question: self._database.transaction(question, call, read_only=True)

    def _delete(self, request: wire.DeleteRecordsRequest, context: Context) -> wire.DeleteRecordsResponse:
        self._records.delete_records(request, context)
        return wire.DeleteRecordsResponse(deleted=True)

    def _list_options(self, request: wire.ListOptionsRequest, context: Context) -> wire.ListOptionsResponse:
        owner = None
        if request.settings is not None:
            self._screen(request.settings)
            owner = self._owners[request.settings]
        return self._records.list_options(request, owner, context)

    def _screen(self, code: str) -> Settings:
        screen = self._screens.get(code)
        if screen is None:
            raise Malformed("settings", "is not a settings screen of this host")
        return screen

    def _get_settings(self, request: wire.GetSettingsRequest, context: Context) -> wire.GetSettingsResponse:
        return wire.GetSettingsResponse(read_settings(self._screen(request.settings), request.columns, context))

    def _update_settings(self, request: wire.UpdateSettingsRequest, context: Context) -> wire.UpdateSettingsResponse:
        return update_settings(self._screen(request.settings), request, context)

    def _run_action(self, request: wire.RunActionRequest, context: Context) -> wire.RunActionResponse:
        controller = self._records.controller(request.controller)
        action = controller.actions.get(request.action)
        if action is None:
            raise Malformed("action", "is not an action of the controller")
        if request.record_id:
            self._records.require_record(request.controller, request.record_id, context)
        values = values_from(controller.columns, request.values)
        result = action.run(context, ActionCall(request.record_id or None, values, context.caller))
        return wire.RunActionResponse(done=_result_of(result, controller.columns))

    def _partial_data(self, request: wire.GetPartialDataRequest, context: Context) -> wire.GetPartialDataResponse:
        controller = self._records.controller(request.controller)
        if controller.partial_data is None:
            raise Malformed("controller", "supplies no partial data")
        if request.record_id:
            self._records.require_record(request.controller, request.record_id, context)
        data = controller.partial_data(context, request.partial, request.record_id or None)
        return wire.GetPartialDataResponse(data=view_value(data, self._records.model_of_row))


def _name_of(request: type[Message]) -> str:
    return request.__name__.removesuffix("Request")


def _caller_of(caller: AdminCaller) -> Caller:
    return Caller(
        caller.administrator_id, caller.login, caller.superuser, tuple(caller.permissions), caller.locale
    )


def _result_of(result: ActionResult | str | None, columns: Mapping[str, Column]) -> wire.ActionResult:
    """Raises TypeError for a result that the contract cannot carry."""
    if result is None or isinstance(result, str):
        result = ActionResult(result or "")
    if not isinstance(result, ActionResult):
        raise TypeError(f"an action returned a {type(result).__name__}; return None, a text or an ActionResult")
    fill = tuple(wire.FormValue(name, _filled(columns, name, value)) for name, value in result.fill.items())
    return wire.ActionResult(result.message[:MAX_ADMIN_TEXT], fill)


def _filled(columns: Mapping[str, Column], name: str, value: Value) -> Cell:
    column = columns.get(name)
    if column is None:
        raise TypeError(f"an action fills {name}, which is not a declared column")
    return any_cell_of(column, value)
