"""The ready directory, on the tables that ``migrate_admin`` creates."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ...contract.admin_directory import (
    Administrator,
    AdministratorCredentials,
    CreateAdministratorRefusal,
    CreateAdministratorRefused,
    CreateAdministratorRequest,
    RecordSignInRequest,
    TokenReference,
    TokenRefusal,
    TokenRetirement,
)
from ...contract.limits import MAX_SWEPT
from ...service.call import Call
from ...sql.database import Reader, Transaction, first
from ...sql.rows import now_ms, to_ms
from ...sql.source import database_of
from ..accounts.granting import take_turn
from ..accounts.sql_accounts import SqlAccounts
from ..accounts.sql_passkeys import SqlPasskeys
from ..accounts.sql_second_factors import SqlSecondFactors
from ..accounts.sql_sessions import SqlSessions
from ..accounts.sql_views import SqlViews
from . import rows
from .migrations import migrate_admin
from .sql_imports import SqlImports

_SIGN_IN = """
    update backend_users set last_login_at = :at, password_hash = :stored
    where id = :id and is_activated = 1 and password_hash = :matched
"""

# Waits for a concurrent call with the same token to end.
_RETIRE = """
    insert into backend_jwt_blacklist (token_id, effective_at, expires_at)
    values (:token_id, :effective_at, :expires_at) on conflict (token_id) do nothing
"""

_BLACKLIST = """
    insert into backend_jwt_blacklist (token_id, effective_at, expires_at)
    values (:token_id, :effective_at, :expires_at) on conflict (token_id) do update
    set effective_at = excluded.effective_at where excluded.effective_at < backend_jwt_blacklist.effective_at
"""

_END_SESSION = "delete from backend_sessions where session_id = :session_id"

# Concurrent sweeps take different rows, so that none waits for another; SQLite has one writer at a time anyway.
_SWEEP = """
    delete from backend_jwt_blacklist where token_id in (
      select token_id from backend_jwt_blacklist where expires_at < :before order by expires_at limit :most {lock}
    )
"""

_CREATE = """
    insert into backend_users (login, login_key, email, email_key, name, password_hash, role_id, is_superuser,
      is_activated, permissions, locale, token_version, last_login_at, created_at, updated_at)
    values (:login, :login_key, :email, :email_key, '', :password_hash, :role_id, :is_superuser, 1, '[]', '', 0, null,
      :now, :now)
    on conflict do nothing
"""

_SET_PASSWORD = """
    update backend_users set password_hash = :password_hash, must_change_password = 0,
      token_version = token_version + 1, updated_at = :now
    where id = :id
