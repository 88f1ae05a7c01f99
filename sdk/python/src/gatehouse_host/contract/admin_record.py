"""gatehouse/host/v1/admin_record.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .admin_caller import AdminCaller
from .admin_cell import Cell, ViewValue
from .admin_directory import AuthenticateTokenResponse
from .admin_query import AdminListQuery, AdminNamedScope, AdminPage, AdminSelection
from .message import Field, Kind, Message, Rules


class AdminScope(enum.IntEnum):
    """AdminScope is the query hook of a controller that decides which records exist for the caller."""

    #: Never sent.
    ADMIN_SCOPE_UNSPECIFIED = 0
    #: The hook that limits lists.
    ADMIN_SCOPE_LIST = 1
    #: The hook that limits forms.
    ADMIN_SCOPE_FORM = 2


@dataclass(frozen=True)
class RelatedRecord(Message):
    """RelatedRecord is one related record."""

    #: Its primary key as text.
    id: str = ""
    #: Value of the requested column.
    value: Cell | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RelatedRecord"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "value", "value", Kind.MESSAGE, presence=True, of=Cell, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RelatedRecords(Message):
    """RelatedRecords are the related records of a record that are in the related model's list scope."""

    #: At most as many as the selection's limit; at most one for a belongs-to relation.
    records: tuple[RelatedRecord, ...] = ()
    #: Whether there are more.
    has_more: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.RelatedRecords"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "records", "records", Kind.MESSAGE, repeated=True, of=RelatedRecord),
        Field(2, "has_more", "hasMore", Kind.BOOL),
    )


@dataclass(frozen=True)
class RelationValue(Message):
    """RelationValue is the selected part of a relation."""

    #: The related records, if requested.
    related: RelatedRecords | None = None
    #: The number of related records, if requested.
    count: int | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RelationValue"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('value',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "related", "related", Kind.MESSAGE, presence=True, oneof="value", of=RelatedRecords),
        Field(2, "count", "count", Kind.UINT64, presence=True, oneof="value"),
    )


@dataclass(frozen=True)
class Record(Message):
    """Record is the selected part of a record. It contains the application's data, which Gatehouse never logs."""

    #: The primary key as text. Only this spelling of the id identifies the record: for any other ("007", another
    #: case), the record does not exist.
    id: str = ""
    #: For a versioned model: a text that changes whenever the record does. Otherwise empty. Relations that the
    #: record's form writes are part of the record; links that Link and Unlink write to a pivot table are not.
    version: str = ""
    #: A cell for each column of the selection, in its order.
    cells: tuple[Cell, ...] = ()
    #: A value for each relation of the selection, in its order.
    relations: tuple[RelationValue, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.Record"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "version", "version", Kind.STRING, rules=Rules(max_characters=255)),
        Field(3, "cells", "cells", Kind.MESSAGE, repeated=True, secret=True, of=Cell),
        Field(4, "relations", "relations", Kind.MESSAGE, repeated=True, secret=True, of=RelationValue),
    )


@dataclass(frozen=True)
class CellColumn(Message):
    """CellColumn is the cells of one column, in the order of the records."""

    #: One byte for each record: the number of the member that is set in its Cell; 0 if there is no cell.
    kinds: bytes = b""
    #: The values of decimal_value, string_value, date_value, time_value and json_value, the digits of int64_value,
    #: InvalidValue.raw and TruncatedValue.text: one for each record with such a cell, in order.
    texts: tuple[str, ...] = ()
    #: The values of bool_value (0 or 1), double_value, and timestamp_value as milliseconds since
    #: 1970-01-01T00:00:00Z.
    numbers: tuple[float, ...] = ()
    #: The values of bytes_value.
    bytes: tuple[bytes, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.CellColumn"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "kinds", "kinds", Kind.BYTES, rules=Rules(max_bytes=200)),
        Field(2, "texts", "texts", Kind.STRING, repeated=True),
        Field(3, "numbers", "numbers", Kind.DOUBLE, repeated=True),
        Field(4, "bytes", "bytes", Kind.BYTES, repeated=True),
    )


