"""The tables of the admin backend, the same as those of the TypeScript SDK, and ``migrate_admin``.

Booleans are 0 and 1, times are epoch milliseconds, lists are JSON texts, on both databases.
"""

from __future__ import annotations

import time
from typing import Any

from ...service.call import Call
from ...sql.database import Transaction
from ...sql.migrations import LEDGER, create_ledger, require_utf8
from ...sql.source import database_of

ADMIN_LEDGER = """
    create table if not exists gatehouse_admin_migrations (
      name text not null primary key,
      applied_at bigint not null
    )
"""

_DIRECTORY = (
    """
    create table backend_user_roles (
      id {id} not null primary key,
      code text not null unique,
      name text not null,
      permissions text not null,
      created_at bigint not null
    )
    """,
    """
    create table backend_users (
      id {id} not null primary key,
      login text not null,
      login_key text not null unique,
      email text not null,
      email_key text not null unique,
      name text not null,
      password_hash text not null,
      role_id bigint references backend_user_roles (id) on delete set null,
      is_superuser integer not null,
      is_activated integer not null,
      permissions text not null,
      locale text not null,
      token_version integer not null,
      last_login_at bigint,
      created_at bigint not null,
      updated_at bigint not null
    )
    """,
    """
    create table backend_jwt_blacklist (
      token_id text not null primary key,
      effective_at bigint not null,
      expires_at bigint not null
    )
    """,
    "create index backend_jwt_blacklist_expiry on backend_jwt_blacklist (expires_at)",
    """
    create table backend_settings (
      code text not null primary key,
      item_values text not null,
      version integer not null
    )
    """,
)

#: For AdminAccountService.
_ACCOUNTS = (
    "alter table backend_users add column must_change_password integer not null default 0",
    "alter table backend_users add column version integer not null default 0",
    "alter table backend_user_roles add column version integer not null default 0",
    """
    create table backend_preferences (
      user_id bigint not null references backend_users (id) on delete cascade,
      item_key text not null,
      document text not null,
      updated_at bigint not null,
      constraint backend_preferences_key primary key (user_id, item_key)
    )
    """,
)

#: For AdminSessionService.
_SESSIONS = (
    """
    create table backend_sessions (
      session_id text not null primary key,
      user_id bigint not null references backend_users (id) on delete cascade,
      token_version integer not null,
      browser text not null,
      system text not null,
      network text not null,
      opened_at bigint not null,
      used_at bigint not null,
      expires_at bigint not null
    )
    """,
    "create index backend_sessions_user on backend_sessions (user_id, used_at)",
)

#: For AdminSecondFactorService.
_SECOND_FACTORS = (
    "alter table backend_user_roles add column requires_second_factor integer not null default 0",
    """
    create table backend_second_factors (
      user_id bigint not null primary key references backend_users (id) on delete cascade,
      sealed_secret text not null,
      last_step bigint not null,
      recovery_hashes text not null,
      created_at bigint not null
    )
    """,
)

#: For AdminPasskeyService.
_PASSKEYS = (
    """
    create table backend_passkeys (
      credential_id text not null primary key,
      user_id bigint not null references backend_users (id) on delete cascade,
      public_key text not null,
      sign_count bigint not null,
      transports text not null,
      backed_up integer not null,
      name text not null,
      created_at bigint not null,
      used_at bigint
    )
    """,
    "create index backend_passkeys_user on backend_passkeys (user_id)",
)

#: For AdminViewService.
_VIEWS = (
    """
    create table backend_views (
      id text not null primary key,
      list text not null,
      user_id bigint not null references backend_users (id) on delete cascade,
      shared integer not null,
      name text not null,
      query text not null,
      version integer not null,
      updated_at bigint not null
    )
    """,
    "create index backend_views_of_list on backend_views (list, user_id)",
)

_IMPORTS = (
    """
    create table backend_imports (
      import_id text not null primary key,
      records integer not null,
      imported_at bigint not null
    )
    """,
    "create index backend_imports_age on backend_imports (imported_at)",
)

#: In order; a released migration never changes.
_MIGRATIONS = (
    ("0001-directory", _DIRECTORY),
    ("0002-accounts", _ACCOUNTS),
    ("0003-sessions", _SESSIONS),
    ("0004-second-factors", _SECOND_FACTORS),
    ("0005-views", _VIEWS),
    ("0006-imports", _IMPORTS),
    ("0007-passkeys", _PASSKEYS),
)

#: Each before the tables that it refers to.
_TABLES = (
    "backend_imports",
    "backend_views",
    "backend_passkeys",
    "backend_second_factors",
    "backend_sessions",
    "backend_preferences",
    "backend_settings",
    "backend_jwt_blacklist",
    "backend_users",
    "backend_user_roles",
    "gatehouse_admin_migrations",
)

# Waits for a process that is recording the same migration, and changes nothing if that process commits.
_RECORD = """
    insert into gatehouse_admin_migrations (name, applied_at) values (:name, :applied_at) on conflict (name) do nothing
"""

#: At start, an application may wait for another process that is migrating.
_LONGEST_SECONDS = 60.0


def migrate_admin(database: Any, call: Call | None = None) -> list[str]:
    """Brings the tables of the admin backend up to date, and returns the names of the migrations that it applied.

    ``database`` is an Engine of SQLAlchemy, or a connection of Django. Any number of processes may call it at the same
    time. It applies all missing migrations in one transaction, or none.
    """
    target = database_of(database)
    limits = call or Call.within(_LONGEST_SECONDS)
    if target.is_postgresql:
        require_utf8(target, limits)
    # A transaction that writes takes SQLite's lock on the first of the two.
    create_ledger(target, LEDGER, limits)
    create_ledger(target, ADMIN_LEDGER, limits)
    return target.transaction(apply_admin, limits, read_only=False)


def apply_admin(tx: Transaction, last: str | None = None) -> list[str]:
    """Applies the missing migrations, up to the one named ``last``, inside a transaction. Needs the ledger."""
    names = []
    for name, statements in _MIGRATIONS:
        if last is not None and name > last:
            break
        # Recorded first, so that one of several processes runs it, and the others wait until it has committed.
        if tx.run(_RECORD, {"name": name, "applied_at": int(time.time() * 1000)}) == 0:
            continue
        identity = "bigint generated by default as identity" if tx.is_postgresql else "integer"
        for statement in statements:
            tx.run(statement.replace("{id}", identity), {})
        names.append(name)
    return names


def drop_admin(tx: Transaction) -> None:
    """Removes everything that the migrations created."""
    for table in _TABLES:
        tx.run(f"drop table if exists {table}", {})
