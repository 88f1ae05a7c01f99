import type { UserBody } from '../../../admin/api/answers.js';
import type { FormRecord } from './field-value.js';

/** The last change of a record after a conflict, as far as the application says. */
export interface LastChange {
  /** RFC 3339. */
  readonly at: string | undefined;
  /** As the application stores it: usually a login. */
  readonly by: string | undefined;
}

export function lastChangeOf(conflict: FormRecord): LastChange {
  const changed = conflict['_changed'];
  const { at, by } = typeof changed === 'object' && changed !== null ? (changed as { at?: unknown; by?: unknown }) : {};
  return { at: typeof at === 'string' ? at : undefined, by: typeof by === 'string' ? by : undefined };
}

/**
 * True if the reader made the change, in another tab or on another device. The display name says nothing, because two
 * administrators may have the same.
 */
export function isOwnChange({ by }: LastChange, reader: Pick<UserBody, 'id' | 'login' | 'email'> | undefined): boolean {
  return by !== undefined && by !== '' && reader !== undefined && [reader.login, reader.email, reader.id].includes(by);
}
