import { fromAuthMethod, toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client__Output, Client as ProtoClient } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output, Code as ProtoCode } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type {
  RefreshToken as ProtoRefreshToken,
  RefreshToken__Output,
} from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { listOf } from '@gatehouse/proto/message';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Client, Code, RefreshToken } from '../ports/backend.js';
import * as fields from './fields.js';

/** A client whose message obeys the rules of its fields. `field` is its path, for what the rules cannot say. */
export function fromProtoClient(sent: Client__Output | null, field: string): Client {
  const client = fields.present(sent);
  const method = fields.present(fromAuthMethod(client.tokenEndpointAuthMethod));
  const consentedAt = fields.optionalMoment(client.consentedAt);
  const revokedAt = fields.optionalMoment(client.revokedAt);
  return {
    clientId: client.clientId,
    clientName: client.clientName,
    redirectUris: client.redirectUris,
    tokenEndpointAuthMethod: method,
    ...secretHash(client, method === 'none', field),
    scopes: client.scopes,
    grantTypes: client.grantTypes,
    registeredAt: fields.moment(client.registeredAt),
    ...(consentedAt && { consentedAt }),
    ...(revokedAt && { revokedAt }),
    selfRegistered: client.selfRegistered,
    metadata: fromMetadataJson(client.metadataJson, `${field}.metadata_json`),
  };
}

function secretHash(
  { secretHash: hash }: Client__Output,
  isPublic: boolean,
  field: string,
): Pick<Client, 'secretHash'> {
  if ((hash.length === 0) === isPublic) return isPublic ? {} : { secretHash: fields.bufferOf(hash) };
  throw new fields.InvalidField(
    `${field}.secret_hash`,
    isPublic ? 'must be empty for a public client' : 'must not be empty for a confidential client',
  );
}

export function toProtoClient(client: Client): ProtoClient {
  return {
    clientId: client.clientId,
    clientName: client.clientName,
    redirectUris: listOf(client.redirectUris),
    tokenEndpointAuthMethod: toAuthMethod(client.tokenEndpointAuthMethod),
    secretHash: client.secretHash ?? Buffer.alloc(0),
    scopes: listOf(client.scopes),
    grantTypes: listOf(client.grantTypes),
    registeredAt: toTimestamp(client.registeredAt.getTime()),
    consentedAt: client.consentedAt ? toTimestamp(client.consentedAt.getTime()) : null,
    revokedAt: client.revokedAt ? toTimestamp(client.revokedAt.getTime()) : null,
    selfRegistered: client.selfRegistered,
    metadataJson: Object.keys(client.metadata).length === 0 ? '' : JSON.stringify(client.metadata),
  };
}

function fromMetadataJson(json: string, field: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new fields.InvalidField(field, 'must be JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new fields.InvalidField(field, 'must be a JSON object');
  }
  return value as Record<string, unknown>;
}

/** A code to create, whose message obeys the rules of its fields. */
export function fromProtoCode(sent: Code__Output | null): Code {
  const code = fields.present(sent);
  return {
    codeHash: fields.bufferOf(code.codeHash),
    clientId: code.clientId,
    userId: code.userId,
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    scopes: code.scopes,
    resource: code.resource,
    issuedAt: fields.moment(code.issuedAt),
    expiresAt: fields.moment(code.expiresAt),
    grantContext: fields.bufferOf(code.grantContext),
  };
}

export function toProtoCode(code: Code): ProtoCode {
  return {
    codeHash: code.codeHash,
    clientId: code.clientId,
    userId: code.userId,
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    scopes: listOf(code.scopes),
    resource: code.resource,
    issuedAt: toTimestamp(code.issuedAt.getTime()),
    expiresAt: toTimestamp(code.expiresAt.getTime()),
    grantContext: code.grantContext,
    spentAt: code.spent ? toTimestamp(code.spent.at.getTime()) : null,
    lineageId: code.spent?.lineageId ?? '',
  };
}

/** A token to create, whose message obeys the rules of its fields. */
export function fromProtoRefreshToken(sent: RefreshToken__Output | null): RefreshToken {
  const token = fields.present(sent);
  return {
    tokenHash: fields.bufferOf(token.tokenHash),
    lineageId: token.lineageId,
    clientId: token.clientId,
    userId: token.userId,
    scopes: token.scopes,
    resource: token.resource,
    issuedAt: fields.moment(token.issuedAt),
    expiresAt: fields.moment(token.expiresAt),
    lineageStartedAt: fields.moment(token.lineageStartedAt),
    grantContext: fields.bufferOf(token.grantContext),
    lineageRevoked: false,
  };
}

export function toProtoRefreshToken(token: RefreshToken): ProtoRefreshToken {
  return {
    tokenHash: token.tokenHash,
    lineageId: token.lineageId,
    clientId: token.clientId,
    userId: token.userId,
    scopes: listOf(token.scopes),
    resource: token.resource,
    issuedAt: toTimestamp(token.issuedAt.getTime()),
    expiresAt: toTimestamp(token.expiresAt.getTime()),
    lineageStartedAt: toTimestamp(token.lineageStartedAt.getTime()),
    grantContext: token.grantContext,
    spentAt: token.spentAt ? toTimestamp(token.spentAt.getTime()) : null,
    lineageRevoked: token.lineageRevoked,
  };
}
