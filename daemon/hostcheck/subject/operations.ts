import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { CreateClient } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateClient';
import type { MintAccessToken } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessToken';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { RefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { Seconds } from '@gatehouse/proto/time';
import { toTimestamp } from '@gatehouse/proto/time';
import { randomToken, sha256 } from '../../core/crypto.js';

/**
 * Unique records: every id and hash is random. Leftovers are dead or expire soon: codes and tokens expire after
 * LIFETIME_MS, and clients are dated into OLD_YEAR, so that the final sweep removes only them.
 */
export const LIFETIME_MS = 10 * 60_000;

/** A time before every real record, in which sweeps and evictions can be tested without touching one. */
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

/** The owners of a run's codes and tokens: both exist in the host before any record names them. */
export interface Identity {
  readonly clientId: string;
  readonly userId: string;
}

/** Exact to the millisecond, the precision of Gatehouse's times. */
export function nowTimestamp(): Seconds {
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
    issuedAt: nowTimestamp(),
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
    issuedAt: nowTimestamp(),
    expiresAt: toTimestamp(Date.now() + LIFETIME_MS),
    lineageStartedAt: nowTimestamp(),
    ...overrides,
    lineageId: overrides.lineageId ?? newId(),
    tokenHash: newHash(),
  };
}

/** A mint always says when the token expires. */
type Mint = Omit<MintAccessToken, 'expiresAt'> & { expiresAt: Seconds };

export function newMint(identity: Identity, overrides: Partial<Mint> = {}): Mint & { lineageId: string } {
  return {
    ...identity,
    scopes: ['read'],
    resource: RESOURCE,
    expiresAt: toTimestamp(Date.now() + LIFETIME_MS),
    at: nowTimestamp(),
    ...overrides,
    lineageId: overrides.lineageId ?? newId(),
  };
}

/** The operations of the contract, as the checks write them. Times are epoch milliseconds; `at` is now. */

export const findClient = (clientId: string): Operation => ({ findClient: { clientId } });

export const createClient = (client: Client, options: Omit<CreateClient, 'client'> = {}): Operation => ({
  createClient: { client, ...options },
});

export const sweepUnconsentedClients = (registeredBefore: number): Operation => ({
  sweepUnconsentedClients: { registeredBefore: toTimestamp(registeredBefore) },
});

export const stampConsent = (clientId: string, at = Date.now()): Operation => ({
  stampConsent: { clientId, at: toTimestamp(at) },
});

export const createCode = (code: Code): Operation => ({ createCode: { code } });

export const findCode = (codeHash: Buffer): Operation => ({ findCode: { codeHash } });

export const spendCode = (codeHash: Buffer, lineageId: string, at = Date.now()): Operation => ({
  spendCode: { codeHash, lineageId, at: toTimestamp(at) },
});

export const createRefreshToken = (refreshToken: RefreshToken): Operation => ({ createRefreshToken: { refreshToken } });

export const findRefreshToken = (tokenHash: Buffer): Operation => ({ findRefreshToken: { tokenHash } });

export const spendRefreshToken = (tokenHash: Buffer, at = Date.now()): Operation => ({
  spendRefreshToken: { tokenHash, at: toTimestamp(at) },
});

export const revokeLineage = (lineageId: string, at = Date.now()): Operation => ({
  revokeLineage: { lineageId, at: toTimestamp(at) },
});

export const sweepExpired = (before: number): Operation => ({ sweepExpired: { before: toTimestamp(before) } });

export const mintAccessToken = (mint: MintAccessToken): Operation => ({ mintAccessToken: mint });

export const findAccessToken = (accessToken: string): Operation => ({ findAccessToken: { accessToken } });
