import type { Client } from '../contract/generated/gatehouse/host/v1/Client.js';
import type { Code } from '../contract/generated/gatehouse/host/v1/Code.js';
import type { MintAccessToken } from '../contract/generated/gatehouse/host/v1/MintAccessToken.js';
import type { RefreshToken } from '../contract/generated/gatehouse/host/v1/RefreshToken.js';
import type { Seconds } from '../contract/time.js';
import { toTimestamp } from '../contract/time.js';
import { sha256 } from '../core/hash.js';
import { randomToken } from '../core/random.js';

/**
 * Records that nobody else has: every id and hash is random. What is left behind is dead or dies soon: codes and tokens
 * expire after LIFETIME_MS, and clients are dated into OLD_YEAR, so that the final sweep meets them alone.
 */
export const LIFETIME_MS = 10 * 60_000;

/** A time before every real record, in which sweeps and evictions can be tried without touching one. */
export const OLD = Date.UTC(2001, 0, 1);
export const DAY_MS = 86_400_000;
/** After all old records, before all real ones. */
export const OLD_END = OLD + 300 * DAY_MS;

export const RESOURCE = 'https://check-host.example/mcp';

export function newId(): string {
  return `check-host-${randomToken(12)}`;
}

export function newHash(): Buffer {
  return sha256(randomToken());
}

/** Whom the codes and tokens of a run belong to: both exist in the host before anything names them. */
export interface Identity {
  readonly clientId: string;
  readonly userId: string;
}

/** Exact to the millisecond, which is all that Gatehouse sends. */
export function now(): Seconds {
  return toTimestamp(Date.now());
}

export function newClient(overrides: Client = {}): Client {
  return {
    clientId: newId(),
    clientName: 'gatehouse check-host',
    redirectUris: ['https://check-host.example/callback'],
    tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
    scopes: ['read', 'write'],
    grantTypes: ['authorization_code', 'refresh_token'],
    registeredAt: toTimestamp(OLD),
    selfRegistered: true,
    ...overrides,
  };
}

export function newCode(identity: Identity, overrides: Code = {}): Code & { codeHash: Buffer; userId: string } {
  return {
    ...identity,
    redirectUri: 'https://check-host.example/callback',
    codeChallenge: randomToken(),
    scopes: ['read'],
    resource: RESOURCE,
    issuedAt: now(),
    expiresAt: toTimestamp(Date.now() + LIFETIME_MS),
    ...overrides,
    userId: overrides.userId ?? identity.userId,
    codeHash: newHash(),
  };
}

export function newRefreshToken(
  identity: Identity,
  overrides: RefreshToken = {},
): RefreshToken & { tokenHash: Buffer; lineageId: string } {
  return {
    ...identity,
    scopes: ['read'],
    resource: RESOURCE,
    issuedAt: now(),
    expiresAt: toTimestamp(Date.now() + LIFETIME_MS),
    lineageStartedAt: now(),
    ...overrides,
    lineageId: overrides.lineageId ?? newId(),
    tokenHash: newHash(),
  };
}

/** A mint always says when the token is to expire. */
type Mint = Omit<MintAccessToken, 'expiresAt'> & { expiresAt: Seconds };

export function newMint(identity: Identity, overrides: Partial<Mint> = {}): Mint & { lineageId: string } {
  return {
    ...identity,
    scopes: ['read'],
    resource: RESOURCE,
    expiresAt: toTimestamp(Date.now() + LIFETIME_MS),
    at: now(),
    ...overrides,
    lineageId: overrides.lineageId ?? newId(),
  };
}
