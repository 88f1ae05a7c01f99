"""The rows of administrators as the contract's messages."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from ...contract.admin_directory import Administrator

_ADMINISTRATOR = """
    select u.id, u.login, u.email, u.name, u.password_hash, u.is_superuser, u.is_activated, u.permissions, u.locale,
      u.token_version, r.code, r.permissions
"""
_FROM = " from backend_users u left join backend_user_roles r on r.id = u.role_id"

BY_ID = f"{_ADMINISTRATOR} {_FROM} where u.id = :id"

#: The login of one administrator takes precedence over the address of another. Always one query, so that the time does
#: not reveal who exists.
BY_IDENTIFIER = f"""
    {_ADMINISTRATOR} {_FROM} where u.login_key = :key or u.email_key = :key
    order by case when u.login_key = :key then 0 else 1 end limit 1
"""

BY_TOKEN = f"""
    {_ADMINISTRATOR}, b.effective_at {_FROM}
    left join backend_jwt_blacklist b on b.token_id = :token_id where u.id = :id
"""

_ID = re.compile(r"[1-9][0-9]{0,14}")

Row = tuple[Any, ...]


def administrator_of(row: Row) -> Administrator:
    role = row[10] or ""
    permissions = [
        *_texts(row[11] or "[]", f"backend_user_roles.permissions of {role}"),
        *_texts(row[7], f"backend_users.permissions of {row[0]}"),
    ]
    return Administrator(
        id=str(row[0]),
        login=row[1],
        email=row[2],
        display_name=row[3],
        role=role,
        superuser=row[5] == 1,
        permissions=tuple(dict.fromkeys(permissions)),
        locale=row[8],
        token_version=row[9],
    )


def id_of(row: Row) -> int:
    return int(row[0])


def password_hash_of(row: Row) -> str:
    return str(row[4])


def is_active(row: Row) -> bool:
    return bool(row[6] == 1)


def token_version_of(row: Row) -> int:
    return int(row[9])


def effective_at_of(row: Row) -> int | None:
    """Of a row of BY_TOKEN."""
    return None if row[12] is None else int(row[12])


def key_of(text: str) -> str:
    """The form in which logins and addresses are compared. lower() of SQLite handles only ASCII."""
    return unicodedata.normalize("NFC", text).lower()


def parse_id(text: str) -> int | None:
    """An id of these tables in its only spelling; None for a text that cannot be one."""
    return int(text) if _ID.fullmatch(text) else None


def _texts(stored: str, where: str) -> list[str]:
    """The application can change these rows: an error says where it is, and not what is in it."""
    try:
        value = json.loads(stored)
    except ValueError:
        raise ValueError(f"{where}: is not JSON") from None
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{where}: is not a JSON list of texts")
    return value
