"""The tables: ``migrate`` creates and updates them. Alembic and Django have files of their own with the same statements.

They are the tables of the TypeScript SDK, so that a host can change its language. A released migration is never edited.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ..service.call import Call
from .database import Database, Transaction, first
from .source import database_of

#: The tables and indexes of both databases.
_TABLES = (
    """
    create table gatehouse_clients (
      client_id text not null primary key,
      client_name text not null,
      redirect_uris text not null,
      token_endpoint_auth_method text not null,
      secret_hash {bytes},
      scopes text not null,
      grant_types text not null,
      registered_at bigint not null,
      consented_at bigint,
      revoked_at bigint,
      self_registered integer not null,
      metadata text not null
    )
    """,
    "create table gatehouse_counters (name text not null primary key, value bigint not null)",
    "insert into gatehouse_counters (name, value) values ('unrevoked_clients', 0)",
    """
    create index gatehouse_clients_unconsented on gatehouse_clients (registered_at) where consented_at is null
    and revoked_at is null
    """,
    """
    create table gatehouse_codes (
      code_hash {bytes} not null primary key,
      client_id text not null,
      user_id text not null,
      redirect_uri text not null,
      code_challenge text not null,
      scopes text not null,
      resource text not null,
      issued_at bigint not null,
      expires_at bigint not null,
      grant_context {bytes},
      spent_at bigint,
      lineage_id text
    )
    """,
    "create index gatehouse_codes_expiry on gatehouse_codes (expires_at)",
    """
    create table gatehouse_lineages (
      lineage_id text not null primary key,
      client_id text,
      user_id text,
      scopes text,
      resource text,
      started_at bigint,
      refreshed_at bigint,
      expires_at bigint not null,
      revoked_at bigint
    )
    """,
    "create index gatehouse_lineages_expiry on gatehouse_lineages (expires_at)",
    "create index gatehouse_lineages_client on gatehouse_lineages (client_id)",
    "create index gatehouse_lineages_user on gatehouse_lineages (user_id)",
    """
    create table gatehouse_refresh_tokens (
      token_hash {bytes} not null primary key,
      lineage_id text not null,
      client_id text not null,
      user_id text not null,
      scopes text not null,
      resource text not null,
      issued_at bigint not null,
      expires_at bigint not null,
      lineage_started_at bigint not null,
      grant_context {bytes},
      spent_at bigint
    )
    """,
    "create index gatehouse_refresh_tokens_expiry on gatehouse_refresh_tokens (expires_at)",
    """
    create table gatehouse_access_tokens (
      token_hash {bytes} not null primary key,
      lineage_id text not null,
      client_id text not null,
      user_id text not null,
      scopes text not null,
      resource text not null,
      expires_at bigint not null,
      grant_context {bytes}
    )
    """,
    "create index gatehouse_access_tokens_expiry on gatehouse_access_tokens (expires_at)",
    "create index gatehouse_access_tokens_client on gatehouse_access_tokens (client_id, expires_at)",
)

#: They maintain the number of unrevoked clients: an application revokes a client with its own SQL.
_SQLITE_TRIGGERS = (
    """
    create trigger gatehouse_clients_inserted after insert on gatehouse_clients when new.revoked_at is null
    begin update gatehouse_counters set value = value + 1 where name = 'unrevoked_clients'; end
    """,
    """
    create trigger gatehouse_clients_deleted after delete on gatehouse_clients when old.revoked_at is null begin
    update gatehouse_counters set value = value + -1 where name = 'unrevoked_clients'; end
    """,
    """
    create trigger gatehouse_clients_revoked after update of revoked_at on gatehouse_clients when
    (old.revoked_at is null) <> (new.revoked_at is null) begin update gatehouse_counters set value = value +
    case when new.revoked_at is null then 1 else -1 end where name = 'unrevoked_clients'; end
    """,
)

#: Once for each statement instead of each row.
_POSTGRESQL_TRIGGERS = (
    """
    create function gatehouse_clients_inserted() returns trigger language plpgsql as $$ declare delta bigint :=
    (select count(*) from added where revoked_at is null); begin if delta <> 0 then update gatehouse_counters
    set value = value + delta where name = 'unrevoked_clients'; end if; return null; end $$
    """,
    """
    create function gatehouse_clients_deleted() returns trigger language plpgsql as $$ declare delta bigint :=
    -(select count(*) from removed where revoked_at is null); begin if delta <> 0 then update gatehouse_counters
    set value = value + delta where name = 'unrevoked_clients'; end if; return null; end $$
    """,
    """
    create function gatehouse_clients_revoked() returns trigger language plpgsql as $$ declare delta bigint :=
    (select count(*) from added where revoked_at is null) - (select count(*) from removed where revoked_at is
    null); begin if delta <> 0 then update gatehouse_counters set value = value + delta where name =
    'unrevoked_clients'; end if; return null; end $$
    """,
    """
    create trigger gatehouse_clients_inserted after insert on gatehouse_clients referencing new table as added
    for each statement execute function gatehouse_clients_inserted()
    """,
    """
    create trigger gatehouse_clients_deleted after delete on gatehouse_clients referencing old table as removed
    for each statement execute function gatehouse_clients_deleted()
    """,
    """
    create trigger gatehouse_clients_revoked after update on gatehouse_clients referencing old table as removed
    new table as added for each statement execute function gatehouse_clients_revoked()
    """,
)

#: The count in parts, so that registrations do not wait for each other, and a row to lock. PostgreSQL only.
_PARALLEL_REGISTRATION = (
    "alter table gatehouse_counters rename to gatehouse_counter_parts",
    "alter table gatehouse_counter_parts add column part integer not null default 0",
    "alter table gatehouse_counter_parts drop constraint gatehouse_counters_pkey",
    "alter table gatehouse_counter_parts add constraint gatehouse_counter_parts_pkey primary key (name, part)",
    """
    insert into gatehouse_counter_parts (name, value, part) select 'unrevoked_clients', 0, part from
    generate_series(1, 31) as part
    """,
    """
    create view gatehouse_counters as select name, sum(value)::bigint as value from gatehouse_counter_parts
    group by name
    """,
    """
    create or replace function gatehouse_clients_inserted() returns trigger language plpgsql as $$ declare delta
    bigint := (select count(*) from added where revoked_at is null); begin if delta <> 0 then update
    gatehouse_counter_parts set value = value + delta where name = 'unrevoked_clients' and part =
    pg_backend_pid() % 32; end if; return null; end $$
    """,
    """
    create or replace function gatehouse_clients_deleted() returns trigger language plpgsql as $$ declare delta
    bigint := -(select count(*) from removed where revoked_at is null); begin if delta <> 0 then update
    gatehouse_counter_parts set value = value + delta where name = 'unrevoked_clients' and part =
    pg_backend_pid() % 32; end if; return null; end $$
    """,
    """
    create or replace function gatehouse_clients_revoked() returns trigger language plpgsql as $$ declare delta
    bigint := (select count(*) from added where revoked_at is null) - (select count(*) from removed where
    revoked_at is null); begin if delta <> 0 then update gatehouse_counter_parts set value = value + delta where
    name = 'unrevoked_clients' and part = pg_backend_pid() % 32; end if; return null; end $$
    """,
    "create table gatehouse_locks (name text not null primary key)",
    "insert into gatehouse_locks (name) values ('registration')",
)
LEDGER = """
    create table if not exists gatehouse_migrations (
      version integer not null primary key,
      name text not null,
      applied_at bigint not null
    )