@dataclass(frozen=True)
class RelationColumn(Message):
    """RelationColumn is the values of one relation, in the order of the records."""

    #: RelatedRecord.id of each record's only related record; empty for a record that has none. Unset if `each` is
    #: set.
    ids: tuple[str, ...] = ()
    #: RelatedRecord.value of each record's only related record.
    values: CellColumn | None = None
    #: The value of each record, if any record may have several related records, or if their number is requested.
    each: tuple[RelationValue, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.RelationColumn"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(items=Rules(max_characters=255))),
        Field(2, "values", "values", Kind.MESSAGE, presence=True, of=CellColumn),
        Field(3, "each", "each", Kind.MESSAGE, repeated=True, of=RelationValue),
    )


@dataclass(frozen=True)
class RecordColumns(Message):
    """RecordColumns is the records of a page by column: the same as a list of Record, without a message for each
    value. A page without records has no columns.
    """

    #: Record.id of each record.
    ids: tuple[str, ...] = ()
    #: Record.version of each record; empty if the model is not versioned.
    versions: tuple[str, ...] = ()
    #: One for each column of the selection, in its order.
    cells: tuple[CellColumn, ...] = ()
    #: One for each relation of the selection, in its order.
    relations: tuple[RelationColumn, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordColumns"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(max_items=200, items=Rules(required=True, max_characters=255))),
        Field(2, "versions", "versions", Kind.STRING, repeated=True, rules=Rules(max_items=200, items=Rules(max_characters=255))),
        Field(3, "cells", "cells", Kind.MESSAGE, repeated=True, secret=True, of=CellColumn),
        Field(4, "relations", "relations", Kind.MESSAGE, repeated=True, secret=True, of=RelationColumn),
    )


@dataclass(frozen=True)
class RecordPage(Message):
    """RecordPage is a page of records."""

    #: At most as many as the page's size.
    records: tuple[Record, ...] = ()
    #: Whether there are more on later pages.
    has_more: bool = False
    #: The number of records on all pages. Set if and only if the query requested the count.
    total: int | None = None
    #: Whether more records match than the total: the host counted to count_at_most and stopped.
    total_exceeded: bool = False
    #: The records, if the query accepts columns; `records` is then empty. Optional: a host may always send records.
    columns: RecordColumns | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordPage"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "records", "records", Kind.MESSAGE, repeated=True, of=Record, rules=Rules(max_items=200)),
        Field(2, "has_more", "hasMore", Kind.BOOL),
        Field(3, "total", "total", Kind.UINT64, presence=True),
        Field(4, "total_exceeded", "totalExceeded", Kind.BOOL),
        Field(5, "columns", "columns", Kind.MESSAGE, presence=True, of=RecordColumns),
    )


@dataclass(frozen=True)
class FormValue(Message):
    """FormValue is a current or new value of one column in a form; it is not saved."""

    #: Name of a declared column.
    column: str = ""
    #: To the host: of the column's kind, or null. From an action: of any kind.
    value: Cell | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FormValue"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.STRING, rules=Rules(required=True)),
        Field(2, "value", "value", Kind.MESSAGE, presence=True, secret=True, of=Cell, rules=Rules(required=True, absent=('invalid_value', 'truncated_value'))),
    )


@dataclass(frozen=True)
class ColumnValue(Message):
    """ColumnValue is a value to write to one column."""

    #: Name of a declared column.
    column: str = ""
    #: Of the column's kind, or null if the column is nullable.
    value: Cell | None = None
    #: The option provider of the field's choices: the host rejects a value that it does not offer to the caller
    #: (invalid). The provider's form values are those of the record, or of a new one, overlaid with the values of
    #: this write, and with the key of a belongs-to relation that changes. As in ListOptions, the key of a record
    #: outside of the related model's list scope counts as not chosen, because the answer must not reveal that
    #: record. In a JSON list, each item must be one of the choices. Empty: any value is allowed.
    option_provider: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.ColumnValue"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.STRING, rules=Rules(required=True)),
        Field(2, "value", "value", Kind.MESSAGE, presence=True, secret=True, of=Cell, rules=Rules(required=True, absent=('invalid_value', 'truncated_value'))),
        Field(3, "option_provider", "optionProvider", Kind.STRING),
    )


