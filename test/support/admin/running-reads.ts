import type { AsyncSqliteConnection, Engine } from '@gatehouse/host/admin';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Part of every query with ENDLESS in it, which identifies the query. */
export const ENDLESS_MARK = 'gatehouse_endless';

/** A condition that keeps its query running until it is interrupted; in PostgreSQL without work for the processor. */
export const ENDLESS: Readonly<Record<Engine, RawBuilder<boolean>>> = {
  sqlite: sql`(with recursive gatehouse_endless (n) as (select 1 union all select n + 1 from gatehouse_endless)
    select count(*) from gatehouse_endless) > 0`,
  postgres: sql`(select count(*) from pg_sleep(1000000) as gatehouse_endless) > 0`,
};

/** Counts the running queries on connections of libsql/promise: SQLite has no list of them. */
export class RunningReads {
  readonly #running: string[] = [];

  watch(connection: AsyncSqliteConnection): AsyncSqliteConnection {
    return {
      exec: (sql) => connection.exec(sql),
      interrupt: () => connection.interrupt(),
      close: () => connection.close(),
      prepare: async (sql) => {
        const statement = await connection.prepare(sql);
        return {
          all: async (parameters) => {
            this.#running.push(sql);
            try {
              return await statement.all(parameters);
            } finally {
              this.#running.splice(this.#running.indexOf(sql), 1);
            }
          },
        };
      },
    };
  }

  /** The number of running queries that contain this text. */
  count(text: string): number {
    return this.#running.filter((sql) => sql.includes(text)).length;
  }
}
