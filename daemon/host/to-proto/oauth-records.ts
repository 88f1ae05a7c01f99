import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client as ProtoClient } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code as ProtoCode } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { RefreshToken as ProtoRefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Client } from '../../oauth/model/client.js';
import type { Code, RefreshToken } from '../../oauth/model/tokens.js';

/** Records as sent to the host. Fields that only the host may set (spent, revoked lineage) are never sent. */

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
