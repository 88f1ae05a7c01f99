/** What to say about something that was thrown, whatever it is. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Faults that a port may throw. Expected outcomes are values; these are the two ways in which a port could not do its
 * duty at all, and what each means to a client is decided in one place (oauth/routes).
 */

/** The host or the state store cannot be reached, or did not answer in time. Whether a write took effect is unknown. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(
    /** Which peer: goes to the log and the metrics, never to a client. */
    readonly peer: 'host' | 'state',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * The host was reached and failed: a bug in a hook, a status that only a change can fix. The OAuth endpoints treat it like
 * every other Unavailable, so that clients keep their tokens; the admin API answers 500, since trying again does not help.
 */
export class HostFailed extends Unavailable {
  constructor(message: string, options?: { cause?: unknown }) {
    super('host', message, options);
  }
}

/** The host's answer is longer than a message may be (RESOURCE_EXHAUSTED). A write was rolled back. */
export class AnswerTooLong extends HostFailed {}

/** The host answered something that the contract does not allow. Its fault, counted and logged where it is found. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';

  constructor(
    readonly rpc: string,
    message: string,
  ) {
    super(`${rpc}: ${message}`);
  }
}

/** No backend is attached: the host offers no BackendService, or has not been heard of yet. */
export class BackendMissing extends Error {
  override readonly name = 'BackendMissing';

  constructor() {
    super('no backend is attached: the host has not answered Describe yet, or does not offer CAPABILITY_BACKEND');
  }
}