"""

# Waits for a process that is recording the same migration, and changes nothing if that process commits.
_RECORD = """
    insert into gatehouse_migrations (version, name, applied_at) values (:version, :name, :applied_at)
    on conflict (version) do nothing
"""

#: PostgreSQL's errors when two processes create the ledger at the same time: one of them must check again.
_CREATED_MEANWHILE = ("23505", "42P07", "42710")
_ATTEMPTS = 10
#: A migration may have to wait for that of another process, and for transactions that use the tables.
_LONGEST_SECONDS = 60.0


@dataclass(frozen=True)
class Migration:
    version: int
    name: str
    sqlite: tuple[str, ...]
    postgresql: tuple[str, ...]

    def statements(self, is_postgresql: bool) -> list[str]:
        if is_postgresql:
            return [statement.replace("{bytes}", "bytea") for statement in self.postgresql]
        return [statement.replace("{bytes}", "blob") for statement in self.sqlite]


MIGRATIONS = (
    Migration(1, "initial", (*_TABLES, *_SQLITE_TRIGGERS), (*_TABLES, *_POSTGRESQL_TRIGGERS)),
    Migration(2, "parallel-registration", (), _PARALLEL_REGISTRATION),
)


def migrate(database: Any) -> list[str]:
    """Brings the tables up to date, and returns the names of the migrations that it applied.

    ``database`` is an Engine of SQLAlchemy, or a connection of Django. Any number of processes may call it at the same
    time. It applies all missing migrations in one transaction, or none.
    """
    target = database_of(database)
    call = Call.within(_LONGEST_SECONDS)
    if target.is_postgresql:
        require_utf8(target, call)
    create_ledger(target, LEDGER, call)
    return target.transaction(apply, call, read_only=False)


def apply(tx: Transaction, last: int | None = None) -> list[str]:
    """Applies the missing migrations, up to the version ``last``, inside a transaction. Needs the ledger."""
    names = []
    for migration in MIGRATIONS:
        if last is not None and migration.version > last:
            break
        # Recorded first, so that one of several processes runs it, and the others wait until it has committed.
        record = {"version": migration.version, "name": migration.name, "applied_at": int(time.time() * 1000)}
        if tx.run(_RECORD, record) == 0:
            continue
        for statement in migration.statements(tx.is_postgresql):
            tx.run(statement, {})
        names.append(migration.name)
    return names


def create_ledger(target: Database, statement: str, call: Call) -> None:
    """Creates the table that lists the migrations that ran, if it is missing."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            # Not as a writer: the lock for writing is taken on this very table.
            target.transaction(lambda tx: tx.run(statement, {}), call, read_only=True)
            return
        except Exception as error:
            driver = getattr(error, "orig", None) or error.__cause__
            state = getattr(driver, "sqlstate", None) or getattr(driver, "pgcode", None)
            if state not in _CREATED_MEANWHILE or attempt == _ATTEMPTS:
                raise