@dataclass(frozen=True)
class RelationChange(Message):
    """RelationChange is the new state of a relation, as the whole that the caller can see. A link to a record outside
    of the related model's list scope stays, although `ids` does not name it, because the caller never saw it. The
    exception is a belongs-to relation, which has room for only one link: an id in `ids` replaces a link that the
    caller cannot see.
    """

    #: Name of a belongs-to or belongs-to-many relation of the controller.
    relation: str = ""
    #: Ids of related records; at most one for a belongs-to relation. Empty: no relation that the caller can see. The
    #: host rejects an id that is not in the related model's list scope (invalid, on the relation's name), whether or
    #: not the record is related to it, because the answer must not reveal that. It rejects an id that is not in
    #: `scope`, unless the record is already related to it.
    ids: tuple[str, ...] = ()
    #: An additional scope of the related model that limits the field's choices; absent for none. It may depend on
    #: the same form values as ColumnValue.option_provider.
    scope: AdminNamedScope | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RelationChange"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(2, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True))),
        Field(3, "scope", "scope", Kind.MESSAGE, presence=True, of=AdminNamedScope),
    )


@dataclass(frozen=True)
class RecordNotFound(Message):
    """RecordNotFound says that a record does not exist for the caller."""

    NAME: ClassVar[str] = "gatehouse.host.v1.RecordNotFound"


@dataclass(frozen=True)
class InvalidField(Message):
    """InvalidField is a rejected field."""

    #: Name of a declared column, or of a relation of the controller.
    field: str = ""
    #: For the administrator, in the caller's locale.
    messages: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.InvalidField"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "field", "field", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "messages", "messages", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, max_characters=500))),
    )


@dataclass(frozen=True)
class InvalidFields(Message):
    """InvalidFields lists the rejected fields, and why each was rejected."""

    #: Each field once, with all of its messages.
    fields: tuple[InvalidField, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.InvalidFields"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "fields", "fields", Kind.MESSAGE, repeated=True, of=InvalidField, rules=Rules(required=True, unique_by='field')),
    )


@dataclass(frozen=True)
class Refusal(Message):
    """Refusal says that the application refuses the request, for a reason that concerns no single field."""

    #: For the administrator, in the caller's locale.
    message: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Refusal"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "message", "message", Kind.STRING, rules=Rules(required=True, max_characters=500)),
    )


