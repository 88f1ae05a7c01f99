import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client as ProtoClient } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code as ProtoCode } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { Operation as ProtoOperation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { RefreshToken as ProtoRefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Client } from '../../oauth/model/client.js';
import type { Code, RefreshToken } from '../../oauth/model/tokens.js';
import type { Operation } from '../../oauth/ports/backend.js';

/** Records as sent to the host. Fields that only the host may set (spent, revoked lineage) are never sent. */

function toClient(client: Client): ProtoClient {
  return {
    clientId: client.clientId,
    clientName: client.clientName,
    redirectUris: [...client.redirectUris],
    tokenEndpointAuthMethod: toAuthMethod(client.authMethod),
    scopes: [...client.scopes],
    grantTypes: [...client.grantTypes],
    registeredAt: toTimestamp(client.registeredAt),
    selfRegistered: client.selfRegistered,
    metadataJson: Object.keys(client.metadata).length === 0 ? '' : JSON.stringify(client.metadata),
    ...(client.secretHash !== undefined && { secretHash: client.secretHash }),
    ...(client.consentedAt !== undefined && { consentedAt: toTimestamp(client.consentedAt) }),
    ...(client.revokedAt !== undefined && { revokedAt: toTimestamp(client.revokedAt) }),
  };
}

function toCode(code: Code): ProtoCode {
  return {
    codeHash: code.codeHash,
    clientId: code.clientId,
    userId: code.userId,
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    scopes: [...code.scopes],
    resource: code.resource,
    issuedAt: toTimestamp(code.issuedAt),
    expiresAt: toTimestamp(code.expiresAt),
    grantContext: code.grantContext,
  };
}

function toRefreshToken(token: RefreshToken): ProtoRefreshToken {
  return {
    tokenHash: token.tokenHash,
    lineageId: token.lineageId,
    clientId: token.clientId,
    userId: token.userId,
    scopes: [...token.scopes],
    resource: token.resource,
    issuedAt: toTimestamp(token.issuedAt),
    expiresAt: toTimestamp(token.expiresAt),
    lineageStartedAt: toTimestamp(token.lineageStartedAt),
    grantContext: token.grantContext,
  };
}

export function toTransactRequest(operations: readonly Operation[]): TransactRequest {
  return { operations: operations.map(toOperation) };
}

/** No default, so that a new operation does not compile until it can be sent. */
function toOperation(operation: Operation): ProtoOperation {
  switch (operation.kind) {
    case 'findClient':
      return { findClient: { clientId: operation.clientId } };
    case 'createClient':
      return {
        createClient: {
          client: toClient(operation.client),
          cap: operation.cap,
          evictOldestUnconsented: operation.evictOldestUnconsented,
          replaceExisting: operation.replaceExisting,
        },
      };
    case 'sweepUnconsentedClients':
      return { sweepUnconsentedClients: { registeredBefore: toTimestamp(operation.registeredBefore) } };
    case 'stampConsent':
      return { stampConsent: { clientId: operation.clientId, at: toTimestamp(operation.at) } };
    case 'createCode':
      return { createCode: { code: toCode(operation.code) } };
    case 'findCode':
      return { findCode: { codeHash: operation.codeHash } };
    case 'spendCode':
      return {
        spendCode: {
          codeHash: operation.codeHash,
          lineageId: operation.lineageId,
          at: toTimestamp(operation.at),
        },
      };
    case 'createRefreshToken':
      return { createRefreshToken: { refreshToken: toRefreshToken(operation.refreshToken) } };
    case 'findRefreshToken':
      return { findRefreshToken: { tokenHash: operation.tokenHash } };
    case 'spendRefreshToken':
      return { spendRefreshToken: { tokenHash: operation.tokenHash, at: toTimestamp(operation.at) } };
    case 'revokeLineage':
      return { revokeLineage: { lineageId: operation.lineageId, at: toTimestamp(operation.at) } };
    case 'sweepExpired':
      return { sweepExpired: { before: toTimestamp(operation.before) } };
    case 'mintAccessToken':
      return {
        mintAccessToken: {
          userId: operation.userId,
          clientId: operation.clientId,
          scopes: [...operation.scopes],
          resource: operation.resource,
          lineageId: operation.lineageId,
          expiresAt: toTimestamp(operation.expiresAt),
          grantContext: operation.grantContext,
          at: toTimestamp(operation.at),
        },
      };
    case 'findAccessToken':
      return { findAccessToken: { accessToken: operation.accessToken } };
  }
}
