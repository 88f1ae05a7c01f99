import { hash, hashSync, verify } from '@node-rs/bcrypt';
import { availableParallelism } from 'node:os';
import { Unavailable } from '../../core/faults.js';
import { MAX_PASSWORD_BYTES } from '../api/limits.js';
import { composed } from '../api/spelling.js';

/** Thrown when the queue is so long that the user would give up before the job runs. */
export class Busy extends Unavailable {
  override readonly name = 'Busy';

  constructor(waiting: number) {
    super('passwords', `${String(waiting)} passwords are waiting already`);
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (busy: Busy) => void;
}

/**
 * Runs a limited number of jobs at the same time and queues a limited number of others. Requesters take turns, and each
 * requester's jobs run in order: a new requester waits behind one job of each other requester, however many jobs those have
 * queued. When the queue overflows, Turns drops the latest job of the requester with the most.
 */
export class Turns {
  #running = 0;
  #waitingCount = 0;
  /** By requester; the first entry is next. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Throws Busy if the queue is full. */
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
      this.#waiting.set(requester, own);
      own.push({ begin: resolve, giveUp: reject });
      this.#waitingCount++;
    });
  }

  #makeRoom(requester: string): void {
    const ownCount = this.#waiting.get(requester)?.length ?? 0;
    let most: Waiting[] | undefined;
    for (const jobs of this.#waiting.values()) if (jobs.length > (most?.length ?? 0)) most = jobs;
    // With one more job, the newcomer would have as many as any other requester.
    if (most === undefined || most.length <= ownCount + 1) throw new Busy(this.#waitingCount);
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

const FALLBACK_COST = 10;
/** Each job waits for hashes of about 50 ms at the default cost. Users further back would have given up by then. */
const MAX_WAITING = 200;

/** Hashes passwords with bcrypt, off the event loop. Throws Busy when too many sign-ins wait. */
export interface Passwords {
  /** @param password one for which passwordProblem returns undefined */
  hash(password: string, requester?: string): Promise<string>;

  /**
   * True if the password matches the hash. Pass undefined for an unknown login: that also costs a comparison, with a hash that
   * no password matches, so that the duration does not reveal which logins exist. A hash of a lower cost than the current one
   * takes as long as one of the current cost. One of a higher cost takes longer (docs/decisions/admin-accounts.md).
   * @param requester the source of the sign-in: it waits for its own comparisons and for one of every other requester
   */
  verify(password: string, encoded: string | undefined, requester?: string): Promise<boolean>;

  /** True if the hash has a cost other than the current one. The caller should then renew it while it has the password. */
  isOutdated(encoded: string): boolean;
}

/** bcrypt accepts costs from 4 to 31. Any other value falls back to 10. */
export function hashCost(configured: number): number {
  return configured >= 4 && configured <= 31 ? configured : FALLBACK_COST;
}

/** @param configuredCost see hashCost. Takes as long as one hash. */
export function createPasswords(configuredCost: number): Passwords {
  const cost = hashCost(configuredCost);
  const dummy = hashSync(crypto.getRandomValues(new Uint8Array(32)), { cost });
  // The hashes run in libuv's pool of four threads, which files and DNS need as well.
  const turns = new Turns(Math.min(availableParallelism(), 3), MAX_WAITING);
  return {
    hash: (password, requester = '') => turns.take(requester, () => hash(composed(password), { cost })),

    async verify(password, encoded, requester = '') {
      let matches = false;
      // Hashes from before passwords were composed are of what was typed.
      for (const text of new Set([composed(password), password])) {
        const comparable = encoded !== undefined && problemOf(text) === undefined;
        const isEqual = await turns.take(requester, () => compare(text, comparable ? encoded : dummy));
        matches ||= comparable && isEqual;
      }
      return matches;
    },

    isOutdated: (encoded) => storedCost(encoded) !== cost,
  };

  /** Each cost takes twice as long as the one below it: n + n + 2n + 4n … up to the current one are as long as that. */
  async function compare(text: string, encoded: string): Promise<boolean> {
    const stored = storedCost(encoded);
    const isEqual = stored !== undefined && (await verify(text, encoded));
    if (stored === undefined) await verify(text, dummy);
    else for (let more = stored; more < cost; more++) await verify(text, dummyOf(more));
    return isEqual;
  }

  /** No password matches it either. */
  function dummyOf(otherCost: number): string {
    return dummy.replace(/^(\$2b\$)\d\d/, `$1${String(otherCost).padStart(2, '0')}`);
  }
}

/** Undefined for what is no hash of bcrypt, which the library would refuse at once. */
function storedCost(encoded: string): number | undefined {
  const found = /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(encoded);
  return found === null ? undefined : Number(found[1]);
}

/**
 * The reason why a text cannot be a password; undefined if it can. Its one spelling counts (RFC 8265 §4.2.2): some systems send
 * "ü" as one character, others as two, and people cannot see the difference. bcrypt ignores further bytes, and
 * what follows a NUL may be ignored too: Gatehouse rejects such passwords instead, so that two passwords are never equivalent.
 */
export function passwordProblem(password: string): string | undefined {
  return problemOf(composed(password));
}

function problemOf(password: string): string | undefined {
  if (password === '') return 'must not be empty';
  // bcrypt repeats a password up to its 72 bytes, with a NUL between: "a" and "a\0a" would be the same password.
  if (password.includes('\0')) return 'must not contain the character U+0000';
  const bytes = Buffer.byteLength(password);
  if (bytes > MAX_PASSWORD_BYTES) {
    return `is ${String(bytes)} bytes long in UTF-8; at most ${String(MAX_PASSWORD_BYTES)} are allowed`;
  }
  return undefined;
}
