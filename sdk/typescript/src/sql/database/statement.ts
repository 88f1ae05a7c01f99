import type { Compilable, CompiledQuery } from 'kysely';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createHash } from 'node:crypto';
import type { Schema } from './schema.js';

export type DialectName = 'sqlite' | 'postgres';

/** Kysely only as a compiler: it generates the SQL of each engine, and has no connection. */
const BUILDERS: Readonly<Record<DialectName, Kysely<Schema>>> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

export function queryBuilder(dialect: DialectName): Kysely<Schema> {
  return BUILDERS[dialect];
}

/** The arguments for building a statement: the typed tables, its parameters by name, and the engine if engines differ. */
type Build<P extends object, R> = (db: Kysely<Schema>, parameters: P, dialect: DialectName) => Compilable<R>;

export interface CompiledStatement {
  /** Derived from the text, so that it is the same on every connection and in every process. */
  readonly name: string;
  readonly sql: string;
  readonly bind: (parameters: object) => unknown[];
}

/**
 * A query typed by Kysely, and compiled once per engine instead of on every use. After that, only the driver's prepared
 * statement runs, without the cost of a query builder.
 */
export class Statement<P extends object, R> {
  readonly #compiled = new Map<DialectName, CompiledStatement>();

  constructor(private readonly build: Build<P, R>) {}

  for(dialect: DialectName): CompiledStatement {
    let compiled = this.#compiled.get(dialect);
    if (!compiled) {
      compiled = this.#compile(dialect);
      this.#compiled.set(dialect, compiled);
    }
    return compiled;
  }

  #compile(dialect: DialectName): CompiledStatement {
    const { query, bind } = compileOnce<P, R>((parameters) => this.build(queryBuilder(dialect), parameters, dialect));
    return {
      name: `gatehouse_${createHash('sha256').update(query.sql).digest('hex').slice(0, 16)}`,
      sql: query.sql,
      bind: (given) => bind(given as P),
    };
  }
}

/** A compiled query, and the function that fills in the parameters of each use. */
export interface CompiledOnce<P, R> {
  readonly query: CompiledQuery<R>;
  readonly bind: (parameters: P) => unknown[];
}

/** A placeholder for every parameter, with its name. Kysely passes placeholders through as values. */
export function placeholders(): object {
  return new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
}

export function compileOnce<P extends object, R>(build: (parameters: P) => Compilable<R>): CompiledOnce<P, R> {
  const query = build(placeholders() as P).compile();
  const binders = query.parameters.map((value) =>
    value instanceof Placeholder
      ? (given: object): unknown => (given as Record<string, unknown>)[value.parameter]
      : (): unknown => value,
  );
  return { query, bind: (given) => binders.map((binder) => binder(given)) };
}

export class Placeholder {
  constructor(readonly parameter: string) {}
}
