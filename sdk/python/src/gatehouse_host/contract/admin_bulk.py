"""gatehouse/host/v1/admin_bulk.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .admin_caller import AdminCaller
from .admin_directory import AuthenticateTokenResponse
from .admin_query import AdminCondition, AdminNamedScope, AdminSearch, AdminSelection
from .admin_record import AdminScope, ColumnValue, InvalidFields, RecordNotFound, RecordPage, Refusal, RelationChange
from .message import Field, Kind, Message, Rules


@dataclass(frozen=True)
class AdminMatching(Message):
    """AdminMatching is the part of a list's query that decides which records match. All of it applies, in addition to
    the controller's own scope.
    """

    #: As in AdminListQuery.
    conditions: tuple[AdminCondition, ...] = ()
    #: As in AdminListQuery.
    scopes: tuple[AdminNamedScope, ...] = ()
    #: Absent: no search.
    search: AdminSearch | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminMatching"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "conditions", "conditions", Kind.MESSAGE, repeated=True, of=AdminCondition),
        Field(2, "scopes", "scopes", Kind.MESSAGE, repeated=True, of=AdminNamedScope),
        Field(3, "search", "search", Kind.MESSAGE, presence=True, of=AdminSearch),
    )


@dataclass(frozen=True)
class WalkRecordsRequest(Message):
    """WalkRecordsRequest asks for the next records of a list."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Which records.
    matching: AdminMatching | None = None
    #: The parts of each record to return.
    selection: AdminSelection | None = None
    #: Only records whose key is greater than this one. Empty: from the first.
    after: str = ""
    #: At most so many records.
    limit: int = 0
    #: The scope to look in; unspecified means the list scope. Gatehouse sets it only for a host with
    #: CAPABILITY_ADMIN_IMPORT_UPDATE, to find the records that an import updates.
    scope: AdminScope = AdminScope.ADMIN_SCOPE_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.host.v1.WalkRecordsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "matching", "matching", Kind.MESSAGE, presence=True, of=AdminMatching, rules=Rules(required=True)),
        Field(4, "selection", "selection", Kind.MESSAGE, presence=True, of=AdminSelection, rules=Rules(required=True)),
        Field(5, "after", "after", Kind.STRING),
        Field(6, "limit", "limit", Kind.UINT32, rules=Rules(minimum=1, maximum=200)),
        Field(7, "scope", "scope", Kind.ENUM, of=AdminScope),
    )


@dataclass(frozen=True)
class WalkRecordsResponse(Message):
    """WalkRecordsResponse is the next records."""

    #: Without a total. has_more: whether records follow the last of these; only a page with records may have it.
    page: RecordPage | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.WalkRecordsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "page", "page", Kind.MESSAGE, presence=True, of=RecordPage, rules=Rules(required=True)),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class RecordIds(Message):
    """RecordIds are chosen records."""

    #: As the browser sent them.
    ids: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordIds"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=200, unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class NextMatching(Message):
    """NextMatching are the next records that match, by ascending key."""

    #: Which records.
    matching: AdminMatching | None = None
    #: Only records whose key is greater than this one. Empty: from the first.
    after: str = ""
    #: At most so many records.
    limit: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.NextMatching"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "matching", "matching", Kind.MESSAGE, presence=True, of=AdminMatching, rules=Rules(required=True)),
        Field(2, "after", "after", Kind.STRING),
        Field(3, "limit", "limit", Kind.UINT32, rules=Rules(minimum=1, maximum=200)),
    )


