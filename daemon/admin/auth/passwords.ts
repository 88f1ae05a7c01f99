import { hash, hashSync, parseOptions, verify } from '@node-rs/bcrypt';
import { availableParallelism } from 'node:os';
import { Turns } from './turns.js';

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

/** @param configuredCost values outside 4 to 31 fall back to 10. Takes as long as one hash does. */
export function createPasswords(configuredCost: number): Passwords {
  const cost = configuredCost >= 4 && configuredCost <= 31 ? configuredCost : FALLBACK_COST;
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
    return `is ${String(bytes)} bytes long in UTF-8; at most ${String(MAX_PASSWORD_BYTES)} are possible`;
  }
  return undefined;
}
