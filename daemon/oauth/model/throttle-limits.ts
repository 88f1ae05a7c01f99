/** How many events of each kind are allowed in one window; from the daemon's configuration. A limit of 0 means no limit. */
export interface ThrottleLimits {
  readonly registerPerIp: Limit;
  readonly registerGlobal: Limit;
  /** Failed client authentications and refused grants, per client and address. */
  readonly tokenFailures: Limit;
  readonly authorizePerIp: Limit;
  readonly authorizePerClient: Limit;
  /** Client metadata documents that are fetched, not those that the cache has. */
  readonly documentsPerIp: Limit;
  readonly documentsPerHost: Limit;
  /** Percent of the client cap that self-registered clients of one address without consent may take. 0: no limit. */
  readonly unconsentedPerIp: { readonly share: number };
}

export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}
