import type { ViewMapEntry } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewMapEntry';
import type { ViewValue } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewValue';
import { MAX_VIEW_DEPTH } from '@gatehouse/proto/limits';
import { toTimestamp } from '@gatehouse/proto/time';
import type { KyselyPlugin, OperationNode, RootOperationNode, Transaction } from 'kysely';
import { AliasNode, SelectQueryNode, TableNode } from 'kysely';
import { isInt64 } from '../model/column-values.js';
import type { AnyTables } from '../model/model.js';
import type { ViewModel } from '../model/view-model.js';
import { markAsRecord, modelOfRecord, TrustedHtml } from '../model/view-model.js';
import type { Registry } from '../registry.js';

/**
 * The transaction with rows that a view model recognizes: a view model must not contain rows that were read with it. It
 * may contain values taken from a row, and objects built from them.
 */
export function withMarkedRows(trx: Transaction<AnyTables>, { models }: Registry): Transaction<AnyTables> {
  const names = new Map(models.map(({ table, name }) => [table, name]));
  const tables = new WeakMap<object, string | undefined>();
  const plugin: KyselyPlugin = {
    transformQuery({ queryId, node }) {
      tables.set(queryId, tableOf(node));
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

/** Name of the selected table; undefined for subqueries and for raw SQL. */
function tableOf(query: RootOperationNode): string | undefined {
  let node: OperationNode | undefined = SelectQueryNode.is(query) ? query.from?.froms[0] : undefined;
  if (node !== undefined && AliasNode.is(node)) node = node.node;
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : undefined;
}

/** The range of google.protobuf.Timestamp: the years 1 to 9999. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

type Path = readonly string[];

/** A view model contains a value that a template cannot represent. The message never contains the value. */
class NoViewModel extends TypeError {
  override readonly name = 'NoViewModel';

  constructor(path: Path, what: string, advice: string) {
    const shown = path.length > 8 ? [...path.slice(0, 8), '…'] : path;
    super(`the view model contains ${what} at ${shown.join('.')}; ${advice}`);
  }
}

/**
 * Converts a view model for the wire. Marks forbidden values, so that Gatehouse rejects them. Throws for a value that the
 * wire cannot represent, instead of sending a different one.
 */
export function toProtoViewValue(value: ViewModel, path: Path = ['.Data']): ViewValue {
  if (path.length > MAX_VIEW_DEPTH + 1) {
    throw new NoViewModel(path, `a value more than ${String(MAX_VIEW_DEPTH)} levels deep`, 'pass a flatter structure');
  }
  switch (typeof value) {
    case 'boolean':
      return { cell: { boolValue: value } };
    case 'bigint':
      if (!isInt64(value)) {
        throw new NoViewModel(path, 'an integer of more than 64 bits', 'pass it as text');
      }
      return { cell: { int64Value: String(value) } };
    case 'number':
      if (!Number.isFinite(value)) {
        throw new NoViewModel(path, 'NaN or an infinity', 'pass null or a text instead');
      }
      return { cell: Number.isSafeInteger(value) ? { int64Value: String(value) } : { doubleValue: value } };
    case 'string':
      return { cell: { stringValue: value } };
    case 'object':
      return value === null ? { cell: { nullValue: true } } : objectValue(value, path);
    default:
      throw new NoViewModel(path, describe(value), 'pass null, or omit the member');
  }
}

function describe(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

function objectValue(value: Exclude<ViewModel, null | boolean | number | bigint | string>, path: Path): ViewValue {
  if (value instanceof TrustedHtml) return { trustedHtml: true };
  if (value instanceof Date) {
    const time = value.getTime();
    // Also rejects an invalid date, for which every comparison is false.
    if (!(time >= FIRST_MS && time <= LAST_MS)) {
      throw new NoViewModel(path, 'a date outside the years 1 to 9999', 'pass null or a text instead');
    }
    return { cell: { timestampValue: toTimestamp(time) } };
  }
  const model = modelOfRecord(value);
  if (model !== undefined) return { recordModel: model };
  if (Array.isArray(value)) {
    // Not map, which would skip the holes instead of rejecting them.
    const items = Array.from(value as readonly ViewModel[], (item, index) =>
      toProtoViewValue(item, [...path, String(index)]),
    );
    return { list: { items } };
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // An instance of a class is not a plain structure, but most likely an ORM entity.
  if (prototype !== Object.prototype && prototype !== null) return { recordModel: nameOfClass(prototype) };
  const entries = Object.entries(value as Readonly<Record<string, ViewModel>>);
  const memberOf = ([key, member]: [string, ViewModel]): ViewMapEntry => ({
    key,
    value: toProtoViewValue(member, [...path, key]),
  });
  return { map: { entries: entries.map(memberOf) } };
}

/** A class may have no name, but the contract requires one. */
function nameOfClass(prototype: unknown): string {
  const { constructor } = prototype as { constructor?: unknown };
  return (typeof constructor === 'function' && constructor.name) || 'a class without a name';
}
