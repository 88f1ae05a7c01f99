"""Administrators of the tests, and what their colleagues do with them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

from sqlalchemy import text

from gatehouse_host.contract import admin_directory as directory
from gatehouse_host.contract.admin_caller import AdminCaller
from gatehouse_host.contract.admin_record import CreateRecordRequest, RelationChange, UpdateRecordRequest

from .admin_calls import AdminCalls, written
from .shop import selection

HASH = "$2b$04$" + "a" * 53
OTHER_HASH = "$2b$04$" + "b" * 53
NOW = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
ADMINISTRATORS, ROLES = "gatehouse.backend.administrators", "gatehouse.backend.roles"
MANAGES = "backend.administrators"


def sql(engine: Any, statement: str, **parameters: object) -> list[tuple[Any, ...]]:
    with engine.begin() as connection:
        result = connection.execute(text(statement), parameters)
        return [tuple(row) for row in result] if result.returns_rows else []


def token_of(administrator: directory.Administrator, token_id: str = "t") -> directory.TokenReference:
    return directory.TokenReference(administrator.id, administrator.token_version, token_id)


def retirement(effective_at: datetime = NOW, **changes: datetime) -> directory.TokenRetirement:
    values = {"expires_at": NOW + timedelta(hours=1), "sweep_before": NOW - timedelta(days=1), **changes}
    return directory.TokenRetirement(effective_at=effective_at, **values)


def authenticate(
    call: Any, administrator: directory.Administrator, at: datetime = NOW
) -> directory.AuthenticateTokenResponse:
    response = call(directory.AuthenticateTokenRequest(token_of(administrator), at))
    assert isinstance(response, directory.AuthenticateTokenResponse)
    return response


def admin(call: AdminCalls, login: str, superuser: bool = False) -> directory.Administrator:
    """An administrator that the operator creates."""
    created = call(directory.CreateAdministratorRequest(login, f"{login}@shop.example", HASH, "", superuser)).created
    assert isinstance(created, directory.Administrator)
    return created


def grant(engine: Any, who: directory.Administrator, *codes: str) -> None:
    sql(engine, "update backend_users set permissions = :codes where id = :id", codes=json.dumps(codes), id=int(who.id))


def caller(who: directory.Administrator, locale: str = "en") -> AdminCaller:
    """Claims more than the directory may know."""
    return AdminCaller(who.id, who.login, superuser=True, permissions=(MANAGES,), locale=locale)


def create(call: AdminCalls, by: Any, controller: str = ADMINISTRATORS, role: str = "", **values: Any) -> Any:
    relations = (RelationChange("role", (role,)),) if role else ()
    return call(CreateRecordRequest(caller(by), controller, written(values), relations, selection()))


def update(call: AdminCalls, by: Any, id: str, controller: str = ADMINISTRATORS, **values: Any) -> Any:
    return call(UpdateRecordRequest(caller(by), controller, id, values=written(values), selection=selection()))


def said(answer: Any) -> str:
    """The outcome of a write in words."""
    if answer.refused is not None:
        return f"refused: {answer.refused.message}"
    if getattr(answer, "invalid", None) is not None:
        return "; ".join(f"{field.field}: {field.messages[0]}" for field in answer.invalid.fields)
    return "done"
