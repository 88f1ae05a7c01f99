import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { BoundedCache } from '../../shared/bounded-cache.js';
import { SingleRow } from '../../sql/database/single-row.js';
import type { RowStatement } from '../../sql/database/sqlite-driver.js';

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
  const prepared = new BoundedCache<SqliteStatement>(MAX_STATEMENTS);
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
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = reusable(database, sql);
        prepared.set(sql, statement);
      }
      return statement;
    },
  };
}

const CHANGES_SCHEMA = /^\s*(?:create|alter|drop|pragma|attach|detach|vacuum|reindex)\b/i;

/** A query that returns one row at most. A comment could end like it. */
function readsOneRow(sql: string): boolean {
  return sql.endsWith(' limit 1') && !sql.includes('--') && !sql.includes('/*');
}

/** Absent: a driver other than libsql and better-sqlite3. */
function rowStatement(statement: SqliteStatement & Partial<RowStatement>): RowStatement | undefined {
  const { get, raw, columns } = statement;
  return get && raw && columns ? (statement as RowStatement) : undefined;
}

function reusable(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const { reader } = statement;
  // libsql prepares for a hundred rows to return all of them, and looks up the name of each value.
  const ofOne = readsOneRow(sql) ? rowStatement(statement) : undefined;
  const single = ofOne && new SingleRow(ofOne);
  return {
    reader,
    all: (parameters) => {
      if (single === undefined) return statement.all(parameters);
      const row = single.get(parameters);
      return row === undefined ? [] : [row];
    },
    run: (parameters) => statement.run(parameters),
    // Other code may run the same text while a caller is still iterating over the rows.
    iterate: (parameters) => database.prepare(sql).iterate(parameters),
  };
}
