/** What an access token is to be made for. */
export interface MintRequest {
  /** The user who gave consent. */
  readonly userId: string;
  /** The client that will use the token. */
  readonly clientId: string;
  /** Scopes of the token; may be fewer than those of the grant. */
  readonly scopes: readonly string[];
  /** What the token is for: its audience (RFC 8707 §2). */
  readonly resource: string;
  /** Lineage that the token is linked to: when it is revoked, so is the token. */
  readonly lineageId: string;
  /** When the token is to expire. An issuer may choose an earlier moment, never a later one. */
  readonly expiresAt: Date;
  /** What the application attached at consent; empty when it attached nothing. */
  readonly grantContext: Buffer;
  /** Now, as Gatehouse sees it. */
  readonly at: Date;
}

/** An access token that has just been made. */
export interface MintedToken {
  /** As the client will send it: 1 to 8192 characters of RFC 6750 §2.1 (letters, digits, `-._~+/`, trailing `=`). */
  readonly accessToken: string;
  /** If it expires earlier than asked for. */
  readonly expiresAt?: Date;
}

/** What a live access token belongs to. */
export interface AccessTokenInfo {
  readonly lineageId: string;
  readonly clientId: string;
  readonly userId: string;
}

/** Mints and revokes the application's own access tokens, inside one transaction. Their form is opaque to Gatehouse. */
export interface AccessTokenIssuer {
  /**
   * Makes a token that nobody was given before.
   *
   * @throws {Abort} mint_refused, with a public reason (user deactivated, over quota …); lineage_revoked
   */
  mint(request: MintRequest): Promise<MintedToken>;

  /** Undefined when the token is unknown, expired or revoked. */
  find(accessToken: string): Promise<AccessTokenInfo | undefined>;

  /** Revokes every access token linked to the lineage, for good. Called right after `RefreshTokenStore.revokeLineage`. */
  revokeLineage(lineageId: string, at: Date): Promise<void>;

  /** Removes at most `limit` tokens that expire before `before`. Leave it out where tokens are not stored. */
  sweepExpired?(before: Date, limit: number): Promise<void>;
}
