"""gatehouse/host/v1/admin_query.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .admin_cell import Cell
from .message import Field, Kind, Message, Rules


class AdminComparisonOperator(enum.IntEnum):
    """AdminComparisonOperator is how a column is compared."""

    #: Never sent.
    ADMIN_COMPARISON_OPERATOR_UNSPECIFIED = 0
    #: Equal to the value.
    ADMIN_COMPARISON_OPERATOR_EQUAL = 1
    #: Not equal to the value, or null.
    ADMIN_COMPARISON_OPERATOR_NOT_EQUAL = 2
    #: Less than the value.
    ADMIN_COMPARISON_OPERATOR_LESS = 3
    #: Less than or equal to the value.
    ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL = 4
    #: Greater than the value.
    ADMIN_COMPARISON_OPERATOR_GREATER = 5
    #: Greater than or equal to the value.
    ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL = 6
    #: Equal to one of the values.
    ADMIN_COMPARISON_OPERATOR_IN = 7
    #: Contains the text of the value, ignoring case as in AdminSearch. "%" and "_" are ordinary characters. STRING
    #: columns only.
    ADMIN_COMPARISON_OPERATOR_CONTAINS = 8
    #: Null; no values.
    ADMIN_COMPARISON_OPERATOR_IS_NULL = 9
    #: Not null; no values.
    ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL = 10


class AdminSearchMode(enum.IntEnum):
    """AdminSearchMode is how several search terms combine."""

    #: Never sent.
    ADMIN_SEARCH_MODE_UNSPECIFIED = 0
    #: Each term matches at least one of the columns. A search for an exact phrase uses this mode with a single term.
    ADMIN_SEARCH_MODE_ALL = 1
    #: At least one term matches at least one of the columns.
    ADMIN_SEARCH_MODE_ANY = 2


@dataclass(frozen=True)
class AdminRelatedColumn(Message):
    """AdminRelatedColumn asks for one column of related records."""

    #: Name of a declared column of the related model.
    column: str = ""
    #: Maximum number of related records for each record, by ascending primary key.
    limit: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminRelatedColumn"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.STRING, rules=Rules(required=True)),
        Field(2, "limit", "limit", Kind.UINT32, rules=Rules(minimum=1, maximum=1000)),
    )


@dataclass(frozen=True)
class AdminRelationSelection(Message):
    """AdminRelationSelection is the requested part of one relation. The number of queries that the host runs must not
    grow with the number of records.
    """

    #: Name of a relation of the controller; in a query about a related model, as in AdminColumnReference.relation.
    relation: str = ""
    #: The id and this column of each related record: label of a form field, value of a list column.
    related: AdminRelatedColumn | None = None
    #: The number of related records.
    count: bool | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminRelationSelection"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('wanted',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(2, "related", "related", Kind.MESSAGE, presence=True, oneof="wanted", of=AdminRelatedColumn),
        Field(3, "count", "count", Kind.BOOL, presence=True, oneof="wanted", rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminSelection(Message):
    """AdminSelection is the requested part of each record. A Record carries its cells and relations in the same order.
    """

    #: Names of declared columns.
    columns: tuple[str, ...] = ()
    #: The parts of related records to return.
    relations: tuple[AdminRelationSelection, ...] = ()
    #: The most characters of a STRING, JSON or BYTES cell (bytes as Base64) that are wanted: the host sends a longer
    #: value as truncated_value. The database should cut it, so that a page of long texts is never read as a whole.
    #: Conditions, searches and orders use the whole values. 0: values are wanted whole. An older host ignores this
    #: field and sends whole values.
    max_text: int = 0
    #: The same for the values of related records.
    max_related_text: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminSelection"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "columns", "columns", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True))),
        Field(2, "relations", "relations", Kind.MESSAGE, repeated=True, of=AdminRelationSelection),
        Field(3, "max_text", "maxText", Kind.UINT32),
        Field(4, "max_related_text", "maxRelatedText", Kind.UINT32),
    )


@dataclass(frozen=True)
class AdminColumnReference(Message):
    """AdminColumnReference names a column of the queried model or of a related one. Only related records in the
    caller's list scope of their model count: a search, a condition or an order must not reveal others.
    """

    #: Name of a relation of the controller; empty for a column of the queried model itself. In a query about a
    #: related model (ListRelated, ListCandidates) the relations are those of that model's default controller
    #: (AdminController.default_for_model).
    relation: str = ""
    #: Name of a declared column.
    column: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminColumnReference"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "relation", "relation", Kind.STRING),
        Field(2, "column", "column", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminComparison(Message):
    """AdminComparison is a typed comparison. Null never matches, unless the operator says otherwise."""

    #: The column to compare. For a to-many relation, the condition holds if any related record matches.
    column: AdminColumnReference | None = None
    #: How to compare.
    operator: AdminComparisonOperator = AdminComparisonOperator.ADMIN_COMPARISON_OPERATOR_UNSPECIFIED
    #: The values to compare with: one value; at least one for IN, none for IS_NULL and IS_NOT_NULL. Of the column's
    #: kind, never null. An INTEGER column is compared with every number of 64 bits, also with one that it cannot
    #: have.
    values: tuple[Cell, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminComparison"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.MESSAGE, presence=True, of=AdminColumnReference, rules=Rules(required=True)),
        Field(2, "operator", "operator", Kind.ENUM, of=AdminComparisonOperator, rules=Rules(required=True)),
        Field(3, "values", "values", Kind.MESSAGE, repeated=True, of=Cell, rules=Rules(items=Rules(required=True, absent=('null_value', 'invalid_value', 'truncated_value')))),
    )


@dataclass(frozen=True)
class AdminRelatedTo(Message):
    """AdminRelatedTo matches records that are related to at least one of the listed records."""

    #: Name of a relation of the controller.
    relation: str = ""
    #: Ids of related records. An id that is unknown, or not in the caller's list scope, matches nothing.
    ids: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminRelatedTo"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "relation", "relation", Kind.STRING, rules=Rules(required=True)),
        Field(2, "ids", "ids", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True))),
    )


@dataclass(frozen=True)
class AdminCondition(Message):
    """AdminCondition limits a query. A record must meet all conditions of a query."""

    #: A comparison of a column.
    comparison: AdminComparison | None = None
    #: A relation to specific records.
    related_to: AdminRelatedTo | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminCondition"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('condition',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "comparison", "comparison", Kind.MESSAGE, presence=True, oneof="condition", of=AdminComparison),
        Field(2, "related_to", "relatedTo", Kind.MESSAGE, presence=True, oneof="condition", of=AdminRelatedTo),
    )


@dataclass(frozen=True)
class AdminNamedScope(Message):
    """AdminNamedScope is a query scope that the model registered by name: application code."""

    #: The registered name.
    name: str = ""
    #: The values chosen in the filter, of the kind that belongs to the filter's type: group and dropdown give
    #: strings (the chosen values), checkbox and switch one bool, text one string, number and numberrange int64 or
    #: double cells, date and daterange timestamps; null in a range for an open end. Empty for a relation field's
    #: scope.
    values: tuple[Cell, ...] = ()
    #: The model whose records the values are the ids of, for a filter with choices of a model; empty for all others.
    #: A value that is not in that model's list scope is left out before the scope gets it, because the caller must
    #: not find records through one that does not exist for the caller. If none is left, no record meets the query.
    values_of: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminNamedScope"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True)),
        Field(2, "values", "values", Kind.MESSAGE, repeated=True, of=Cell, rules=Rules(items=Rules(required=True, absent=('invalid_value', 'truncated_value')))),
        Field(3, "values_of", "valuesOf", Kind.STRING),
    )


@dataclass(frozen=True)
class AdminSearch(Message):
    """AdminSearch searches for words. A term matches a column whose text contains it, ignoring case; "%" and "_" are
    ordinary characters. Ignoring case means Unicode simple case folding (CaseFolding.txt, statuses C and S), in
    every database and every locale: "Übung" matches "übung"; "Σ", "σ" and "ς" are one letter; "ß" matches "ẞ" but
    not "ss"; "İ" matches neither "i" nor "ı". If the application has indexed a column for another kind of matching
    (prefixes, whole words), it may match that way.
    """

    #: How the terms combine.
    mode: AdminSearchMode = AdminSearchMode.ADMIN_SEARCH_MODE_UNSPECIFIED
    #: A term may contain spaces. Terms are composed (Unicode NFC).
    terms: tuple[str, ...] = ()
    #: A column that is not a STRING matches by the text of its value: for INTEGER, BIGINT, DATE and TIME as in its
    #: cell; for the other types as the database writes it, which differs between databases.
    columns: tuple[AdminColumnReference, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminSearch"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "mode", "mode", Kind.ENUM, of=AdminSearchMode, rules=Rules(required=True)),
        Field(2, "terms", "terms", Kind.STRING, repeated=True, rules=Rules(required=True, max_items=20, items=Rules(required=True))),
        Field(3, "columns", "columns", Kind.MESSAGE, repeated=True, of=AdminColumnReference, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminSort(Message):
    """AdminSort is one step of an order."""

    #: The column to order by: a column of the queried model, or of the related model of a belongs-to relation.
    column: AdminColumnReference | None = None
    #: From the greatest to the smallest value.
    descending: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminSort"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.MESSAGE, presence=True, of=AdminColumnReference, rules=Rules(required=True)),
        Field(2, "descending", "descending", Kind.BOOL),
    )


@dataclass(frozen=True)
class AdminPage(Message):
    """AdminPage is a part of a list."""

    #: From 1.
    number: int = 0
    #: Records per page.
    size: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminPage"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "number", "number", Kind.UINT32, rules=Rules(minimum=1)),
        Field(2, "size", "size", Kind.UINT32, rules=Rules(minimum=1, maximum=200)),
    )


@dataclass(frozen=True)
class AdminListQuery(Message):
    """AdminListQuery is a query as data: text from a request occurs in it only as a value."""

    #: The parts of each record to return.
    selection: AdminSelection | None = None
    #: All of them apply, in addition to the controller's own scope.
    conditions: tuple[AdminCondition, ...] = ()
    #: All of them apply.
    scopes: tuple[AdminNamedScope, ...] = ()
    #: Absent: no search.
    search: AdminSearch | None = None
    #: The order. The host always breaks ties by ascending primary key, which is also the order of a list without
    #: sorts. The database decides where nulls are sorted.
    sorts: tuple[AdminSort, ...] = ()
    #: The part to return.
    page: AdminPage | None = None
    #: Whether to return the total. If false, the host runs no COUNT: it reads one record more than the page holds.
    count: bool = False
    #: With count: how far the host must count. If more records match, it may stop and return this number as the
    #: total, with total_exceeded. 0: no limit. Counting millions of records takes seconds, and few people need the
    #: exact number.
    count_at_most: int = 0
    #: Whether the host may answer with RecordPage.columns, which takes less time to encode and decode. An older host
    #: ignores this field and sends records.
    accepts_columns: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminListQuery"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "selection", "selection", Kind.MESSAGE, presence=True, of=AdminSelection, rules=Rules(required=True)),
        Field(2, "conditions", "conditions", Kind.MESSAGE, repeated=True, of=AdminCondition),
        Field(3, "scopes", "scopes", Kind.MESSAGE, repeated=True, of=AdminNamedScope),
        Field(4, "search", "search", Kind.MESSAGE, presence=True, of=AdminSearch),
        Field(5, "sorts", "sorts", Kind.MESSAGE, repeated=True, of=AdminSort),
        Field(6, "page", "page", Kind.MESSAGE, presence=True, of=AdminPage, rules=Rules(required=True)),
        Field(7, "count", "count", Kind.BOOL),
        Field(8, "count_at_most", "countAtMost", Kind.UINT32),
        Field(9, "accepts_columns", "acceptsColumns", Kind.BOOL),
    )