def require_utf8(target: Database, call: Call) -> None:
    """In another encoding, a statement with a character that it does not have fails."""
    query = "select current_database(), current_setting('server_encoding')"
    row = target.transaction(lambda tx: first(tx, query, {}), call, read_only=True)
    if row is not None and row[1] != "UTF8":
        raise RuntimeError(
            f'the database "{row[0]}" has the encoding {row[1]}, but Gatehouse needs UTF8; create one with '
            '"createdb -T template0 -E UTF8" and restore a dump of the old one into it'
        )


_TABLE_NAMES = (
    "gatehouse_access_tokens",
    "gatehouse_refresh_tokens",
    "gatehouse_lineages",
    "gatehouse_codes",
    "gatehouse_clients",
    "gatehouse_migrations",
)


def drop(tx: Transaction) -> None:
    """Removes everything that the migrations created."""
    counters: tuple[str, ...] = ("gatehouse_counters",)
    if tx.is_postgresql:
        tx.run("drop view if exists gatehouse_counters", {})
        counters = ("gatehouse_counter_parts", "gatehouse_locks")
    for table in (*_TABLE_NAMES, *counters):
        tx.run(f"drop table if exists {table}", {})
    if tx.is_postgresql:
        for event in ("inserted", "deleted", "revoked"):
            tx.run(f"drop function if exists gatehouse_clients_{event}()", {})
