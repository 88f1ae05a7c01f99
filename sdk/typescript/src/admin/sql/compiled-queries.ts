import type { Compilable, CompiledQuery } from 'kysely';
import { sql } from 'kysely';
import { BoundedCache } from '../../shared/bounded-cache.js';
import { Placeholder, placeholders } from '../../sql/database/statement.js';
import type { AdminContext, AnyTables, Query } from '../model/model.js';
import type { Row } from './columns.js';

/** A screen has a few shapes: its selection, with the sorts and filters that its users choose. */
const MAX_QUERIES = 500;
/** Longer shapes are of filters with many values, which do not come back. */
const MAX_SHAPE_LENGTH = 4000;

/** A statement that no scope limits. */
export interface ShapedStatement<P extends object> {
  /** Identical for statements that differ only in `parameters`. Undefined: compiled for this one use. */
  readonly shape: string | undefined;
  readonly parameters: P;
  readonly build: (parameters: P) => Compilable;
}

/** Queries of records that the application limits first, by its scopes. */
export interface ShapedQuery<P extends object> {
  readonly base: Query<AnyTables, string>;
  /** Identical for queries that differ only in `base` and in `parameters`. Undefined: compiled for this one use. */
  readonly shape: string | undefined;
  readonly parameters: P;
  /** Every condition goes behind those of `base`. */
  readonly build: (base: Query<AnyTables, string>, parameters: P) => Compilable;
}

interface Compiled {
  readonly query: CompiledQuery;
  readonly bind: (limits: readonly unknown[], parameters: object) => unknown[];
}

/**
 * Queries that Kysely builds and compiles once for each shape, instead of for each request, which costs more than running
 * them. The scopes of the application run for each request: their text is part of the key, and their parameters are bound
 * anew. The least recently used query makes room.
 */
export class CompiledQueries {
  readonly #queries = new BoundedCache<Compiled>(MAX_QUERIES);

  async rows<P extends object>({ trx }: Pick<AdminContext<AnyTables>, 'trx'>, shaped: ShapedQuery<P>): Promise<Row[]> {
    return (await trx.executeQuery(this.query(shaped))).rows;
  }

  /** The query with its parameters bound. */
  query<P extends object>({ base, shape, parameters, build }: ShapedQuery<P>): CompiledQuery<Row> {
    const limits = shape === undefined ? undefined : limitsOf(base);
    const key = limits && `${String(shape)}\n${limits.text}`;
    return this.#bound({ shape: key, parameters, build: (given) => build(base, given) }, limits);
  }

  /** The statement with its parameters bound. */
  statement<P extends object>(shaped: ShapedStatement<P>): CompiledQuery<Row> {
    return this.#bound(shaped);
  }

  #bound<P extends object>(
    { shape, parameters, build }: ShapedStatement<P>,
    limits: Limits = UNLIMITED,
  ): CompiledQuery<Row> {
    const isKept = shape !== undefined && shape.length <= MAX_SHAPE_LENGTH;
    const compiled = isKept ? this.#compiled(shape, limits, () => build(placeholders() as P).compile()) : undefined;
    return compiled === undefined
      ? build(parameters).compile()
      : { ...compiled.query, parameters: compiled.bind(limits.parameters, parameters) };
  }

  #compiled(key: string, limits: Limits, compile: () => CompiledQuery): Compiled | undefined {
    const existing = this.#queries.get(key);
    if (existing !== undefined) return existing;
    const compiled = compiledOf(compile(), limits);
    if (compiled !== undefined) this.#queries.set(key, compiled);
    return compiled;
  }
}

interface Limits {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

const UNLIMITED: Limits = { text: '', parameters: [] };
const ONE = sql`1`.as('gatehouse_one');

/** The conditions that scopes added to a query. Undefined if they added something else, for example a join. */
function limitsOf(base: Query<AnyTables, string>): Limits | undefined {
  const { kind, from, where, ...others } = base.toOperationNode() as SelectNode;
  if (kind !== 'SelectQueryNode' || from === undefined) return undefined;
  if (Object.values(others).some((other) => other !== undefined)) return undefined;
  if (where === undefined) return UNLIMITED;
  const { sql: text, parameters } = base.select(ONE).compile();
  return { text, parameters };
}

/** Whether no scope changed the query of a whole table. */
export function isUnlimited(base: Query<AnyTables, string>): boolean {
  return limitsOf(base) === UNLIMITED;
}

interface SelectNode {
  readonly kind: string;
  readonly from?: unknown;
  readonly where?: unknown;
}

/**
 * The parameters of scopes come before all other values of the query: everything else that has values is a condition behind
 * theirs. Undefined for a query in which they do not.
 */
function compiledOf(query: CompiledQuery, limits: Limits): Compiled | undefined {
  const ofScopes = limits.parameters.values();
  let left = limits.parameters.length;
  const binders: Binder[] = [];
  for (const value of query.parameters) {
    if (value instanceof Placeholder) binders.push((_, given) => memberOf(given, value.parameter));
    else if (left === 0) binders.push(() => value);
    else {
      if (!Object.is(ofScopes.next().value, value)) return undefined;
      const position = limits.parameters.length - left;
      left -= 1;
      binders.push((current) => current[position]);
    }
  }
  return { query, bind: (current, given) => binders.map((binder) => binder(current, given)) };
}

type Binder = (ofScopes: readonly unknown[], given: object) => unknown;

function memberOf(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name];
}