@dataclass(frozen=True)
class ListRecordsRequest(Message):
    """ListRecordsRequest asks for a page of a controller's records."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller: "acme.blog.posts".
    controller: str = ""
    #: The query.
    query: AdminListQuery | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListRecordsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "query", "query", Kind.MESSAGE, presence=True, of=AdminListQuery, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class ListRecordsResponse(Message):
    """ListRecordsResponse is the page."""

    #: The result.
    page: RecordPage | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListRecordsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "page", "page", Kind.MESSAGE, presence=True, of=RecordPage, rules=Rules(required=True)),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class GetRecordRequest(Message):
    """GetRecordRequest asks for a record."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the record, as the browser sent it.
    id: str = ""
    #: The scope to look in.
    scope: AdminScope = AdminScope.ADMIN_SCOPE_UNSPECIFIED
    #: The parts of it to return.
    selection: AdminSelection | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetRecordRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "scope", "scope", Kind.ENUM, of=AdminScope, rules=Rules(required=True)),
        Field(5, "selection", "selection", Kind.MESSAGE, presence=True, of=AdminSelection, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class GetRecordResponse(Message):
    """GetRecordResponse is the record, or not_found."""

    #: The record.
    record: Record | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetRecordResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "record", "record", Kind.MESSAGE, presence=True, oneof="outcome", of=Record),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class CreateRecordRequest(Message):
    """CreateRecordRequest asks for a new record."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Values to write. Other columns keep the value of the controller's new record.
    values: tuple[ColumnValue, ...] = ()
    #: Relations to write.
    relations: tuple[RelationChange, ...] = ()
    #: The parts of the new record to return.
    selection: AdminSelection | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateRecordRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "values", "values", Kind.MESSAGE, repeated=True, of=ColumnValue, rules=Rules(unique_by='column')),
        Field(4, "relations", "relations", Kind.MESSAGE, repeated=True, of=RelationChange, rules=Rules(unique_by='relation')),
        Field(5, "selection", "selection", Kind.MESSAGE, presence=True, of=AdminSelection, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class CreateRecordResponse(Message):
    """CreateRecordResponse is the outcome."""

    #: The current record.
    created: Record | None = None
    #: Some values are rejected.
    invalid: InvalidFields | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateRecordResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "created", "created", Kind.MESSAGE, presence=True, oneof="outcome", of=Record),
        Field(2, "invalid", "invalid", Kind.MESSAGE, presence=True, oneof="outcome", of=InvalidFields),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class UpdateRecordRequest(Message):
    """UpdateRecordRequest asks to change a record."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the record, as the browser sent it.
    id: str = ""
    #: The version that the change is based on; empty to change the record whatever its current version is.
    expected_version: str = ""
    #: Values to write. Other columns do not change.
    values: tuple[ColumnValue, ...] = ()
    #: Relations to write. Other relations do not change.
    relations: tuple[RelationChange, ...] = ()
    #: The parts of the record to return, after the change or in a conflict.
    selection: AdminSelection | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateRecordRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "expected_version", "expectedVersion", Kind.STRING, rules=Rules(max_characters=255)),
        Field(5, "values", "values", Kind.MESSAGE, repeated=True, of=ColumnValue, rules=Rules(unique_by='column')),
        Field(6, "relations", "relations", Kind.MESSAGE, repeated=True, of=RelationChange, rules=Rules(unique_by='relation')),
        Field(7, "selection", "selection", Kind.MESSAGE, presence=True, of=AdminSelection, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class UpdateRecordResponse(Message):
    """UpdateRecordResponse is the outcome."""

    #: The current record.
    updated: Record | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: The record has changed in the meantime: its current state.
    conflict: Record | None = None
    #: Some values are rejected.
    invalid: InvalidFields | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateRecordResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "updated", "updated", Kind.MESSAGE, presence=True, oneof="outcome", of=Record),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(3, "conflict", "conflict", Kind.MESSAGE, presence=True, oneof="outcome", of=Record),
        Field(4, "invalid", "invalid", Kind.MESSAGE, presence=True, oneof="outcome", of=InvalidFields),
        Field(5, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class DeleteRecordsRequest(Message):
    """DeleteRecordsRequest asks to remove records."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Ids of the records, as the browser sent them.
    ids: tuple[str, ...] = ()
    #: Where the caller saw the records. It limits nothing: both scopes apply to a removal.
    scope: AdminScope = AdminScope.ADMIN_SCOPE_UNSPECIFIED

    NAME: ClassVar[str] = "gatehouse.host.v1.DeleteRecordsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=200, unique=True, items=Rules(required=True))),
        Field(4, "scope", "scope", Kind.ENUM, of=AdminScope, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class DeleteRecordsResponse(Message):
    """DeleteRecordsResponse is the outcome."""

    #: All are removed.
    deleted: bool | None = None
    #: One of them does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.DeleteRecordsResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "deleted", "deleted", Kind.BOOL, presence=True, oneof="outcome", rules=Rules(required=True)),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class RelationOptions(Message):
    """RelationOptions are the records that a relation may refer to, within the related model's list scope."""

    #: Name of a relation of the controller.
    relation: str = ""
    #: Name of the declared column of the related model that labels a record.
    label_column: str = ""
    #: An additional scope of the related model; absent for none.
    scope: AdminNamedScope | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RelationOptions"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(2, "label_column", "labelColumn", Kind.STRING, rules=Rules(required=True)),
        Field(3, "scope", "scope", Kind.MESSAGE, presence=True, of=AdminNamedScope),
    )


@dataclass(frozen=True)
class ModelOptions(Message):
    """ModelOptions are the records of a model, within its list scope."""

    #: Name of a registered model.
    model: str = ""
    #: Name of the declared column of the model that labels a record.
    label_column: str = ""
    #: An additional scope of the model; absent for none.
    scope: AdminNamedScope | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ModelOptions"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "model", "model", Kind.STRING, rules=Rules(required=True)),
        Field(2, "label_column", "labelColumn", Kind.STRING, rules=Rules(required=True)),
        Field(3, "scope", "scope", Kind.MESSAGE, presence=True, of=AdminNamedScope),
    )


