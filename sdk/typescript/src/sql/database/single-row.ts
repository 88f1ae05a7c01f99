import type { RowStatement } from './sqlite-driver.js';

/**
 * A query of one row. The driver returns values only: it would look up the name of each of them in V8, for every row. The
 * statement must not be used otherwise: after its `all`, libsql would answer `get` with the row from before.
 */
export class SingleRow {
  readonly #statement: RowStatement;
  readonly #columns: readonly string[];

  constructor(statement: RowStatement) {
    this.#statement = statement.raw();
    this.#columns = this.#statement.columns().map(({ name }) => name);
  }

  get(parameters: readonly unknown[]): object | undefined {
    const values = this.#statement.get(parameters) as readonly unknown[] | null | undefined;
    if (!values) return undefined;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#columns.length; index += 1) row[this.#columns[index] ?? ''] = values[index];
    return row;
  }
}
