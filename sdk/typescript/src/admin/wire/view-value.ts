import type { ViewModel } from '../model/view-model.js';
import { modelOfRecord, TrustedHtml } from '../model/view-model.js';
import { toWireMoment } from './moment.js';

const MAX_DEPTH = 32;

/** A view model for the wire. What must not be in it is marked there, for Gatehouse to refuse. */
export function toWireViewValue(value: ViewModel, depth = 0): object {
  if (depth > MAX_DEPTH) throw new TypeError(`a view model nests deeper than ${String(MAX_DEPTH)}`);
  switch (typeof value) {
    case 'boolean':
      return { cell: { boolValue: value } };
    case 'bigint':
      return { cell: { int64Value: String(value) } };
    case 'number':
      return { cell: Number.isSafeInteger(value) ? { int64Value: String(value) } : { doubleValue: value } };
    case 'string':
      return { cell: { stringValue: value } };
    case 'object':
      return value === null ? { cell: { nullValue: true } } : objectValue(value, depth);
    default:
      throw new TypeError(`a view model holds a ${typeof value}`);
  }
}

function objectValue(value: Exclude<ViewModel, null | boolean | number | bigint | string>, depth: number): object {
  if (value instanceof TrustedHtml) return { trustedHtml: true };
  if (value instanceof Date) return { cell: { timestampValue: toWireMoment(value) } };
  const model = modelOfRecord(value);
  if (model !== undefined) return { recordModel: model };
  if (Array.isArray(value))
    return { list: { items: value.map((item: ViewModel) => toWireViewValue(item, depth + 1)) } };
  const prototype: unknown = Object.getPrototypeOf(value);
  // An instance of a class is no curated structure: an entity of some ORM, most likely.
  if (prototype !== Object.prototype && prototype !== null) return { recordModel: value.constructor.name };
  const entries = Object.entries(value as Readonly<Record<string, ViewModel>>);
  return { map: { entries: entries.map(([key, member]) => ({ key, value: toWireViewValue(member, depth + 1) })) } };
}
