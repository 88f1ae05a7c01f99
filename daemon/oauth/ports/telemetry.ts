/**
 * What the authorization server tells about itself; observability/oauth-metrics.ts turns it into metrics. Every label is
 * one of a closed set: nothing that a client chose ever becomes one.
 */
export interface Telemetry {
  tokenRequest(grant: 'authorization_code' | 'refresh_token' | 'none', outcome: string): void;
  authorization(outcome: string): void;
  registration(outcome: string): void;
  revocation(outcome: string): void;
  /** A spent code or refresh token was presented again, and its lineage revoked. */
  reuseDetected(kind: 'code' | 'refresh_token'): void;
  /** A spent refresh token was presented again within the retry window, and answered identically. */
  replayed(): void;
  pendingRequest(event: 'created' | 'viewed' | 'granted' | 'denied' | 'not_found'): void;
  /** Unrevoked clients against the cap, as the host counted at the last registration. */
  clients(count: number, cap: number): void;
  swept(kind: 'client' | 'code' | 'refresh_token', count: number): void;
}
