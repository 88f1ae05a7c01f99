"""The rows of administrators as the contract's messages."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import NamedTuple

from ...contract.admin_directory import Administrator
from ...sql.database import Reader, Transaction, first

_ADMINISTRATOR = """
    select u.id, u.login, u.email, u.name, u.password_hash, u.is_superuser, u.is_activated, u.permissions, u.locale,
      u.token_version, u.must_change_password, u.role_id, r.code, r.permissions, r.requires_second_factor, f.user_id
"""
_FROM = """
    from backend_users u left join backend_user_roles r on r.id = u.role_id
    left join backend_second_factors f on f.user_id = u.id
"""

_BY_ID = f"{_ADMINISTRATOR} {_FROM} where u.id = :id"

_WITH_ROLE = f"{_ADMINISTRATOR} {_FROM} where u.role_id = :role"

#: The login of one administrator takes precedence over the address of another. Always one query, so that the time does
#: not reveal who exists.
_BY_IDENTIFIER = f"""
    {_ADMINISTRATOR} {_FROM} where u.login_key = :key or u.email_key = :key
    order by case when u.login_key = :key then 0 else 1 end limit 1
"""

_BY_TOKEN = f"""
    {_ADMINISTRATOR}, b.effective_at, s.session_id {_FROM}
    left join backend_jwt_blacklist b on b.token_id = :token_id
    left join backend_sessions s on s.session_id = :session_id and s.user_id = u.id where u.id = :id
"""

_ID = re.compile(r"[1-9][0-9]{0,14}")


class AdministratorRow(NamedTuple):
    """An administrator with the role."""

    id: int
    login: str
    email: str
    name: str
    password_hash: str
    is_superuser: int
    is_activated: int
    permissions: str
    locale: str
    token_version: int
    must_change_password: int
    role_id: int | None
    role_code: str | None
    role_permissions: str | None
    role_requires_second_factor: int | None
    #: None: the administrator has no second factor.
    second_factor_of: int | None

    @property
    def is_active(self) -> bool:
        return self.is_activated == 1


class TokenRow(NamedTuple):
    """The administrator of a token, and what is stored about the token."""

    administrator: AdministratorRow
    #: Of the blacklist; None: the token is not on it.
    effective_at: int | None
    has_session: bool


def by_id(tx: Transaction, id: int) -> AdministratorRow | None:
    row = first(tx, _BY_ID, {"id": id})
    return None if row is None else AdministratorRow(*row)


def with_role(tx: Transaction, role: int) -> list[AdministratorRow]:
    return [AdministratorRow(*row) for row in tx.all(_WITH_ROLE, {"role": role})]


def by_identifier(reader: Reader, identifier: str) -> AdministratorRow | None:
    """By login, or else by email address."""
    row = first(reader, _BY_IDENTIFIER, {"key": key_of(identifier)})
    return None if row is None else AdministratorRow(*row)


def by_token(reader: Reader, id: int, token_id: str, session_id: str) -> TokenRow | None:
    row = first(reader, _BY_TOKEN, {"id": id, "token_id": token_id, "session_id": session_id})
    if row is None:
        return None
    *administrator, effective_at, session = row
    retired = None if effective_at is None else int(effective_at)
    return TokenRow(AdministratorRow(*administrator), retired, session is not None)


def administrator_of(row: AdministratorRow) -> Administrator:
    role = row.role_code or ""
    permissions = [
        *stored_texts(row.role_permissions or "[]", f"backend_user_roles.permissions of {role}"),
        *stored_texts(row.permissions, f"backend_users.permissions of {row.id}"),
    ]
    return Administrator(
        id=str(row.id),
        login=row.login,
        email=row.email,
        display_name=row.name,
        role=role,
        superuser=row.is_superuser == 1,
        permissions=tuple(dict.fromkeys(permissions)),
        locale=row.locale,
        token_version=row.token_version,
        must_change_password=row.must_change_password == 1,
        has_second_factor=row.second_factor_of is not None,
        must_have_second_factor=row.role_requires_second_factor == 1,
    )


def key_of(text: str) -> str:
    """The form in which logins and addresses are compared. lower() of SQLite handles only ASCII."""
    return unicodedata.normalize("NFC", text).lower()


def parse_id(text: str) -> int | None:
    """An id of these tables in its only spelling; None for a text that cannot be one."""
    return int(text) if _ID.fullmatch(text) else None


def stored_texts(stored: str, where: str) -> list[str]:
    """The application can change these rows: an error says where it is, and not what is in it."""
    try:
        value = json.loads(stored)
    except ValueError:
        raise ValueError(f"{where}: is not JSON") from None
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{where}: is not a JSON list of texts")
    return value
