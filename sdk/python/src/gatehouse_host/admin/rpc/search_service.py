"""AdminSearchService over the application's registration: a search in the records of several controllers."""

from __future__ import annotations

from ...contract.admin_record import ListRecordsRequest
from ...contract.admin_search import SearchRecordsRequest, SearchRecordsResponse
from ...service.rpcs import Rpc
from ...sql.database import Database
from ..directory.ports import Directory
from ..ports import Context, Records
from .record_rpcs import RecordRpcs

_SERVICE = "/gatehouse.host.v1.AdminSearchService"


def search_rpcs(records: Records, database: Database, directory: Directory) -> list[Rpc]:
    def search(request: SearchRecordsRequest, context: Context) -> SearchRecordsResponse:
        lists = (ListRecordsRequest(controller=each.controller, query=each.query) for each in request.queries)
        return SearchRecordsResponse(tuple(records.list_records(each, context) for each in lists))

    made = RecordRpcs(_SERVICE, records, database, directory)
    return [made.read(SearchRecordsRequest, SearchRecordsResponse, search)]
