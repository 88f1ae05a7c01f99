"""gatehouse/host/v1/admin_view.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .message import Field, Kind, Message, Rules


class ViewRefusal(enum.IntEnum):
    """ViewRefusal is why a view was not saved or deleted."""

    #: Not refused, in DeleteViewResponse.
    VIEW_REFUSAL_UNSPECIFIED = 0
    #: There is no such view of the list, or the administrator may not see it.
    VIEW_REFUSAL_UNKNOWN = 1
    #: The view has another version.
    VIEW_REFUSAL_STALE = 2
    #: The rules of the service do not allow it.
    VIEW_REFUSAL_FORBIDDEN = 3
    #: The list or the administrator has too many views.
    VIEW_REFUSAL_TOO_MANY = 4


@dataclass(frozen=True)
class SavedView(Message):
    """SavedView is a saved view of a list."""

    #: Id. The host chooses it, and never uses it again for another view.
    id: str = ""
    #: Raised by every change: of two changes from one version, one succeeds.
    version: int = 0
    #: Id of the administrator who created it.
    owner_id: str = ""
    #: Display name of that administrator; empty: the login.
    owner_name: str = ""
    #: Whether everybody who opens the list sees the view.
    shared: bool = False
    #: The name, as an administrator typed it.
    name: str = ""
    #: Search, filters, sort and columns as a query of the API: "sort=-date&filter[status]=draft&columns=title,date".
    query: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.SavedView"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z0-9_-]{1,64}')),
        Field(2, "version", "version", Kind.UINT32),
        Field(3, "owner_id", "ownerId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(4, "owner_name", "ownerName", Kind.STRING, rules=Rules(max_characters=255, pattern='[^\\x00]*')),
        Field(5, "shared", "shared", Kind.BOOL),
        Field(6, "name", "name", Kind.STRING, rules=Rules(required=True, max_characters=100, pattern='[^\\x00]*')),
        Field(7, "query", "query", Kind.STRING, rules=Rules(max_bytes=4096, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class ListViewsRequest(Message):
    """ListViewsRequest asks for the views of a list."""

    #: Id of the administrator who reads them.
    administrator_id: str = ""
    #: The list, by its controller: "acme.blog.posts".
    list: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.ListViewsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "list", "list", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[a-z0-9_.-]*')),
    )


@dataclass(frozen=True)
class ListViewsResponse(Message):
    """ListViewsResponse has the views."""

    #: The views, in any order.
    views: tuple[SavedView, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ListViewsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "views", "views", Kind.MESSAGE, repeated=True, of=SavedView, rules=Rules(unique_by='id')),
    )


@dataclass(frozen=True)
class SaveViewRequest(Message):
    """SaveViewRequest creates or changes a view."""

    #: Id of the administrator who saves it.
    administrator_id: str = ""
    #: The list, by its controller.
    list: str = ""
    #: Id of the view to change; empty: a new one.
    id: str = ""
    #: The version that the administrator has seen; 0 for a new view.
    version: int = 0
    #: Whether everybody who opens the list sees the view.
    shared: bool = False
    #: The name.
    name: str = ""
    #: Search, filters, sort and columns as a query of the API.
    query: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.SaveViewRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "list", "list", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[a-z0-9_.-]*')),
        Field(3, "id", "id", Kind.STRING, rules=Rules(pattern='[A-Za-z0-9_-]{1,64}')),
        Field(4, "version", "version", Kind.UINT32),
        Field(5, "shared", "shared", Kind.BOOL),
        Field(6, "name", "name", Kind.STRING, rules=Rules(required=True, max_characters=100, pattern='[^\\x00]*')),
        Field(7, "query", "query", Kind.STRING, rules=Rules(max_bytes=4096, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class SaveViewResponse(Message):
    """SaveViewResponse is the outcome."""

    #: The view, with its new version.
    view: SavedView | None = None
    #: Nothing changed.
    refusal: ViewRefusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SaveViewResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "view", "view", Kind.MESSAGE, presence=True, oneof="outcome", of=SavedView),
        Field(2, "refusal", "refusal", Kind.ENUM, presence=True, oneof="outcome", of=ViewRefusal, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class DeleteViewRequest(Message):
    """DeleteViewRequest deletes a view."""

    #: Id of the administrator who deletes it.
    administrator_id: str = ""
    #: The list, by its controller.
    list: str = ""
    #: Id of the view.
    id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.DeleteViewRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "administrator_id", "administratorId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "list", "list", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[a-z0-9_.-]*')),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z0-9_-]{1,64}')),
    )


@dataclass(frozen=True)
class DeleteViewResponse(Message):
    """DeleteViewResponse is the outcome."""

    #: VIEW_REFUSAL_UNSPECIFIED: the view is deleted.
    refusal: ViewRefusal = ViewRefusal.VIEW_REFUSAL_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.host.v1.DeleteViewResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "refusal", "refusal", Kind.ENUM, of=ViewRefusal),
    )
