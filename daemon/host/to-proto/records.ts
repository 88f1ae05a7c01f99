import { toAuthMethod } from '../../contract/auth-method.js';
import type { Client as ProtoClient } from '../../contract/generated/gatehouse/host/v1/Client.js';
import type { Code as ProtoCode } from '../../contract/generated/gatehouse/host/v1/Code.js';
import type { RefreshToken as ProtoRefreshToken } from '../../contract/generated/gatehouse/host/v1/RefreshToken.js';
import { toTimestamp } from '../../contract/time.js';
import type { Client } from '../../oauth/model/client.js';
import type { Code } from '../../oauth/model/code.js';
import type { RefreshToken } from '../../oauth/model/refresh-token.js';

/** Records on their way to the host. What only the host may set (spent, revoked lineage) is never sent. */

export function toClient(client: Client): ProtoClient {
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

export function toCode(code: Code): ProtoCode {
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

export function toRefreshToken(token: RefreshToken): ProtoRefreshToken {
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
