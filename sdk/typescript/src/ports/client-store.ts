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
