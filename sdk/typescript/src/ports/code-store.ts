/** An issued authorization code, known by its hash alone. */
export interface Code {
  /** SHA-256 of the code. */
  readonly codeHash: Buffer;
  readonly clientId: string;
  /** The user who gave consent. */
  readonly userId: string;
  /** Exact, as in the authorization request. */
  readonly redirectUri: string;
  /** PKCE S256 challenge, 43 base64url characters (RFC 7636 §4.2). */
  readonly codeChallenge: string;
  readonly scopes: readonly string[];
  /** RFC 8707. */
  readonly resource: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** What the application attached at consent; empty when it attached nothing. At most 4096 bytes. */
  readonly grantContext: Buffer;
  /** Set by `spend` alone. */
  readonly spent?: { readonly at: Date; readonly lineageId: string };
}

/** The authorization codes, inside one transaction. */
export interface CodeStore {
  /** Stores an issued code; its hash is new. */
  create(code: Code): Promise<void>;

  /** Spent and expired ones too: who may still use it is Gatehouse's decision. */
  find(codeHash: Buffer): Promise<Code | undefined>;

  /**
   * Marks a code as spent and remembers the lineage that its tokens belong to, so that a replayed code can revoke it.
   * A compare-and-set: of any number of concurrent spends exactly one succeeds.
   *
   * @throws {Abort} code_not_found, code_already_spent
   */
  spend(codeHash: Buffer, lineageId: string, at: Date): Promise<void>;

  /** Removes at most `limit` codes that expire before `before`. Returns how many. */
  sweepExpired(before: Date, limit: number): Promise<number>;
}
