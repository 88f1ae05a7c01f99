/** How many events of each kind are allowed in one window; from the daemon's configuration. A limit of 0 means no limit. */
export interface ThrottleLimits {
  readonly registerPerIp: Limit;
  readonly registerGlobal: Limit;
  /** Failed client authentications and refused grants, per client and address. */
  readonly tokenFailures: Limit;
  readonly authorizePerClient: Limit;
}

export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}
