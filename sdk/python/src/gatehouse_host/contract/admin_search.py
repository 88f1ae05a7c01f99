"""gatehouse/host/v1/admin_search.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .admin_caller import AdminCaller
from .admin_directory import AuthenticateTokenResponse
from .admin_query import AdminListQuery
from .admin_record import RecordPage
from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class ControllerQuery(Message):
    """ControllerQuery is a query about the records of one controller."""

    #: Id of the controller.
    controller: str = ""
    #: Which of its records, and the parts of them to return.
    query: AdminListQuery | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ControllerQuery"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(2, "query", "query", Kind.MESSAGE, presence=True, of=AdminListQuery, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class SearchRecordsRequest(Message):
    """SearchRecordsRequest asks for the records of several controllers."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: The lists, at least one.
    queries: tuple[ControllerQuery, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.SearchRecordsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "queries", "queries", Kind.MESSAGE, repeated=True, of=ControllerQuery, rules=Rules(required=True, max_items=50)),
    )


@dataclass(frozen=True)
class SearchRecordsResponse(Message):
    """SearchRecordsResponse is the records that match."""

    #: One page for each query, in the order of the request.
    pages: tuple[RecordPage, ...] = ()
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it. `pages` is empty
    #: if it refuses the session.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SearchRecordsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "pages", "pages", Kind.MESSAGE, repeated=True, of=RecordPage, rules=Rules(max_items=50)),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )
