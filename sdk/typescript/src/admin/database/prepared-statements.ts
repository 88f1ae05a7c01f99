import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** An application has a fixed number of query texts; lists add one for each number of ids and search terms. */
const MAX_STATEMENTS = 500;

/**
 * A database for Kysely's SqliteDialect that prepares every statement once instead of on every use: `new SqliteDialect({
 * database: preparedStatements(new Database(path)) })`. Works for libsql and better-sqlite3.
 *
 * Memory is bounded: the least recently used statement is evicted. A statement that changes the schema evicts all others,
 * so that none of them returns outdated columns. SQLite detects schema changes on another connection, except that `select
 * *` then returns the old columns.
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
      // Keeps the most recently used statement last.
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
    // Other code may run the same text while a caller is still iterating over the rows.
    iterate: (parameters) => database.prepare(sql).iterate(parameters),
  };
}
