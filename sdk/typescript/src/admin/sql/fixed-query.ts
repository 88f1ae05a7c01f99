import type { Compilable, Kysely } from 'kysely';
import { compileOnce, type CompiledOnce } from '../../sql/statement.js';

/** Runs one query on the database, or in a transaction of it. */
export type FixedQuery<DB, P, R> = (db: Kysely<DB>, parameters: P) => Promise<R[]>;

/**
 * A query that differs in its parameters only. Kysely builds and compiles it at the first use, and never again: for one
 * database, since every engine has its own text.
 */
export function fixedQuery<DB, P extends object, R>(
  build: (db: Kysely<DB>, parameters: P) => Compilable<R>,
): FixedQuery<DB, P, R> {
  let compiled: CompiledOnce<P, R> | undefined;
  return async (db, parameters) => {
    compiled ??= compileOnce((placeholders) => build(db, placeholders));
    const { query, bind } = compiled;
    const { rows } = await db.executeQuery<R>({ ...query, parameters: bind(parameters) });
    return rows;
  };
}
