import type { AsyncSqliteConnection } from '@gatehouse/host/admin';

/** Counts the queries that are under way on connections of libsql/promise: SQLite has no list of them. */
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

  /** How many queries with this text in them are under way. */
  count(text: string): number {
    return this.#running.filter((sql) => sql.includes(text)).length;
  }
}
