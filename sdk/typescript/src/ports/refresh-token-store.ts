/** One refresh token, known by its hash alone. The rows of one chain of rotations share a lineage id. */
export interface RefreshToken {
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer;
  readonly lineageId: string;
  readonly clientId: string;
  /** The user who gave consent. */
  readonly userId: string;
  /** Scopes of the original grant: a narrowed refresh does not narrow them (RFC 6749 §6). */
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** When the first token of the lineage was issued. */
  readonly lineageStartedAt: Date;
  /** The grant context of the grant; empty when there is none. */
  readonly grantContext: Buffer;
  /** Set by `spend` alone. */
  readonly spentAt?: Date;
  /** Set by `revokeLineage` alone. */
  readonly lineageRevoked: boolean;
}

/** The refresh tokens and their lineages, inside one transaction. */
export interface RefreshTokenStore {
  /**
   * Stores a refresh token; the first one of a lineage starts it.
   *
   * @throws {Abort} lineage_revoked
   */
  create(token: RefreshToken): Promise<void>;

  /** Spent, expired and revoked ones too. */
  find(tokenHash: Buffer): Promise<RefreshToken | undefined>;

  /**
   * Marks a refresh token as spent. A compare-and-set: of any number of concurrent spends exactly one succeeds.
   *
   * @throws {Abort} refresh_token_not_found, refresh_token_already_spent; lineage_revoked, also when it is spent as well
   */
  spend(tokenHash: Buffer, at: Date): Promise<void>;

  /**
   * Revokes every refresh token of a lineage for good, also of a lineage that is not known (yet): nothing can be added
   * to it afterwards, not even by a rotation that runs at the same time. Returns whether it was this call that did it.
   */
  revokeLineage(lineageId: string, at: Date): Promise<boolean>;

  /** Removes at most `limit` refresh tokens that expire before `before`. Returns how many. */
  sweepExpired(before: Date, limit: number): Promise<number>;
}
