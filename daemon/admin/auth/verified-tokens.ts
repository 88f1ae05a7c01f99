import { sha256 } from '../../core/hash.js';

/** More administrators than are ever busy at the same time; a kilobyte or less each. */
const MAX_TOKENS = 1000;

/** What is looked at here of what a token says: the second from which on it is past its time. */
interface Claims {
  readonly exp: number;
}

interface Verified<C> {
  readonly claims: C;
  /** Seconds; a token without it begins at once. */
  readonly notBefore: number;
}

/**
 * Tokens whose signature was found good under the one secret, by their hash. This spares the signature alone: when a token
 * begins and ends is looked at with every use, and whether it was retired is the host's to say with every request.
 */
export class VerifiedTokens<C extends Claims> {
  readonly #byHash = new Map<string, Verified<C>>();

  /** Undefined for one that has to be verified: not known, not begun, or past its time. */
  claimsOf(token: string, nowSeconds: number): C | undefined {
    const hash = hashOf(token);
    const verified = this.#byHash.get(hash);
    if (verified === undefined) return undefined;
    const { claims, notBefore } = verified;
    if (claims.exp <= nowSeconds) this.#byHash.delete(hash);
    return notBefore <= nowSeconds && nowSeconds < claims.exp ? claims : undefined;
  }

  /** The one that was remembered first makes room: it is verified once more, and that is all. */
  remember(token: string, claims: C, notBefore: number): void {
    this.#byHash.set(hashOf(token), { claims, notBefore });
    const [first] = this.#byHash.keys();
    if (this.#byHash.size > MAX_TOKENS && first !== undefined) this.#byHash.delete(first);
  }
}

function hashOf(token: string): string {
  return sha256(token).toString('base64');
}
