/** The message of a thrown value of any type. */
export function messageOf(thrown: unknown): string {
  // Node.js connects to a name with several addresses one by one. Its error has the errors of all of them, and no message.
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join('; ');
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Faults that a port may throw. Expected outcomes are values; a fault means that the port could not do its work.
 * oauth/routes alone decides what each means to a client.
 */

/**
 * The host or the state store cannot be reached or did not answer in time. It is unknown whether a write took effect.
 * Or too many passwords wait to be hashed.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';

  constructor(
    /** Which peer: appears in the log and the metrics, never in an answer to a client. */
    readonly peer: 'host' | 'state' | 'passwords',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * The host was reached and failed: a bug in a hook, or a status that only a change can fix. The OAuth endpoints treat it
 * like any other Unavailable, so that clients keep their tokens. The admin API returns 500, because a retry does not help.
 */
export class HostFailed extends Unavailable {
  constructor(message: string, options?: { cause?: unknown }) {
    super('host', message, options);
  }
}

/** The host's answer exceeds the limit of a message (RESOURCE_EXHAUSTED). The host rolled back a write. */
export class AnswerTooLong extends HostFailed {}

/**
 * The host answered something that the contract does not allow. The host is at fault; the fault is counted and logged where
 * it is found.
 */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';

  constructor(
    readonly rpc: string,
    readonly problem: string,
  ) {
    super(`${rpc}: ${problem}`);
  }
}

/** No backend is attached: the host offers no BackendService, or has not described itself yet. */
export class BackendMissing extends Error {
  override readonly name = 'BackendMissing';

  constructor() {
    super('no backend is attached: the host has not answered Describe yet, or does not offer CAPABILITY_BACKEND');
  }
}