@dataclass(frozen=True)
class ListOptionsRequest(Message):
    """ListOptionsRequest asks for a page of choices."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller whose form or list the choices are for.
    controller: str | None = None
    #: Code of the settings screen whose form the choices are for.
    settings: str | None = None
    #: Records that a relation of the controller may refer to.
    relation: RelationOptions | None = None
    #: Records of a model.
    model: ModelOptions | None = None
    #: Name of an option provider of the controller or settings screen.
    provider: str | None = None
    #: Terms that the label must match, all of them, as in AdminSearch. None: every choice.
    terms: tuple[str, ...] = ()
    #: Only the choices with these values, as the browser sent them. Empty: all.
    ids: tuple[str, ...] = ()
    #: The part to return.
    page: AdminPage | None = None
    #: The form's current, unsaved values of the fields that this one depends on. For a filter, the choices in the
    #: filters that it depends on, if each is a single value of a column or belongs-to relation. A belongs-to
    #: relation as its foreign key. For option providers, and for the scope of a relation field. A key that is not in
    #: the related model's list scope counts as null, because the choices must not reveal that the record exists.
    form_values: tuple[FormValue, ...] = ()
    #: Only the choices whose whole label is one of these, with the same letters. Empty: all. Gatehouse sends it only
    #: to a host with CAPABILITY_ADMIN_IMPORT.
    labels: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ListOptionsRequest"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('form', 'source')
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, presence=True, oneof="form", rules=Rules(required=True)),
        Field(3, "settings", "settings", Kind.STRING, presence=True, oneof="form", rules=Rules(required=True)),
        Field(4, "relation", "relation", Kind.MESSAGE, presence=True, oneof="source", of=RelationOptions),
        Field(5, "model", "model", Kind.MESSAGE, presence=True, oneof="source", of=ModelOptions),
        Field(6, "provider", "provider", Kind.STRING, presence=True, oneof="source", rules=Rules(required=True)),
        Field(7, "terms", "terms", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True))),
        Field(8, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(max_items=200, unique=True, items=Rules(required=True))),
        Field(9, "page", "page", Kind.MESSAGE, presence=True, of=AdminPage, rules=Rules(required=True)),
        Field(10, "form_values", "formValues", Kind.MESSAGE, repeated=True, of=FormValue, rules=Rules(unique_by='column')),
        Field(11, "labels", "labels", Kind.STRING, repeated=True, rules=Rules(max_items=200, unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class OptionChoice(Message):
    """OptionChoice is one choice."""

    #: A record's id, or a provider's value.
    value: str = ""
    #: Text for the administrator; from a provider, in the caller's locale.
    label: str = ""
    #: The meaning of a provider's choice, which the pages show with a color and an icon; empty for none.
    color: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.OptionChoice"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "value", "value", Kind.STRING, rules=Rules(required=True)),
        Field(2, "label", "label", Kind.STRING, secret=True),
        Field(3, "color", "color", Kind.STRING, rules=Rules(pattern='(neutral|info|success|warning|danger)')),
    )


@dataclass(frozen=True)
class ListOptionsResponse(Message):
    """ListOptionsResponse is a page of choices."""

    #: At most as many as the page's size.
    options: tuple[OptionChoice, ...] = ()
    #: Whether there are more on later pages.
    has_more: bool = False
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListOptionsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "options", "options", Kind.MESSAGE, repeated=True, of=OptionChoice, rules=Rules(max_items=200, unique_by='value')),
        Field(2, "has_more", "hasMore", Kind.BOOL),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class ListRelatedRequest(Message):
    """ListRelatedRequest asks for a page of linked records."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the controller's record, as the browser sent it.
    id: str = ""
    #: Name of a relation of the controller.
    relation: str = ""
    #: The query of the related records.
    query: AdminListQuery | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListRelatedRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(5, "query", "query", Kind.MESSAGE, presence=True, of=AdminListQuery, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class ListRelatedResponse(Message):
    """ListRelatedResponse is the page, or not_found."""

    #: The page.
    page: RecordPage | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListRelatedResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "page", "page", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordPage),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class ListCandidatesRequest(Message):
    """ListCandidatesRequest asks for a page of records that could be linked."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the controller's record, as the browser sent it.
    id: str = ""
    #: Name of a relation of the controller.
    relation: str = ""
    #: The query of the related records.
    query: AdminListQuery | None = None
    #: Only records with these ids, linked or not, to resolve chosen values. The host omits those that do not exist
    #: for the caller. Empty: all that are not linked.
    ids: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ListCandidatesRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(5, "query", "query", Kind.MESSAGE, presence=True, of=AdminListQuery, rules=Rules(required=True)),
        Field(6, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(max_items=200, unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class ListCandidatesResponse(Message):
    """ListCandidatesResponse is the page, or not_found."""

    #: The page.
    page: RecordPage | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.ListCandidatesResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "page", "page", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordPage),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class LinkRequest(Message):
    """LinkRequest asks to link records to a record."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the controller's record, as the browser sent it.
    id: str = ""
    #: Name of a has-many or belongs-to-many relation of the controller.
    relation: str = ""
    #: Ids of related records, as the browser sent them.
    ids: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.LinkRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(5, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=200, unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class LinkResponse(Message):
    """LinkResponse is the outcome."""

    #: All are linked: the number of those that were not linked before.
    linked: int | None = None
    #: The record, or one to link, does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.LinkResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "linked", "linked", Kind.UINT32, presence=True, oneof="outcome"),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class UnlinkRequest(Message):
    """UnlinkRequest asks to remove links of a record."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Id of the controller's record, as the browser sent it.
    id: str = ""
    #: Name of a has-many or belongs-to-many relation of the controller.
    relation: str = ""
    #: Ids of related records, as the browser sent them.
    ids: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.UnlinkRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "id", "id", Kind.STRING, rules=Rules(required=True)),
        Field(4, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(5, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=200, unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class UnlinkResponse(Message):
    """UnlinkResponse is the outcome."""

    #: None of them is linked any more: the number of those that were.
    unlinked: int | None = None
    #: The record, or one to unlink, does not exist for the caller, or is not linked.
    not_found: RecordNotFound | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UnlinkResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "unlinked", "unlinked", Kind.UINT32, presence=True, oneof="outcome"),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(3, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class SettingsValues(Message):
    """SettingsValues are values of a settings screen."""

    #: For a versioned screen: a text that changes whenever the values do. Otherwise empty.
    version: str = ""
    #: A cell for each requested column, in the order of the request.
    cells: tuple[Cell, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.SettingsValues"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "version", "version", Kind.STRING, rules=Rules(max_characters=255)),
        Field(2, "cells", "cells", Kind.MESSAGE, repeated=True, secret=True, of=Cell),
    )


@dataclass(frozen=True)
class GetSettingsRequest(Message):
    """GetSettingsRequest asks for the values of a settings screen."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Code of the screen.
    settings: str = ""
    #: Names of its declared columns.
    columns: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.GetSettingsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "settings", "settings", Kind.STRING, rules=Rules(required=True)),
        Field(3, "columns", "columns", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class GetSettingsResponse(Message):
    """GetSettingsResponse holds the values."""

    #: The result.
    values: SettingsValues | None = None
    #: Set if and only if the request has caller.session: the outcome of AuthenticateToken for it.
    session: AuthenticateTokenResponse | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetSettingsResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "values", "values", Kind.MESSAGE, presence=True, of=SettingsValues, rules=Rules(required=True)),
        Field(15, "session", "session", Kind.MESSAGE, presence=True, of=AuthenticateTokenResponse),
    )


