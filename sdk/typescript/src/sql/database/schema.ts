/**
 * The tables on both engines. Times are epoch milliseconds, booleans 0 or 1, lists separated by spaces, hashes the raw 32
 * bytes; empty byte strings are null. migrations/ creates them.
 */
export interface Schema {
  gatehouse_clients: ClientRow;
  gatehouse_codes: CodeRow;
  gatehouse_lineages: LineageRow;
  gatehouse_refresh_tokens: RefreshTokenRow;
  gatehouse_access_tokens: AccessTokenRow;
  gatehouse_counters: CounterRow;
  /** PostgreSQL only: one row for each name in LockName. */
  gatehouse_locks: LockRow;
  gatehouse_migrations: MigrationRow;
}

export interface ClientRow {
  client_id: string;
  client_name: string;
  /** JSON array. */
  redirect_uris: string;
  token_endpoint_auth_method: string;
  secret_hash: Buffer | null;
  scopes: string;
  grant_types: string;
  registered_at: number;
  consented_at: number | null;
  revoked_at: number | null;
  self_registered: number;
  /** JSON object. */
  metadata: string;
}

export interface CodeRow {
  code_hash: Buffer;
  client_id: string;
  user_id: string;
  redirect_uri: string;
  code_challenge: string;
  scopes: string;
  resource: string;
  issued_at: number;
  expires_at: number;
  grant_context: Buffer | null;
  spent_at: number | null;
  lineage_id: string | null;
}

/**
 * One row per lineage, and the only place that stores whether it is revoked: its tokens are live only while it is not. A
 * lineage that was revoked before it was known has a row without a grant.
 */
export interface LineageRow {
  lineage_id: string;
  client_id: string | null;
  user_id: string | null;
  scopes: string | null;
  resource: string | null;
  started_at: number | null;
  /** When its newest refresh token was issued. */
  refreshed_at: number | null;
  /** When the row may be removed: by then its last refresh token has expired, or its revocation is no longer needed. */
  expires_at: number;
  revoked_at: number | null;
}

export interface RefreshTokenRow {
  token_hash: Buffer;
  lineage_id: string;
  client_id: string;
  user_id: string;
  scopes: string;
  resource: string;
  issued_at: number;
  expires_at: number;
  lineage_started_at: number;
  grant_context: Buffer | null;
  spent_at: number | null;
}

export interface AccessTokenRow {
  token_hash: Buffer;
  lineage_id: string;
  client_id: string;
  user_id: string;
  scopes: string;
  resource: string;
  expires_at: number;
  grant_context: Buffer | null;
}

/** A row for transactions to lock. SQLite has one writer at a time, and no such table. */
export interface LockRow {
  name: string;
}

/** Numbers that are too expensive to count; triggers maintain them. On PostgreSQL, a view that adds up several parts. */
export interface CounterRow {
  name: string;
  value: number;
}

export interface MigrationRow {
  version: number;
  name: string;
  applied_at: number;
}

/** The format of port values in the tables (schema.ts). */

export function joined(values: readonly string[]): string {
  return values.join(' ');
}

export function split(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export function bytesOrNull(bytes: Buffer): Buffer | null {
  return bytes.length === 0 ? null : bytes;
}

const NO_BYTES = Buffer.alloc(0);

/** Drivers differ in what they return for bytes: Buffer, Uint8Array, ArrayBuffer. */
export function toBuffer(bytes: Buffer | Uint8Array | ArrayBuffer | null): Buffer {
  if (bytes === null) return NO_BYTES;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes as Uint8Array);
}
