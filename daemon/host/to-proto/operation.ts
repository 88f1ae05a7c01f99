import type { Operation as ProtoOperation } from '../../contract/generated/gatehouse/host/v1/Operation.js';
import type { TransactRequest } from '../../contract/generated/gatehouse/host/v1/TransactRequest.js';
import { toTimestamp } from '../../contract/time.js';
import type { Operation } from '../../oauth/ports/backend.js';
import { toClient, toCode, toRefreshToken } from './records.js';

export function toTransactRequest(operations: readonly Operation[]): TransactRequest {
  return { operations: operations.map(toOperation) };
}

/** No default: a new operation must not compile before it can be sent. */
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