@dataclass(frozen=True)
class UpdateSettingsRequest(Message):
    """UpdateSettingsRequest asks to change settings."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Code of the screen.
    settings: str = ""
    #: The version that the change is based on; empty to change the values whatever their current version is.
    expected_version: str = ""
    #: Values to write. Other columns do not change.
    values: tuple[ColumnValue, ...] = ()
    #: Names of the columns to return, after the change or in a conflict.
    columns: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateSettingsRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "settings", "settings", Kind.STRING, rules=Rules(required=True)),
        Field(3, "expected_version", "expectedVersion", Kind.STRING, rules=Rules(max_characters=255)),
        Field(4, "values", "values", Kind.MESSAGE, repeated=True, of=ColumnValue, rules=Rules(unique_by='column')),
        Field(5, "columns", "columns", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class UpdateSettingsResponse(Message):
    """UpdateSettingsResponse is the outcome."""

    #: The current values.
    updated: SettingsValues | None = None
    #: The values have changed in the meantime: their current state.
    conflict: SettingsValues | None = None
    #: Some values are rejected.
    invalid: InvalidFields | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.UpdateSettingsResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "updated", "updated", Kind.MESSAGE, presence=True, oneof="outcome", of=SettingsValues),
        Field(2, "conflict", "conflict", Kind.MESSAGE, presence=True, oneof="outcome", of=SettingsValues),
        Field(3, "invalid", "invalid", Kind.MESSAGE, presence=True, oneof="outcome", of=InvalidFields),
        Field(4, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class RunActionRequest(Message):
    """RunActionRequest asks to run an action."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Name of one of its actions.
    action: str = ""
    #: Id of the record in the widget's form, as the browser sent it. Empty on the create form, and for toolbar
    #: actions.
    record_id: str = ""
    #: The form's current, unsaved values of the columns that the widget names. Empty for toolbar actions.
    values: tuple[FormValue, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.RunActionRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "action", "action", Kind.STRING, rules=Rules(required=True)),
        Field(4, "record_id", "recordId", Kind.STRING),
        Field(5, "values", "values", Kind.MESSAGE, repeated=True, of=FormValue, rules=Rules(unique_by='column')),
    )


