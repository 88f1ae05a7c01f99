import { InvalidField } from '../../wire/fields.js';
import type { Values } from '../model/controller.js';

/** Throws if a request names a column that only the hooks write: a password hash, a token version. */
export function requireWritable(values: Readonly<Values>, writable: ReadonlySet<string>): void {
  if (Object.keys(values).some((name) => !writable.has(name))) {
    throw new InvalidField('values.column', 'is a column that the host writes itself');
  }
}