@dataclass(frozen=True)
class RunOnRecordsRequest(Message):
    """RunOnRecordsRequest asks to act on each of several records."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Name of one of the controller's actions. It runs once for each record, with its id and without values, as
    #: RunAction.record_id.
    action: str | None = None
    #: Delete each record, with the hooks of DeleteRecords.
    delete: bool | None = None
    #: These records, in this order.
    ids: RecordIds | None = None
    #: The next records that match.
    matching: NextMatching | None = None
    #: Name of a declared column whose value names a record in the answer. Empty: no names.
    label_column: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RunOnRecordsRequest"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('act', 'records')
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "action", "action", Kind.STRING, presence=True, oneof="act", rules=Rules(required=True)),
        Field(4, "delete", "delete", Kind.BOOL, presence=True, oneof="act", rules=Rules(required=True)),
        Field(5, "ids", "ids", Kind.MESSAGE, presence=True, oneof="records", of=RecordIds),
        Field(6, "matching", "matching", Kind.MESSAGE, presence=True, oneof="records", of=NextMatching),
        Field(7, "label_column", "labelColumn", Kind.STRING),
    )


@dataclass(frozen=True)
class UnchangedRecord(Message):
    """UnchangedRecord is a record on which the act is not done."""

    #: Its id.
    id: str = ""
    #: The beginning of the value of label_column. Empty if it has none, or if the record does not exist for the
    #: caller.
    label: str = ""
    #: It does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: The application or the database refuses it.
    refused: Refusal | None = None
    #: A hook or the action failed; the host's log says why.
    failed: bool | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UnchangedRecord"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('reason',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "label", "label", Kind.STRING, secret=True, rules=Rules(max_characters=200)),
        Field(3, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="reason", of=RecordNotFound),
        Field(4, "refused", "refused", Kind.MESSAGE, presence=True, oneof="reason", of=Refusal),
        Field(5, "failed", "failed", Kind.BOOL, presence=True, oneof="reason", rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RunOnRecordsResponse(Message):
    """RunOnRecordsResponse says what happened."""

    #: The number of records on which the act is done and committed.
    done: int = 0
    #: The records that did not change, each once, with the reason.
    unchanged: tuple[UnchangedRecord, ...] = ()
    #: Id of the last record that the host took, to continue after it. Empty if it took none.
    last: str = ""
    #: Whether there are records after `last` that the host has not taken: in the list of ids, or by key.
    has_more: bool = False
    #: The message of the action for the last record on which it is done, in the caller's locale; may be empty.
    message: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.RunOnRecordsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "done", "done", Kind.UINT32, rules=Rules(maximum=200)),
        Field(2, "unchanged", "unchanged", Kind.MESSAGE, repeated=True, of=UnchangedRecord, rules=Rules(max_items=200, unique_by='id')),
        Field(3, "last", "last", Kind.STRING, rules=Rules(max_characters=255)),
        Field(4, "has_more", "hasMore", Kind.BOOL),
        Field(5, "message", "message", Kind.STRING, rules=Rules(max_characters=500)),
    )


@dataclass(frozen=True)
class ExistingRecord(Message):
    """ExistingRecord is a record that an import updates."""

    #: Its id.
    id: str = ""
    #: As in UpdateRecordRequest.
    expected_version: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.ExistingRecord"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "expected_version", "expectedVersion", Kind.STRING, rules=Rules(max_characters=255)),
    )


@dataclass(frozen=True)
class NewRecord(Message):
    """NewRecord is a record to create, or one to update."""

    #: As in CreateRecordRequest; with `existing`, as in UpdateRecordRequest.
    values: tuple[ColumnValue, ...] = ()
    #: The same.
    relations: tuple[RelationChange, ...] = ()
    #: The record to update. Absent: the host creates one.
    existing: ExistingRecord | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.NewRecord"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "values", "values", Kind.MESSAGE, repeated=True, of=ColumnValue, rules=Rules(unique_by='column')),
        Field(2, "relations", "relations", Kind.MESSAGE, repeated=True, of=RelationChange, rules=Rules(unique_by='relation')),
        Field(3, "existing", "existing", Kind.MESSAGE, presence=True, of=ExistingRecord),
    )


@dataclass(frozen=True)
class ImportRecordsRequest(Message):
    """ImportRecordsRequest asks to create and update records. It has at most 3 MiB."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Identifies the administrator, the operation and its content: a SHA-256 hash.
    import_id: bytes = b""
    #: The records, in the order in which the host writes them.
    records: tuple[NewRecord, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ImportRecordsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "import_id", "importId", Kind.BYTES, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(4, "records", "records", Kind.MESSAGE, repeated=True, of=NewRecord, rules=Rules(required=True, max_items=2000)),
    )


@dataclass(frozen=True)
class ImportedRecords(Message):
    """ImportedRecords says that all records of an import are written."""

    #: Their number, created and updated: that of the records in the request. Of an import that the host remembers,
    #: that of the first request with its id.
    created: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.ImportedRecords"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "created", "created", Kind.UINT32, rules=Rules(minimum=1, maximum=2000)),
    )


@dataclass(frozen=True)
class RefusedRecord(Message):
    """RefusedRecord is one record that the host refuses to write."""

    #: Its place among the records of the request; 0 is the first.
    index: int = 0
    #: Some values are rejected.
    invalid: InvalidFields | None = None
    #: The application or the database refuses the record.
    refused: Refusal | None = None
    #: The record of `existing` does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: The record of `existing` has another version than the expected one.
    changed: bool | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RefusedRecord"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('reason',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "index", "index", Kind.UINT32, rules=Rules(maximum=1999)),
        Field(2, "invalid", "invalid", Kind.MESSAGE, presence=True, oneof="reason", of=InvalidFields),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="reason", of=Refusal),
        Field(4, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="reason", of=RecordNotFound),
        Field(5, "changed", "changed", Kind.BOOL, presence=True, oneof="reason", rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RefusedRecords(Message):
    """RefusedRecords are records that the host refuses to write."""

    #: In the order of the request.
    records: tuple[RefusedRecord, ...] = ()
    #: Whether the host did not try the records that follow.
    has_more: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.RefusedRecords"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "records", "records", Kind.MESSAGE, repeated=True, of=RefusedRecord, rules=Rules(required=True, max_items=100)),
        Field(2, "has_more", "hasMore", Kind.BOOL),
    )


@dataclass(frozen=True)
class ImportRecordsResponse(Message):
    """ImportRecordsResponse is the outcome."""

    #: The records are written.
    imported: ImportedRecords | None = None
    #: Some records are refused, so none is written.
    refused_records: RefusedRecords | None = None
    #: The import is refused as a whole, for a reason that concerns no single record.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ImportRecordsResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "imported", "imported", Kind.MESSAGE, presence=True, oneof="outcome", of=ImportedRecords),
        Field(2, "refused_records", "refusedRecords", Kind.MESSAGE, presence=True, oneof="outcome", of=RefusedRecords),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )
