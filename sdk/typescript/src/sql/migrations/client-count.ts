import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { DialectName } from '../database/statement.js';
import type { Schema } from '../database/schema.js';
import type { Migration } from './migration.js';

/** Row of gatehouse_counters with the number of unrevoked clients. */
export const UNREVOKED_CLIENTS = 'unrevoked_clients';

/**
 * The count of unrevoked clients, which is compared with the cap. Triggers maintain it, not the stores, because an
 * application revokes a client with its own SQL (`revoked_at`).
 */
export function clientCount(db: Kysely<Schema>, dialect: DialectName): ReturnType<Migration['up']> {
  return [
    db.schema
      .createTable('gatehouse_counters')
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      .addColumn('value', 'bigint', (column) => column.notNull()),
    statement(db, sql`insert into gatehouse_counters (name, value) values (${sql.lit(UNREVOKED_CLIENTS)}, 0)`),
    ...(dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS).map((text) => statement(db, sql.raw(text))),
  ];
}

function statement(db: Kysely<Schema>, query: RawBuilder<unknown>): { compile(): { readonly sql: string } } {
  return { compile: () => query.compile(db) };
}

function changeBy(delta: string): string {
  return `update gatehouse_counters set value = value + ${delta} where name = '${UNREVOKED_CLIENTS}';`;
}

const SQLITE_TRIGGERS = [
  `create trigger gatehouse_clients_inserted after insert on gatehouse_clients when new.revoked_at is null
    begin ${changeBy('1')} end`,
  `create trigger gatehouse_clients_deleted after delete on gatehouse_clients when old.revoked_at is null
    begin ${changeBy('-1')} end`,
  `create trigger gatehouse_clients_revoked after update of revoked_at on gatehouse_clients
    when (old.revoked_at is null) <> (new.revoked_at is null)
    begin ${changeBy('case when new.revoked_at is null then 1 else -1 end')} end`,
];

/**
 * Once per statement instead of per row, and without touching the row if nothing changed, because others wait for its
 * lock.
 */
const POSTGRES_TRIGGERS = [
  postgresFunction('inserted', '(select count(*) from added where revoked_at is null)'),
  postgresFunction('deleted', '-(select count(*) from removed where revoked_at is null)'),
  postgresFunction(
    'revoked',
    '(select count(*) from added where revoked_at is null) - (select count(*) from removed where revoked_at is null)',
  ),
  postgresTrigger('inserted', 'insert', 'referencing new table as added'),
  postgresTrigger('deleted', 'delete', 'referencing old table as removed'),
  postgresTrigger('revoked', 'update', 'referencing old table as removed new table as added'),
];

function postgresFunction(event: string, delta: string): string {
  return `create function gatehouse_clients_${event}() returns trigger language plpgsql as $$
    declare delta bigint := ${delta};
    begin
      if delta <> 0 then ${changeBy('delta')} end if;
      return null;
    end $$`;
}

function postgresTrigger(event: string, on: string, transition: string): string {
  return `create trigger gatehouse_clients_${event} after ${on} on gatehouse_clients ${transition}
    for each statement execute function gatehouse_clients_${event}()`;
}
