"""Models and relations as the statements need them, read off mapped classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Protocol, Union

from ...sql.database import Transaction
from ..ports import Caller
from ..sql.fragment import Sql
from ..values import Column, Value, Values


@dataclass(frozen=True, eq=False)
class Model:
    """A mapped class: its table, and the columns that the admin backend may use."""

    #: The ``modelClass`` of the YAML: "Acme\\Blog\\Models\\Post".
    name: str
    mapped: type
    table: str
    primary_key: str
    columns: Mapping[str, Column]
    #: Name of an integer column that every write raises; empty for none.
    version: str = ""


@dataclass(frozen=True, eq=False)
class BelongsTo:
    model: Model
    #: Column of the related model whose value labels a record.
    label: str
    #: Column of the controller's model.
    foreign_key: str


@dataclass(frozen=True, eq=False)
class HasMany:
    model: Model
    label: str
    #: Column of the related model.
    foreign_key: str


@dataclass(frozen=True, eq=False)
class BelongsToMany:
    model: Model
    label: str
    pivot_table: str
    #: Column of the pivot table that holds the key of the controller's model.
    foreign_key: str
    #: Column of the pivot table that holds the key of the related model.
    related_key: str
    #: What the ORM knows of the pivot table, for its defaults.
    pivot: Any = None


ToMany = Union[HasMany, BelongsToMany]
Relation = Union[BelongsTo, HasMany, BelongsToMany]


@dataclass(frozen=True)
class ScopeCall:
    """What a named scope gets."""

    #: The values chosen in the filter; empty for a relation field.
    values: tuple[Value, ...]
    #: In the scope of a relation field: the form's values of the fields that it depends on, by column.
    form: Mapping[str, Value]
    caller: Caller
    #: A Session of SQLAlchemy, or a connection of Django.
    tx: Any


@dataclass(frozen=True)
class MappedTable:
    """What a mapped class says about its table."""

    table: str
    primary_key: str
    columns: Mapping[str, Column]


@dataclass(frozen=True)
class MappedRelation:
    """What a mapped class says about one of its relations."""

    kind: str
    related: type
    foreign_key: str
    pivot_table: str = ""
    related_key: str = ""
    #: The model of the pivot table in Django, the Table in SQLAlchemy.
    pivot: Any = None


#: Limits a query of the application's ORM to some of its records.
Limit = Callable[[Any], Any]


class Orm(Protocol):
    """The application's ORM: SQLAlchemy or Django."""

    def table(self, mapped: type, is_managed: bool) -> MappedTable:
        """``is_managed``: a controller creates and deletes its records.

        Raises TypeError for a class that is not mapped, whose key has several columns, or whose records are rows of
        several tables.
        """

    def relation(self, mapped: type, name: str) -> MappedRelation:
        """Raises TypeError if the class has no such relation, or one that the contract cannot express."""

    def of_class(self, mapped: type, tx: Transaction) -> Sql | None:
        """The condition of the class's own records in a table that it shares with others; None if all rows are."""

    def condition(self, mapped: type, limit: Limit, tx: Transaction) -> Sql | None:
        """The condition that a scope adds, on the class's own table; None if it leaves the query as it is."""

    def defaults(
        self, mapped: type, values: Values, given: Mapping[str, Any], is_new: bool, tx: Transaction
    ) -> dict[str, Any]:
        """The values that the mapped class itself writes to columns that are not given, as parameters.

        ``values``: those of the request and the hooks. ``given``: all that the statement writes, as parameters.
        """

    def pivot_defaults(self, pivot: Any, given: Iterable[str], tx: Transaction) -> dict[str, Any]:
        """The values that the ORM itself writes to the other columns of a new row of a pivot table."""

    def flush(self, tx: Transaction) -> None:
        """Writes what the application's code changed, so that the next statement finds it."""

    def forget(self, tx: Transaction) -> None:
        """Makes the application's code read again what a statement of this package changed."""

    def moment_text(self, value: Any) -> str:
        """A time or a timestamp in UTC as the ORM stores it in SQLite."""

    def is_mapped(self, value: object) -> bool:
        """Whether the value is an instance of a mapped class, a row or a query."""


@dataclass
class Facts:
    """What the statements need to know of the database."""

    is_postgresql: bool
    orm: Orm
    #: The database's own types of columns of PostgreSQL, by table and column; empty until they are known.
    native: dict[tuple[str, str], str] = field(default_factory=dict)
    #: Columns of PostgreSQL whose texts end with blanks that do not count (character(n)). A cast to text removes them.
    padded: set[tuple[str, str]] = field(default_factory=set)
    #: Columns by which PostgreSQL cannot sort.
    unordered: set[tuple[str, str]] = field(default_factory=set)

    def native_type(self, table: str, column: str) -> str:
        """text (any type that takes all texts), uuid, integer, json, real, or other."""
        return self.native.get((table, column), "other" if self.native else "text")
