import type { KyselyPlugin, OperationNode, RootOperationNode, Transaction } from 'kysely';
import { AliasNode, SelectQueryNode, TableNode } from 'kysely';
import type { AnyTables } from '../model/model.js';
import { markAsRecord } from '../model/view-model.js';
import type { Registry } from './registry.js';

/**
 * The transaction with rows that a view model recognises: what was read with it is refused there as it came from the database.
 * Values taken out of a row, and objects made of them, are what a view model is to hold.
 */
export function withMarkedRows(trx: Transaction<AnyTables>, { models }: Registry): Transaction<AnyTables> {
  const names = new Map(models.map(({ table, name }) => [table, name]));
  const tables = new WeakMap<object, string>();
  const plugin: KyselyPlugin = {
    transformQuery({ queryId, node }) {
      const table = tableOf(node);
      if (table !== undefined) tables.set(queryId, table);
      return node;
    },
    transformResult({ queryId, result }) {
      const table = tables.get(queryId);
      const model = table === undefined ? 'unknown to Gatehouse' : (names.get(table) ?? `of the table ${table}`);
      for (const row of result.rows) markAsRecord(row, model);
      return Promise.resolve(result);
    },
  };
  return trx.withPlugin(plugin);
}

/** Name of the table that is selected from; undefined for subqueries and for SQL that is written as text. */
function tableOf(query: RootOperationNode): string | undefined {
  let node: OperationNode | undefined = SelectQueryNode.is(query) ? query.from?.froms[0] : undefined;
  if (node !== undefined && AliasNode.is(node)) node = node.node;
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : undefined;
}
