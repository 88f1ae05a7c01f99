import { InvalidField } from '../../wire/fields.js';
import type { Values } from '../model/controller.js';

/** Throws if a request names the key, which the database makes. Columns that only the hooks write are hidden (models.ts). */
export function requireWritable(values: Readonly<Values>): void {
  if ('id' in values) {
    throw new InvalidField('values.column', 'is a column that the host writes itself');
  }
}
