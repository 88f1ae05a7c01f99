import type { AdminRecord, FieldError } from '../model/record.js';

/**
 * How calls of the record store may end besides well: expected outcomes, each a value. Nothing has changed after any of
 * them.
 */

/** The record does not exist, or not for this administrator: the controller's scope hides it. No difference is ever told. */
export interface NotFound {
  readonly outcome: 'notFound';
}

/** Fields that the host did not accept; at least one. */
export interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** A lifecycle hook or an action said no. The message is for the administrator, in the caller's locale, never empty. */
export interface Refused {
  readonly outcome: 'refused';
  readonly message: string;
}

/** The record has changed since `expectedVersion`; this is what it is now. */
export interface Conflict {
  readonly outcome: 'conflict';
  readonly current: AdminRecord;
}
