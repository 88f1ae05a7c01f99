/** How a client proves at the token endpoint who it is (RFC 7591 §2). */
export type TokenEndpointAuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

/** A registered client. */
export interface Client {
  /** Base64url alphabet, or the https URL of a client metadata document. At most 2048 characters. */
  readonly clientId: string;
  /** As the client gave it: a claim, not a fact. Empty when it gave none. */
  readonly clientName: string;
  /** Compared as exact strings. At least one. */
  readonly redirectUris: readonly string[];
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  /** SHA-256 of the client's secret; absent for public clients. */
  readonly secretHash?: Buffer;
  /** Scope ceiling: a request never exceeds it. */
  readonly scopes: readonly string[];
  /** "authorization_code", "refresh_token". */
  readonly grantTypes: readonly string[];
  readonly registeredAt: Date;
  /** When it first received consent. */
  readonly consentedAt?: Date;
  /** Since when it is revoked: it is refused everywhere, and does not count against the cap. */
  readonly revokedAt?: Date;
  /** Whether it registered itself (RFC 7591), rather than being created by the application's own tooling. */
  readonly selfRegistered: boolean;
  /** Further metadata by its RFC 7591 name (`client_uri`, `software_id` …). At most 16 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a client is to be created. */
export interface CreateClientOptions {
  /** Maximum number of unrevoked clients, the new one included. 0: no limit. */
  readonly cap: number;
  /**
   * At the cap, first remove the unrevoked client without consent that registered longest ago. Where that is not enough,
   * because the cap was lowered, nobody is removed and the cap is reached as ever.
   */
  readonly evictOldestUnconsented: boolean;
  /**
   * If a client of that id exists, replace its metadata, keep its `registeredAt`, `consentedAt` and `revokedAt`, and do
   * not consult the cap. For clients that are identified by a metadata document.
   */
  readonly replaceExisting: boolean;
}

/** The clients, inside one transaction. */
export interface ClientStore {
  /** Revoked ones too. */
  find(clientId: string): Promise<Client | undefined>;

  /**
   * Stores a client, if fewer than `cap` unrevoked clients exist. Counting and storing are one step: of any number of
   * concurrent creations, no more succeed than there is room for. Returns how many unrevoked clients exist afterwards.
   *
   * @throws {Abort} client_cap_reached; client_already_exists, when the id is taken and `replaceExisting` is false
   */
  create(client: Client, options: CreateClientOptions): Promise<{ readonly clientCount: number }>;

  /**
   * Removes clients that registered themselves before `registeredBefore`, never received consent, are not revoked (the row
   * is what keeps them revoked) and hold no live token: at most 1000 a call. Returns how many.
   */
  sweepUnconsented(registeredBefore: Date): Promise<number>;

  /**
   * Records that the client received consent; the first stamp stays.
   *
   * @throws {Abort} client_not_found, also for a revoked client
   */
  stampConsent(clientId: string, at: Date): Promise<void>;
}

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

/**
 * The application's transaction backend: runs a function inside one database transaction and hands it the bundle.
 *
 * What an implementation owes:
 *
 * - When `work` resolves, everything it did is committed and durable before the returned promise resolves.
 * - When `work` rejects, everything it did is rolled back, and the promise rejects with the very same error.
 * - Work sees what it did itself, and what was committed before it began. Spends and the client cap hold under
 *   concurrency: of any number of transactions that spend one code, one commits.
 * - A transaction that lost against another one (serialization failure, deadlock) is run again by the implementation:
 *   `work` may therefore be called more than once, each time in a new transaction.
 * - `Unavailable` is thrown when the database is away.
 */
export interface Backend {
  transaction<T>(work: (bundle: TransactionBundle) => Promise<T>, options: TransactionOptions): Promise<T>;
}

/** What the work of a transaction works with. Not to be used after the transaction ended. */
export interface TransactionBundle {
  readonly clients: ClientStore;
  readonly codes: CodeStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenIssuer;
}

/** What an implementation may make use of. */
export interface TransactionOptions {
  /** Whether `work` only reads: no lock for writing is needed, nothing has to be made durable. */
  readonly readOnly: boolean;
  /** When nobody waits any more. `work` rejects by itself once it has passed; this helps to give up waiting for locks. */
  readonly deadline: Date;
}
