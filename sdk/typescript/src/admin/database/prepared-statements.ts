import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Texts of queries are as many as the application has; lists add one for each number of ids and search terms. */
const MAX_STATEMENTS = 500;

/**
 * What Kysely's SqliteDialect takes for a database, with every statement prepared once instead of with every use:
 * `new SqliteDialect({ database: preparedStatements(new Database(path)) })`. Works for libsql and better-sqlite3.
 *
 * Memory is bounded: the statement that was not used for longest makes room. One that changes the schema makes all of them
 * be prepared anew, so that none of them answers with the columns of before. Schema changes on another connection are
 * SQLite's to notice, which it does, except that `select *` then has the columns of before.
 */
export function preparedStatements(database: SqliteDatabase): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      prepared.clear();
      database.close();
    },

    prepare(sql) {
      if (CHANGES_SCHEMA.test(sql)) {
        prepared.clear();
        return database.prepare(sql);
      }
      const statement = prepared.get(sql) ?? reusable(database, sql);
      // What was used last stands last.
      prepared.delete(sql);
      prepared.set(sql, statement);
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MAX_STATEMENTS) break;
        prepared.delete(oldest);
      }
      return statement;
    },
  };
}

const CHANGES_SCHEMA = /^\s*(?:create|alter|drop|pragma|attach|detach|vacuum|reindex)\b/i;

function reusable(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    // Others may run the same text while somebody is half way through the rows.
    iterate: (parameters) => database.prepare(sql).iterate(parameters),
  };
}
