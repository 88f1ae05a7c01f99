import type { ViewValue } from '../model/record.js';
import { wellFormed } from './runtime/go-string.js';
import type { Value } from './runtime/value.js';

/** A view model contains a forbidden value: a database record, or markup that claims to be safe. */
export class ViewModelRefused extends Error {
  override readonly name = 'ViewModelRefused';
}

/**
 * Converts the host's view model into a template's values. Throws ViewModelRefused if it contains, at any depth, a value that
 * the host's SDK has marked as a database model or pre-escaped content (AD-142); rendering then does not start.
 */
export function viewModel(value: ViewValue, path: readonly (string | number)[] = ['.Data']): Value {
  switch (value.kind) {
    case 'record':
      return refuse(path, `a record of the model ${value.model}`, 'pass only the members that you need');
    case 'trustedHtml':
      return refuse(path, 'pre-escaped content', 'pass the plain text; the template escapes it');
    case 'list':
      return value.items.map((item, index) => viewModel(item, [...path, index]));
    case 'map':
      return new Map([...value.entries].map(([key, member]) => [wellFormed(key), viewModel(member, [...path, key])]));
    case 'null':
      return null;
    case 'timestamp':
      return new Date(value.value).toISOString();
    case 'bytes':
      return value.value.toString('base64');
    case 'json':
    case 'string':
      return wellFormed(value.value);
    case 'bool':
    case 'int64':
    case 'double':
    case 'decimal':
    case 'date':
    case 'time':
      return value.value;
  }
}

/** The path identifies the position. No message contains the record's data. */
function refuse(path: readonly (string | number)[], what: string, advice: string): never {
  const shown = path.length > 8 ? [...path.slice(0, 8), '…'] : path;
  throw new ViewModelRefused(`the view model contains ${what} at ${shown.join('.')}; ${advice}`);
}
