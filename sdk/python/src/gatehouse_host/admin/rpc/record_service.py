"""AdminRecordService over the application's registration."""

from __future__ import annotations

from typing import Mapping

from ...contract import admin_record as wire
from ...contract.admin_cell import Cell
from ...contract.message import Malformed
from ...service.rpcs import Rpc
from ...sql.database import Database
from ..directory.ports import Directory
from ..ports import ActionCall, ActionResult, Context, Records
from ..records.form_values import form_values
from ..records.settings import read_settings, update_settings
from ..sendable import sendable
from ..settings import Settings, owner_of
from ..texts import MAX_ADMIN_TEXT
from ..values import Column, Value, any_cell_of
from .record_rpcs import ONE_MOMENT, RecordRpcs
from .view_value import view_value

_SERVICE = "/gatehouse.host.v1.AdminRecordService"


class RecordService:
    def __init__(
        self, records: Records, screens: Mapping[str, Settings], database: Database, directory: Directory
    ) -> None:
        self._records = records
        self._screens = screens
        self._owners = {code: owner_of(screen) for code, screen in screens.items()}
        self._made = RecordRpcs(_SERVICE, records, database, directory)

    def rpcs(self) -> list[Rpc]:
        records, read, write = self._records, self._made.read, self._made.write
        return [
            read(
                wire.ListRecordsRequest,
                wire.ListRecordsResponse,
                lambda request, context: wire.ListRecordsResponse(records.list_records(request, context)),
            ),
            read(
                wire.GetRecordRequest,
                wire.GetRecordResponse,
                lambda request, context: wire.GetRecordResponse(sendable(records.get_record(request, context))),
            ),
            write(
                wire.CreateRecordRequest,
                wire.CreateRecordResponse,
                lambda request, context: wire.CreateRecordResponse(records.create_record(request, context)),
            ),
            write(
                wire.UpdateRecordRequest,
                wire.UpdateRecordResponse,
                lambda request, context: wire.UpdateRecordResponse(records.update_record(request, context)),
            ),
            write(wire.DeleteRecordsRequest, wire.DeleteRecordsResponse, self._delete),
            read(wire.ListOptionsRequest, wire.ListOptionsResponse, self._list_options),
            read(
                wire.ListRelatedRequest,
                wire.ListRelatedResponse,
                lambda request, context: wire.ListRelatedResponse(records.list_related(request, context)),
            ),
            read(
                wire.ListCandidatesRequest,
                wire.ListCandidatesResponse,
                lambda request, context: wire.ListCandidatesResponse(records.list_candidates(request, context)),
            ),
            write(
                wire.LinkRequest,
                wire.LinkResponse,
                lambda request, context: wire.LinkResponse(records.link(request, context)),
            ),
            write(
                wire.UnlinkRequest,
                wire.UnlinkResponse,
                lambda request, context: wire.UnlinkResponse(records.unlink(request, context)),
            ),
            read(wire.GetSettingsRequest, wire.GetSettingsResponse, self._get_settings),
            write(wire.UpdateSettingsRequest, wire.UpdateSettingsResponse, self._update_settings),
            write(wire.RunActionRequest, wire.RunActionResponse, self._run_action),
            # Application code, which may also write an audit record.
            read(
                wire.GetPartialDataRequest, wire.GetPartialDataResponse, self._partial_data, isolation=ONE_MOMENT
            ),
        ]

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
        values = form_values(controller.columns, request.values)
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


def _result_of(result: ActionResult | str | None, columns: Mapping[str, Column]) -> wire.ActionResult:
    """Raises TypeError for a result that the contract cannot carry."""
    result = ActionResult.of(result)
    fill = tuple(wire.FormValue(name, _filled(columns, name, value)) for name, value in result.fill.items())
    return wire.ActionResult(result.message[:MAX_ADMIN_TEXT], fill)


def _filled(columns: Mapping[str, Column], name: str, value: Value) -> Cell:
    column = columns.get(name)
    if column is None:
        raise TypeError(f"an action fills {name}, which is not a declared column")
    return any_cell_of(column, value)