@dataclass(frozen=True)
class ActionResult(Message):
    """ActionResult is the result of an action."""

    #: For the administrator, in the caller's locale; may be empty.
    message: str = ""
    #: Values to write back into the form. Gatehouse passes on those that the widget declares and that are scalars in
    #: JSON, and drops the others.
    fill: tuple[FormValue, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.ActionResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "message", "message", Kind.STRING, rules=Rules(max_characters=500)),
        Field(2, "fill", "fill", Kind.MESSAGE, repeated=True, of=FormValue, rules=Rules(unique_by='column')),
    )


@dataclass(frozen=True)
class RunActionResponse(Message):
    """RunActionResponse is the outcome."""

    #: The action ran, and its changes are committed.
    done: ActionResult | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None
    #: Some values are rejected.
    invalid: InvalidFields | None = None
    #: The application refuses the request.
    refused: Refusal | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RunActionResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "done", "done", Kind.MESSAGE, presence=True, oneof="outcome", of=ActionResult),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
        Field(3, "invalid", "invalid", Kind.MESSAGE, presence=True, oneof="outcome", of=InvalidFields),
        Field(4, "refused", "refused", Kind.MESSAGE, presence=True, oneof="outcome", of=Refusal),
    )


@dataclass(frozen=True)
class GetPartialDataRequest(Message):
    """GetPartialDataRequest asks for a view model."""

    #: The administrator who makes the request.
    caller: AdminCaller | None = None
    #: Id of the controller.
    controller: str = ""
    #: Name of the partial: the file of "stats" is _stats.htm.
    partial: str = ""
    #: Id of the record in the form, as the browser sent it. Empty for header partials and on the create form, where
    #: the provider gets no record.
    record_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.GetPartialDataRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "caller", "caller", Kind.MESSAGE, presence=True, of=AdminCaller, rules=Rules(required=True)),
        Field(2, "controller", "controller", Kind.STRING, rules=Rules(required=True)),
        Field(3, "partial", "partial", Kind.STRING, rules=Rules(required=True)),
        Field(4, "record_id", "recordId", Kind.STRING),
    )


@dataclass(frozen=True)
class GetPartialDataResponse(Message):
    """GetPartialDataResponse is the view model, or not_found."""

    #: The template's `.Data`.
    data: ViewValue | None = None
    #: The record does not exist for the caller.
    not_found: RecordNotFound | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.GetPartialDataResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "data", "data", Kind.MESSAGE, presence=True, oneof="outcome", secret=True, of=ViewValue),
        Field(2, "not_found", "notFound", Kind.MESSAGE, presence=True, oneof="outcome", of=RecordNotFound),
    )
