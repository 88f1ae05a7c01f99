import { hash, hashSync, parseOptions, verify } from '@node-rs/bcrypt';
import { availableParallelism } from 'node:os';

/** More work waits than can be done in a time that anybody would wait. */
export class Busy extends Error {
  override readonly name = 'Busy';

  constructor(waiting: number) {
    super(`${String(waiting)} are waiting already`);
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (busy: Busy) => void;
}

/**
 * Lets a number of jobs run at the same time, and a number wait for their turn. Requesters take turns, and each one's jobs
 * come in their order: however many jobs one requester has waiting, another one waits behind one of them. When too many
 * wait, the latest job of the requester with the most has to go.
 */
export class Turns {
  #running = 0;
  #waitingCount = 0;
  /** By requester; the first one is next. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Throws Busy instead of letting one more wait. */
  async take<T>(requester: string, job: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running++;
    else await this.#wait(requester);
    try {
      return await job();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#running--;
      else next.begin();
    }
  }

  #wait(requester: string): Promise<void> {
    if (this.#waitingCount >= this.maxWaiting) this.#makeRoom(requester);
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(requester) ?? [];
      if (own.length === 0) this.#waiting.set(requester, own);
      own.push({ begin: resolve, giveUp: reject });
      this.#waitingCount++;
    });
  }

  #makeRoom(requester: string): void {
    const ownCount = this.#waiting.get(requester)?.length ?? 0;
    let most: Waiting[] = [];
    for (const jobs of this.#waiting.values()) if (jobs.length > most.length) most = jobs;
    // With one job more the newcomer would have as many as anybody.
    if (most.length <= ownCount + 1) throw new Busy(this.#waitingCount);
    most.pop()?.giveUp(new Busy(this.#waitingCount));
    this.#waitingCount--;
  }

  #next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [requester, jobs] = first;
    const next = jobs.shift();
    this.#waitingCount--;
    this.#waiting.delete(requester);
    if (jobs.length > 0) this.#waiting.set(requester, jobs);
    return next;
  }
}

/** bcrypt reads no further; what it would cut off is refused instead, so that two passwords never become one. */
export const MAX_PASSWORD_BYTES = 72;

const FALLBACK_COST = 10;
/** Each waits for a hash of about 50 ms at the default cost: who is further back has given up by then. */
const MAX_WAITING = 200;

/** Hashes passwords with bcrypt, off the event loop. Throws Busy when more sign-ins wait than can be served. */
export interface Passwords {
  /** @param password one that passwordProblem has nothing against */
  hash(password: string, requester?: string): Promise<string>;

  /**
   * Whether the password is the one that was hashed. Undefined for an unknown login: it costs a comparison as well, with a
   * hash that no password fits, so that the time tells nobody who exists.
   * @param requester where the sign-in comes from: each waits for his own comparisons, and for one of every other
   */
  verify(password: string, encoded: string | undefined, requester?: string): Promise<boolean>;

  /** Whether the hash was made at another cost than today's, so that it should be renewed while the password is at hand. */
  isOutdated(encoded: string): boolean;
}

/** The costs that bcrypt knows are 4 to 31; for any other it is 10. */
export function hashCost(configured: number): number {
  return configured >= 4 && configured <= 31 ? configured : FALLBACK_COST;
}

/** @param configuredCost see hashCost. Takes as long as one hash does. */
export function createPasswords(configuredCost: number): Passwords {
  const cost = hashCost(configuredCost);
  const dummy = hashSync(crypto.getRandomValues(new Uint8Array(32)), { cost });
  // The hashes run in libuv's pool of four threads, which files and DNS need as well.
  const turns = new Turns(Math.min(availableParallelism(), 3), MAX_WAITING);
  return {
    hash: (password, requester = '') => turns.take(requester, () => hash(password, { cost })),

    async verify(password, encoded, requester = '') {
      const comparable = encoded !== undefined && passwordProblem(password) === undefined;
      const matches = await turns.take(requester, () => verify(password, comparable ? encoded : dummy));
      return comparable && matches;
    },

    isOutdated: (encoded) => parseOptions(encoded).cost !== cost,
  };
}

/** Why a text cannot be a password; undefined when it can. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'must not be empty';
  const bytes = Buffer.byteLength(password);
  if (bytes > MAX_PASSWORD_BYTES) {
    return `is ${String(bytes)} bytes long in UTF-8; at most ${String(MAX_PASSWORD_BYTES)} are allowed`;
  }
  return undefined;
}
