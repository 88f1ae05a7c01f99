import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { CreateClient } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateClient';
import type { MintAccessToken } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessToken';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { RedeemCode } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemRefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import type { RefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { toTimestamp } from '@gatehouse/proto/time';
import { createHash } from 'node:crypto';
import type { Seen } from './play.js';

/** Values of operations that are the same for every host: hashes come from names, and times from the start of the test. */

/** The name of the step, and the operations of the transaction. */
export type Row = readonly [what: string, operations: readonly Operation[] | ((seen: Seen) => readonly Operation[])];

export const NOW = Date.now();
export const HOUR = 3_600_000;
const CALLBACK = 'https://client.example/callback';
const RESOURCE = 'https://shop.example/mcp';

export const hash = (name: string): Buffer => createHash('sha256').update(name).digest();
export const challenge = (name: string): string => hash(name).toString('base64url');
export const after = (ms: number) => toTimestamp(NOW + ms);

export const client = (clientId: string, others: Client = {}): Client => ({
  clientId,
  clientName: 'A client',
  redirectUris: [CALLBACK],
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
  scopes: ['read', 'write'],
  grantTypes: ['authorization_code', 'refresh_token'],
  registeredAt: after(-HOUR),
  selfRegistered: true,
  ...others,
});

export const code = (name: string, clientId: string, others: Code = {}): Code => ({
  codeHash: hash(name),
  clientId,
  userId: 'ada',
  redirectUri: CALLBACK,
  codeChallenge: challenge(name),
  scopes: ['read'],
  resource: RESOURCE,
  issuedAt: after(0),
  expiresAt: after(HOUR),
  ...others,
});

export const token = (name: string, clientId: string, lineageId: string, others: RefreshToken = {}): RefreshToken => ({
  tokenHash: hash(name),
  lineageId,
  clientId,
  userId: 'ada',
  scopes: ['read', 'write'],
  resource: RESOURCE,
  issuedAt: after(0),
  expiresAt: after(HOUR),
  lineageStartedAt: after(0),
  ...others,
});

export const create = (one: Client, options: Omit<CreateClient, 'client'> = {}): Operation => ({
  createClient: { client: one, ...options },
});
export const find = (clientId: string): Operation => ({ findClient: { clientId } });
export const addCode = (one: Code): Operation => ({ createCode: { code: one } });
export const addToken = (one: RefreshToken): Operation => ({ createRefreshToken: { refreshToken: one } });
export const findCode = (name: string): Operation => ({ findCode: { codeHash: hash(name) } });
export const findToken = (name: string): Operation => ({ findRefreshToken: { tokenHash: hash(name) } });
export const stamp = (clientId: string, ms = 0): Operation => ({ stampConsent: { clientId, at: after(ms) } });
export const spend = (name: string, lineageId: string): Operation => ({
  spendCode: { codeHash: hash(name), lineageId, at: after(1) },
});
export const spendToken = (name: string, ms = 1): Operation => ({
  spendRefreshToken: { tokenHash: hash(name), at: after(ms) },
});
export const revoke = (lineageId: string): Operation => ({ revokeLineage: { lineageId, at: after(2) } });
export const sweep = (ms: number): Operation => ({ sweepExpired: { before: after(ms) } });
export const sweepClients = (ms: number): Operation => ({ sweepUnconsentedClients: { registeredBefore: after(ms) } });
export const findAccess = (accessToken: string): Operation => ({ findAccessToken: { accessToken } });

export const mint = (clientId: string, lineageId: string, others: MintAccessToken = {}): Operation => ({
  mintAccessToken: {
    userId: 'ada',
    clientId,
    scopes: ['read'],
    resource: RESOURCE,
    lineageId,
    expiresAt: after(HOUR),
    at: after(0),
    ...others,
  },
});

const credentials = (clientId: string) =>
  ({ clientId, tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE' }) as const;

export const redeem = (name: string, clientId: string, others: RedeemCode = {}): Operation => ({
  redeemCode: {
    credentials: credentials(clientId),
    codeHash: hash(name),
    redirectUri: CALLBACK,
    codeChallenge: challenge(name),
    lineageId: `lineage of ${name}`,
    at: after(5),
    accessTokenExpiresAt: after(HOUR),
    refreshTokenHash: hash(`token of ${name}`),
    refreshTokenExpiresAt: after(2 * HOUR),
    ...others,
  },
});

export const refresh = (name: string, clientId: string, others: RedeemRefreshToken = {}): Operation => ({
  redeemRefreshToken: {
    credentials: credentials(clientId),
    tokenHash: hash(name),
    at: after(6),
    accessTokenExpiresAt: after(HOUR),
    successorHash: hash(`successor of ${name}`),
    successorExpiresAt: after(2 * HOUR),
    ...others,
  },
});
