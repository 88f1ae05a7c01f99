/** Thrown by a hook or an action: the application does not want it. The administrator reads the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Thrown by a hook or an action: some values are not accepted. The administrator reads the messages beside the fields. */
export class Invalid extends Error {
  override readonly name = 'Invalid';

  /** @param fields messages by column or relation, at least one each, in the caller's language */
  constructor(readonly fields: Readonly<Record<string, readonly string[]>>) {
    super(`not accepted: ${Object.keys(fields).join(', ')}`);
  }
}
