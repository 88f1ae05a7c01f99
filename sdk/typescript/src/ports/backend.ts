/** How a client authenticates at the token endpoint (RFC 7591 §2). */
export type TokenEndpointAuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

/** A registered client. */
export interface Client {
  /** Base64url alphabet, or the https URL of a client metadata document. At most 2048 characters. */
  readonly clientId: string;
  /** Supplied by the client and not verified. Empty if it supplied none. */
  readonly clientName: string;
  /** Compared as exact strings. At least one. */
  readonly redirectUris: readonly string[];
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  /** SHA-256 of the client's secret; absent for public clients. */
  readonly secretHash?: Buffer;
  /** Maximum scopes: no request can exceed them. */
  readonly scopes: readonly string[];
  /** "authorization_code", "refresh_token". */
  readonly grantTypes: readonly string[];
  readonly registeredAt: Date;
  /** When it first received consent. */
  readonly consentedAt?: Date;
  /** When it was revoked. Every endpoint rejects a revoked client, and it does not count towards the cap. */
  readonly revokedAt?: Date;
  /** Whether it registered itself (RFC 7591); false if the application's own tooling created it. */
  readonly selfRegistered: boolean;
  /** Other metadata by its RFC 7591 name (`client_uri`, `software_id` …). At most 16 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How to create a client. */
export interface CreateClientOptions {
  /** Maximum number of unrevoked clients, the new one included. 0: no limit. */
  readonly cap: number;
  /**
   * At the cap, first remove the unrevoked client that registered longest ago among those that registered themselves and
   * never received consent. If that is not enough, because the cap was lowered, remove none and abort with
   * client_cap_reached.
   */
  readonly evictOldestUnconsented: boolean;
  /**
   * If a client with that id exists, replace its metadata, keep its `registeredAt`, `consentedAt` and `revokedAt`, and do
   * not apply the cap. For clients that are identified by a metadata document.
   */
  readonly replaceExisting: boolean;
}

/** The clients, inside one transaction. */
export interface ClientStore {
  /** Revoked ones too. */
  find(clientId: string): Promise<Client | undefined>;

  /**
   * Stores a client if fewer than `cap` unrevoked clients exist. Counting and storing are one atomic step: of any number
   * of concurrent creations, no more succeed than there is room for. Returns how many unrevoked clients exist afterwards.
   *
   * @throws {Abort} client_cap_reached; client_already_exists, if the id is taken and `replaceExisting` is false
   */
  create(client: Client, options: CreateClientOptions): Promise<{ readonly clientCount: number }>;

  /**
   * Removes clients that registered themselves before `registeredBefore`, never received consent, are not revoked
   * (without their row they would no longer be revoked) and hold no live token: at most 1000 a call. Returns how many.
   */
  sweepUnconsented(registeredBefore: Date): Promise<number>;

  /**
   * Records that the client received consent; the first stamp stays.
   *
   * @throws {Abort} client_not_found, also for a revoked client
   */
  stampConsent(clientId: string, at: Date): Promise<void>;
}

/** An issued authorization code, identified by its hash. */
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
  /** The grant context that the application attached at consent; empty if there is none. At most 4096 bytes. */
  readonly grantContext: Buffer;
  /** Only `spend` sets it. */
  readonly spent?: { readonly at: Date; readonly lineageId: string };
}

/** The authorization codes, inside one transaction. */
export interface CodeStore {
  /** Stores an issued code; its hash is new. */
  create(code: Code): Promise<void>;

  /** Spent and expired ones too: Gatehouse decides whether a code may still be used. */
  find(codeHash: Buffer): Promise<Code | undefined>;

  /**
   * Marks a code as spent and records the lineage of its tokens, so that a replay of the code can revoke it. It is a
   * compare-and-set: of any number of concurrent spends, exactly one succeeds.
   *
   * @throws {Abort} code_not_found, code_already_spent
   */
  spend(codeHash: Buffer, lineageId: string, at: Date): Promise<void>;

  /** Removes at most `limit` codes that expire before `before`. Returns how many. */
  sweepExpired(before: Date, limit: number): Promise<number>;
}

/** One refresh token, identified by its hash. A token and its successors share a lineage id. */
export interface RefreshToken {
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer;
  readonly lineageId: string;
  readonly clientId: string;
  /** The user who gave consent. */
  readonly userId: string;
  /** Scopes of the original grant: a refresh with fewer scopes does not reduce them (RFC 6749 §6). */
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** When the first token of the lineage was issued. */
  readonly lineageStartedAt: Date;
  /** The grant context of the grant; empty if there is none. */
  readonly grantContext: Buffer;
  /** Only `spend` sets it. */
  readonly spentAt?: Date;
  /** Only `revokeLineage` sets it. */
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
   * Marks a refresh token as spent. It is a compare-and-set: of any number of concurrent spends, exactly one succeeds.
   *
   * @throws {Abort} refresh_token_not_found, refresh_token_already_spent; lineage_revoked, even if the token is also
   *   spent
   */
  spend(tokenHash: Buffer, at: Date): Promise<void>;

