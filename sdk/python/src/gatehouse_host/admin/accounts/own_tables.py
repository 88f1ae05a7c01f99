"""The tables of administrators and roles in the place of mapped classes: no ORM of the application knows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping

from ...sql.database import Transaction
from ...sql.rows import now_ms
from ..directory.rows import key_of
from ..orm.model import Limit, MappedRelation, MappedTable
from ..sql.fragment import Sql, raw
from ..values import Column, Values

_KEY = Column("integer", protected=True)
_FLAG = Column("integer", minimum=0, maximum=1)


@dataclass(frozen=True)
class OwnTable:
    """The attribute ``gatehouse_table`` of a class, which makes it the model of a built-in controller."""

    mapped: MappedTable
    #: What a write sets besides the columns that a request may name: takes those, and whether the record is new.
    written: Callable[[Mapping[str, Any], bool], dict[str, Any]]
    relations: Mapping[str, MappedRelation] = field(default_factory=dict)


def _written_role(_given: Mapping[str, Any], is_new: bool) -> dict[str, Any]:
    return {"created_at": now_ms()} if is_new else {}


def _written_administrator(given: Mapping[str, Any], is_new: bool) -> dict[str, Any]:
    """Logins and addresses also in the form in which they are compared. A deactivation ends the sessions."""
    now = now_ms()
    keys = {f"{name}_key": key_of(str(given[name])) for name in ("login", "email") if name in given}
    if is_new:
        # No password matches an empty hash: the administrator cannot sign in before one is set.
        fixed = {"password_hash": "", "locale": "", "token_version": 0}
        return {**keys, **fixed, "created_at": now, "updated_at": now}
    ended = {"token_version": raw("token_version + is_activated")} if given.get("is_activated") == 0 else {}
    return {**keys, **ended, "updated_at": now}


class RoleTable:
    gatehouse_table = OwnTable(
        MappedTable(
            "backend_user_roles",
            "id",
            {
                "id": _KEY,
                "code": Column("string", max_length=100),
                "name": Column("string", max_length=200),
                "permissions": Column("json"),
                "requires_second_factor": _FLAG,
                "version": Column("integer"),
            },
        ),
        _written_role,
    )


class AdministratorTable:
    gatehouse_table = OwnTable(
        MappedTable(
            "backend_users",
            "id",
            {
                "id": _KEY,
                "login": Column("string", max_length=255),
                "email": Column("string", max_length=255),
                "name": Column("string", max_length=200),
                "role_id": Column("integer", nullable=True),
                "is_superuser": _FLAG,
                "is_activated": _FLAG,
                "permissions": Column("json"),
                "version": Column("integer"),
            },
        ),
        _written_administrator,
        {"role": MappedRelation("belongsTo", RoleTable, "role_id")},
    )


class OwnTables:
    """Implements ``Orm`` for these classes."""

    def table(self, mapped: Any, is_managed: bool) -> MappedTable:
        table: OwnTable = mapped.gatehouse_table
        return table.mapped

    def relation(self, mapped: Any, name: str) -> MappedRelation:
        table: OwnTable = mapped.gatehouse_table
        return table.relations[name]

    def of_class(self, mapped: type, tx: Transaction) -> Sql | None:
        """Each has a table of its own."""
        return None

    def condition(self, mapped: type, limit: Limit, tx: Transaction) -> Sql | None:
        """Their controllers have no scopes."""
        return None

    def defaults(
        self, mapped: Any, values: Values, given: Mapping[str, Any], is_new: bool, tx: Transaction
    ) -> dict[str, Any]:
        table: OwnTable = mapped.gatehouse_table
        return table.written(given, is_new)

    def pivot_defaults(self, pivot: Any, given: Iterable[str], tx: Transaction) -> dict[str, Any]:
        """They have no pivot tables."""
        return {}

    def flush(self, tx: Transaction) -> None:
        """The hooks of these controllers write at once."""

    def forget(self, tx: Transaction) -> None:
        """No instances exist."""

    def moment_text(self, value: Any) -> str:
        raise TypeError("the tables have no column with a time that a form writes")

    def is_mapped(self, value: object) -> bool:
        return False
