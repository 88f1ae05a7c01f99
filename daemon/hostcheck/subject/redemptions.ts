import type { Client, Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code, Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { RedeemCode } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemRefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import type { RefreshToken, RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Backend } from './backend.js';
import { createClient, createCode, createRefreshToken, LIFETIME_MS, newClient, newHash, newId } from './operations.js';

/** A stored client and its code or refresh token, and the operation that redeems it. */
export interface Redeemable {
  readonly client: Client & { readonly secretHash: Buffer };
  /** The code or refresh token. */
  readonly stored: Code & RefreshToken;
  readonly hash: Buffer;
  readonly operation: Operation;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly expiresAt: number;
  /** Hash of the refresh token that the operation creates. */
  readonly created: Buffer;
  readonly lineageId: string;
  /** Creates the client and the code or refresh token. */
  readonly creation: readonly Operation[];
}

/** The result of either operation. */
export interface RedeemResult {
  readonly client: Client__Output | null;
  readonly record: Code__Output | RefreshToken__Output | null;
  readonly accessToken: string | undefined;
}

/** Changes to the records, and to the operation, which otherwise expects the unchanged records. */
export interface Change {
  readonly client?: Client;
  readonly stored?: Code & RefreshToken;
  readonly operation?: RedeemCode & RedeemRefreshToken;
}

/** RedeemCode and RedeemRefreshToken, for checks that hold for both. */
export interface RedeemKind {
  readonly name: 'redeem-code' | 'redeem-refresh-token';
  readonly message: 'RedeemCode' | 'RedeemRefreshToken';
  readonly already: 'ABORT_REASON_CODE_ALREADY_SPENT' | 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT';
  /** Not stored yet: `creation` does that. */
  plan(backend: Backend, change?: Change): Redeemable;
  /** The code or refresh token in its current state. */
  find(backend: Backend, redeemable: Redeemable): Promise<Code__Output | RefreshToken__Output | null>;
  result(result: OperationResult__Output | undefined): RedeemResult;
}

const METHOD = 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST';

/** A new one that is stored, in one transaction. */
export async function make(kind: RedeemKind, backend: Backend, change?: Change): Promise<Redeemable> {
  const redeemable = kind.plan(backend, change);
  await backend.commit(...redeemable.creation);
  return redeemable;
}

function newConfidentialClient(change?: Client): Redeemable['client'] {
  return { ...newClient({ tokenEndpointAuthMethod: METHOD }), ...change, secretHash: newHash() };
}

/** The parts that both operations have: the credentials of the client, the times, and the hash of the new token. */
function shared(client: Redeemable['client'], change: Change) {
  const at = Date.now();
  const expiresAt = at + LIFETIME_MS;
  const credentials = {
    clientId: client.clientId ?? '',
    tokenEndpointAuthMethod: METHOD,
    secretHash: client.secretHash,
    ...change.operation?.credentials,
  } as const;
  return { at, expiresAt, credentials, created: newHash() };
}

export const CODES: RedeemKind = {
  name: 'redeem-code',
  message: 'RedeemCode',
  already: 'ABORT_REASON_CODE_ALREADY_SPENT',
  plan(backend, change = {}) {
    const client = newConfidentialClient(change.client);
    const original = backend.newCode({ clientId: client.clientId ?? '', scopes: ['read', 'write'] });
    const stored = { ...original, ...change.stored };
    const { at, expiresAt, credentials, created } = shared(client, change);
    const redeemCode = {
      codeHash: original.codeHash,
      redirectUri: original.redirectUri ?? '',
      codeChallenge: original.codeChallenge ?? '',
      lineageId: newId(),
      at: toTimestamp(at),
      accessTokenExpiresAt: toTimestamp(expiresAt),
      refreshTokenHash: created,
      refreshTokenExpiresAt: toTimestamp(expiresAt),
      ...change.operation,
      credentials,
    };
    return {
      client,
      stored,
      hash: original.codeHash,
      operation: { redeemCode },
      at,
      expiresAt,
      created,
      lineageId: redeemCode.lineageId,
      creation: [createClient(client), createCode(stored)],
    };
  },
  find: (backend, { hash }) => backend.code(hash),
  result: (result) => ({
    client: result?.redeemCode?.client ?? null,
    record: result?.redeemCode?.code ?? null,
    accessToken: result?.redeemCode?.minted?.accessToken,
  }),
};

export const REFRESH_TOKENS: RedeemKind = {
  name: 'redeem-refresh-token',
  message: 'RedeemRefreshToken',
  already: 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT',
  plan(backend, change = {}) {
    const client = newConfidentialClient(change.client);
    const original = backend.newRefreshToken({
      clientId: client.clientId ?? '',
      scopes: ['read', 'write'],
      lineageStartedAt: toTimestamp(Date.now() - 86_400_001),
    });
    const stored = { ...original, ...change.stored };
    const { at, expiresAt, credentials, created } = shared(client, change);
    const redeemRefreshToken = {
      tokenHash: original.tokenHash,
      at: toTimestamp(at),
      accessTokenExpiresAt: toTimestamp(expiresAt),
      successorHash: created,
      successorExpiresAt: toTimestamp(expiresAt),
      ...change.operation,
      credentials,
    };
    return {
      client,
      stored,
      hash: original.tokenHash,
      operation: { redeemRefreshToken },
      at,
      expiresAt,
      created,
      lineageId: original.lineageId,
      creation: [createClient(client), createRefreshToken(stored)],
    };
  },
  find: (backend, { hash }) => backend.refreshToken(hash),
  result: (result) => ({
    client: result?.redeemRefreshToken?.client ?? null,
    record: result?.redeemRefreshToken?.refreshToken ?? null,
    accessToken: result?.redeemRefreshToken?.minted?.accessToken,
  }),
};