  /**
   * Permanently revokes every refresh token of a lineage, also of a lineage that is not known (yet): nothing can be added
   * to it afterwards, not even by a rotation that runs at the same time. Returns whether this call revoked it.
   */
  revokeLineage(lineageId: string, at: Date): Promise<boolean>;

  /** Removes at most `limit` refresh tokens that expire before `before`. Returns how many. */
  sweepExpired(before: Date, limit: number): Promise<number>;
}

/** The parameters for minting an access token. */
export interface MintRequest {
  /** The user who gave consent. */
  readonly userId: string;
  /** The client that will use the token. */
  readonly clientId: string;
  /** Scopes of the token; may be fewer than those of the grant. */
  readonly scopes: readonly string[];
  /** Resource that the token is for: its audience (RFC 8707 §2). */
  readonly resource: string;
  /** Lineage that the token belongs to: revoking the lineage revokes the token. */
  readonly lineageId: string;
  /** When the token expires. An issuer may choose an earlier time, never a later one. */
  readonly expiresAt: Date;
  /** The grant context that the application attached at consent; empty if there is none. */
  readonly grantContext: Buffer;
  /** The current time, by Gatehouse's clock. */
  readonly at: Date;
}

/** A newly minted access token. */
export interface MintedToken {
  /** As the client will send it: 1 to 8192 characters of RFC 6750 §2.1 (letters, digits, `-._~+/`, trailing `=`). */
  readonly accessToken: string;
  /** Set if it expires earlier than requested. */
  readonly expiresAt?: Date;
}

/** The lineage, client and user of a live access token. */
export interface AccessTokenInfo {
  readonly lineageId: string;
  readonly clientId: string;
  readonly userId: string;
}

/** Mints and revokes the application's own access tokens, inside one transaction. Their format is opaque to Gatehouse. */
export interface AccessTokenIssuer {
  /**
   * Mints a new token, never one that was issued before.
   *
   * @throws {Abort} mint_refused, with a public reason (user deactivated, over quota …); lineage_revoked
   */
  mint(request: MintRequest): Promise<MintedToken>;

  /** Undefined if the token is unknown, expired or revoked. */
  find(accessToken: string): Promise<AccessTokenInfo | undefined>;

  /** Permanently revokes every access token of the lineage. Called right after `RefreshTokenStore.revokeLineage`. */
  revokeLineage(lineageId: string, at: Date): Promise<void>;

  /** Removes at most `limit` tokens that expire before `before`. Omit it if tokens are not stored. */
  sweepExpired?(before: Date, limit: number): Promise<void>;
}

/**
 * The application's transaction backend: runs a function inside one database transaction and passes it the stores and the
 * issuer.
 *
 * An implementation must guarantee:
 *
 * - If `work` resolves, its changes are committed and durable before the returned promise resolves.
 * - If `work` rejects, its changes are rolled back, and the promise rejects with the same error object.
 * - `work` sees its own changes, and those committed before it began. Spends and the client cap hold under concurrency:
 *   of any number of transactions that spend one code, one commits.
 * - The implementation retries a transaction that loses a conflict (serialization failure, deadlock): it may therefore
 *   call `work` more than once, each time in a new transaction.
 * - It throws `Unavailable` if the database is unavailable.
 */
export interface Backend {
  transaction<T>(work: (bundle: TransactionBundle) => Promise<T>, options: TransactionOptions): Promise<T>;
}

/** The stores and the issuer of a transaction. Do not use them after the transaction ends. */
export interface TransactionBundle {
  /**
   * Whether the stores and the issuer take a call while others wait for their results, as on a connection that sends statements
   * without waiting for answers. If one call fails, the effects of the others are rolled back as well. Default: one call at a time.
   */
  readonly takesCallsAtOnce?: boolean;
  readonly clients: ClientStore;
  readonly codes: CodeStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenIssuer;
}

/** Hints that an implementation may use. */
export interface TransactionOptions {
  /** Whether `work` only reads, so that no write lock and no durable commit is needed. */
  readonly readOnly: boolean;
  /** When the caller stops waiting. `work` rejects on its own after that; use this to stop waiting for locks. */
  readonly deadline: Date;
}
