import { MAX_VALUE_DEPTH } from './limits.js';
import { TemplateExecutionError } from './errors.js';
import type { Value } from './values/value.js';

/** What a host's SDK recognised in a view model as a database model, and marked instead of sending its contents. */
export class MarkedRecord {
  readonly marked = 'record';

  constructor(readonly model: string) {}
}

/** What a host's SDK recognised as escaped already. It must never get to a template as if it were text. */
export class MarkedHtml {
  readonly marked = 'html';
}

/** A view model as it comes from the host. */
export type ViewModel =
  | null
  | boolean
  | bigint
  | number
  | string
  | MarkedRecord
  | MarkedHtml
  | readonly ViewModel[]
  | ReadonlyMap<string, ViewModel>;

/** The host's view model is not a curated structure. The path says where; the contents are in no message. */
export class ViewModelRefused extends TemplateExecutionError {
  override readonly name = 'ViewModelRefused';
}

/**
 * A view model as the data of a template (contract.md, Partials): refused when it holds, at any depth, a database model
 * or pre-escaped content, or nests deeper than anything that prints it could follow.
 */
export function admitViewModel(viewModel: ViewModel): Value {
  const path: string[] = [];
  check(viewModel, path);
  return viewModel as Value;
}

function check(value: ViewModel, path: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof MarkedRecord) refuse(path, `a record of the model ${value.model}`);
  if (value instanceof MarkedHtml) refuse(path, 'pre-escaped HTML');
  if (path.length >= MAX_VALUE_DEPTH) refuse(path, `values nested deeper than ${MAX_VALUE_DEPTH}`);
  const members: Iterable<[string | number, ViewModel]> =
    value instanceof Map ? value : (value as ViewModel[]).entries();
  for (const [key, member] of members) {
    path.push(String(key));
    check(member, path);
    path.pop();
  }
}

function refuse(path: readonly string[], what: string): never {
  const shown = path.length > 8 ? [...path.slice(0, 8), '…'] : path;
  throw new ViewModelRefused(`the view model holds ${what} at ${['.Data', ...shown].join('.')}`);
}
