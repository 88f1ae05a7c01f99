/**
 * Answers of the refresh grant that may be given once more within the retry window, kept under the SHA-256 (base64url) of
 * the spent token. What is stored is sealed by the caller; the store sees bytes. Throws Unavailable when out of reach.
 */
export interface Replays {
  save(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<void>;
  /** Saves it unless something is saved already. Returns what is saved now: of any number of callers all get the same. */
  saveFirst(tokenHash: string, sealed: Buffer, ttlMs: number): Promise<Buffer>;
  find(tokenHash: string): Promise<Buffer | undefined>;
}
