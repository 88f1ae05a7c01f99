import type { Client } from '../contract/generated/gatehouse/host/v1/Client.js';
import type { Code } from '../contract/generated/gatehouse/host/v1/Code.js';
import type { CreateClient } from '../contract/generated/gatehouse/host/v1/CreateClient.js';
import type { MintAccessToken } from '../contract/generated/gatehouse/host/v1/MintAccessToken.js';
import type { Operation } from '../contract/generated/gatehouse/host/v1/Operation.js';
import type { RefreshToken } from '../contract/generated/gatehouse/host/v1/RefreshToken.js';
import { toTimestamp } from '../contract/time.js';

/** The operations of the contract, as the checks write them. Times are epoch milliseconds; `at` is now. */

export const findClient = (clientId: string): Operation => ({ findClient: { clientId } });

export const createClient = (client: Client, settings: Omit<CreateClient, 'client'> = {}): Operation => ({
  createClient: { client, ...settings },
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