"""

_LOGIN_TAKEN = CreateAdministratorRefusal.CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN
_EMAIL_TAKEN = CreateAdministratorRefusal.CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN
_ROLE_UNKNOWN = CreateAdministratorRefusal.CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN


class SqlDirectory:
    """Keeps the administrators in the application's database.

    ``database`` is an Engine of SQLAlchemy, or a connection of Django; ``migrate_admin`` creates the tables.
    """

    def __init__(self, database: Any) -> None:
        self._source = database
        self._database = database_of(database)
        self.accounts = SqlAccounts(self._database)
        self.sessions = SqlSessions(self._database)
        self.second_factors = SqlSecondFactors(self._database)
        self.passkeys = SqlPasskeys(self._database)
        self.views = SqlViews(self._database)
        self.imports = SqlImports()

    def find_credentials(self, identifier: str, call: Call) -> AdministratorCredentials | None:
        row = self._database.read(lambda reader: rows.by_identifier(reader, identifier), call)
        # A new administrator has no password.
        if row is None or not row.is_active or not row.password_hash:
            return None
        return AdministratorCredentials(rows.administrator_of(row), row.password_hash)

    def record_sign_in(self, request: RecordSignInRequest, call: Call) -> Administrator | None:
        id = rows.parse_id(request.administrator_id)
        if id is None:
            return None
        parameters: dict[str, Any] = {
            "id": id,
            "at": to_ms(request.at),
            "matched": request.password_hash,
            "stored": request.renewed_password_hash or request.password_hash,
        }

        def work(tx: Transaction) -> Administrator | None:
            return _by_id(tx, parameters["id"]) if tx.run(_SIGN_IN, parameters) else None

        return self._database.transaction(work, call, read_only=False)

    def authenticate(self, token: TokenReference, at: datetime, call: Call) -> Administrator | TokenRefusal:
        return self._database.read(lambda reader: _authenticate(reader, token, at), call)

    def rotate(
        self, token: TokenReference, at: datetime, retirement: TokenRetirement, call: Call
    ) -> Administrator | TokenRefusal:
        def work(tx: Transaction) -> Administrator | TokenRefusal:
            verdict = _authenticate(tx, token, at)
            if isinstance(verdict, TokenRefusal):
                return verdict
            if tx.run(_RETIRE, _retired(token, retirement)) == 0:
                # Another call retired it in between, or it is in its grace period. Its row now says which.
                verdict = _authenticate(tx, token, at)
            if not isinstance(verdict, TokenRefusal):
                _sweep(tx, retirement)
            return verdict

        return self._database.transaction(work, call, read_only=False)

    def blacklist(self, token: TokenReference, retirement: TokenRetirement, call: Call) -> None:
        def work(tx: Transaction) -> None:
            tx.run(_BLACKLIST, _retired(token, retirement))
            if token.session_id:
                tx.run(_END_SESSION, {"session_id": token.session_id})
            _sweep(tx, retirement)

        self._database.transaction(work, call, read_only=False)

    def create(self, request: CreateAdministratorRequest, call: Call) -> Administrator | CreateAdministratorRefused:
        return self._database.transaction(lambda tx: _create(tx, request), call, read_only=False)

    def set_password(self, identifier: str, password_hash: str, call: Call) -> Administrator | None:
        def work(tx: Transaction) -> Administrator | None:
            row = rows.by_identifier(tx, identifier)
            if row is None:
                return None
            parameters = {"password_hash": password_hash, "id": row.id, "now": now_ms()}
            return _by_id(tx, row.id) if tx.run(_SET_PASSWORD, parameters) else None

        return self._database.transaction(work, call, read_only=False)

    def migrate(self, call: Call) -> list[str]:
        return migrate_admin(self._source, call)


def _by_id(tx: Transaction, id: int) -> Administrator | None:
    row = rows.by_id(tx, id)
    return None if row is None else rows.administrator_of(row)


def _authenticate(reader: Reader, token: TokenReference, at: datetime) -> Administrator | TokenRefusal:
    """One query, because it runs on every request of the admin backend."""
    id = rows.parse_id(token.administrator_id)
    found = None if id is None else rows.by_token(reader, id, token.token_id, token.session_id)
    if found is None or not found.administrator.is_active:
        return TokenRefusal.TOKEN_REFUSAL_UNKNOWN
    if found.administrator.token_version != token.token_version:
        return TokenRefusal.TOKEN_REFUSAL_STALE
    if found.effective_at is not None and found.effective_at <= to_ms(at):
        return TokenRefusal.TOKEN_REFUSAL_BLACKLISTED
    if token.session_id and not found.has_session:
        return TokenRefusal.TOKEN_REFUSAL_BLACKLISTED
    return rows.administrator_of(found.administrator)


def _retired(token: TokenReference, retirement: TokenRetirement) -> dict[str, Any]:
    return {
        "token_id": token.token_id,
        "effective_at": to_ms(retirement.effective_at),
        "expires_at": to_ms(retirement.expires_at),
    }


def _sweep(tx: Transaction, retirement: TokenRetirement) -> None:
    """Removes a bounded number, so that no request waits for a large sweep.

    Keeps what this machine's clock still needs: without its row, a token that was signed out is valid again, and a
    daemon's clock may jump ahead.
    """
    lock = "for update skip locked" if tx.is_postgresql else ""
    before = min(to_ms(retirement.sweep_before), now_ms())
    tx.run(_SWEEP.replace("{lock}", lock), {"before": before, "most": MAX_SWEPT})


def _create(tx: Transaction, request: CreateAdministratorRequest) -> Administrator | CreateAdministratorRefused:
    """Looks for conflicts first, so that the answer is the first reason that applies; the unique indexes catch races."""
    # No index holds that a login is the address of no other administrator.
    take_turn(tx)
    keys = {"login_key": rows.key_of(request.login), "email_key": rows.key_of(request.email)}
    taken = _taken(tx, keys)
    if taken is not None:
        return CreateAdministratorRefused(taken)
    roles = {code: id for id, code in tx.all("select id, code from backend_user_roles order by code", {})}
    if request.role and request.role not in roles:
        return CreateAdministratorRefused(_ROLE_UNKNOWN, tuple(roles))
    inserted = tx.run(
        _CREATE,
        {
            **keys,
            "login": request.login,
            "email": request.email,
            "password_hash": request.password_hash,
            "role_id": roles.get(request.role),
            "is_superuser": int(request.superuser),
            "now": now_ms(),
        },
    )
    if inserted == 0:
        return CreateAdministratorRefused(_taken(tx, keys) or _LOGIN_TAKEN)
    row = rows.by_identifier(tx, request.login)
    assert row is not None, "the transaction has just inserted it"
    return rows.administrator_of(row)


def _taken(tx: Transaction, keys: dict[str, str]) -> CreateAdministratorRefusal | None:
    for column, reason in (("login_key", _LOGIN_TAKEN), ("email_key", _EMAIL_TAKEN)):
        taken = f"select 1 from backend_users where login_key = :{column} or email_key = :{column}"
        if first(tx, taken, keys) is not None:
            return reason
    return None
