/**
 * Thrown by a port that cannot do its work just now (its database is away, it is shutting down). Gatehouse is answered
 * UNAVAILABLE: it asks a read once more, and tells clients to try again. Any other exception counts as a bug of the host.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Thrown where a transaction's deadline passed before the commit: it is rolled back and answered DEADLINE_EXCEEDED. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the deadline passed before the commit');
  }
}
