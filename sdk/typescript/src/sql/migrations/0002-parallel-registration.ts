import { sql } from 'kysely';
import { UNREVOKED_CLIENTS } from './client-count.js';
import type { Migration } from './migration.js';

/** Parts of the count. Connections of one pool have consecutive ids, so that each has its own part. */
const PARTS = 32;

/**
 * On PostgreSQL, every registration waited until the one before it was durable: at an advisory lock, and at the only row
 * of the count. Now the count consists of parts, each connection changes one of them, and a row replaces the lock.
 * gatehouse_counters becomes a view, so that hosts of the previous release read the same number. SQLite has only one
 * writer at a time, and keeps its schema.
 */
export const parallelRegistration: Migration = {
  version: 2,
  name: 'parallel-registration',
  up(db, dialect) {
    if (dialect === 'sqlite') return [];
    return STATEMENTS.map((text) => ({ compile: () => sql.raw(text).compile(db) }));
  },
};

const STATEMENTS = [
  'alter table gatehouse_counters rename to gatehouse_counter_parts',
  'alter table gatehouse_counter_parts add column part integer not null default 0',
  'alter table gatehouse_counter_parts drop constraint gatehouse_counters_pkey',
  'alter table gatehouse_counter_parts add constraint gatehouse_counter_parts_pkey primary key (name, part)',
  `insert into gatehouse_counter_parts (name, value, part)
    select '${UNREVOKED_CLIENTS}', 0, part from generate_series(1, ${PARTS - 1}) as part`,
  `create view gatehouse_counters as
    select name, sum(value)::bigint as value from gatehouse_counter_parts group by name`,
  countBy('inserted', '(select count(*) from added where revoked_at is null)'),
  countBy('deleted', '-(select count(*) from removed where revoked_at is null)'),
  countBy(
    'revoked',
    '(select count(*) from added where revoked_at is null) - (select count(*) from removed where revoked_at is null)',
  ),
  'create table gatehouse_locks (name text not null primary key)',
  "insert into gatehouse_locks (name) values ('registration')",
];

/** The functions of the triggers that 0001 created. */
function countBy(event: string, delta: string): string {
  return `create or replace function gatehouse_clients_${event}() returns trigger language plpgsql as $$
    declare delta bigint := ${delta};
    begin
      if delta <> 0 then
        update gatehouse_counter_parts set value = value + delta
          where name = '${UNREVOKED_CLIENTS}' and part = pg_backend_pid() % ${PARTS};
      end if;
      return null;
    end $$`;
}
