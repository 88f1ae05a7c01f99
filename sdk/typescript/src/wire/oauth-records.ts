import { fromAuthMethod, toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client__Output, Client as ProtoClient } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output, Code as ProtoCode } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type {
  RefreshToken as ProtoRefreshToken,
  RefreshToken__Output,
} from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { MAX_METADATA_BYTES } from '@gatehouse/proto/limits';
import { listOf } from '@gatehouse/proto/message';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Client, Code, RefreshToken } from '../ports/backend.js';
import * as fields from './fields.js';

export function fromProtoClient(sent: Client__Output | null, field: string): Client {
  const client = fields.message(sent, field);
  const method = fromAuthMethod(client.tokenEndpointAuthMethod);
  if (method === undefined) {
    throw new fields.InvalidField(`${field}.token_endpoint_auth_method`, 'is not a supported method');
  }
  if (client.redirectUris.length === 0) throw new fields.InvalidField(`${field}.redirect_uris`, 'must not be empty');
  const consentedAt = fields.optionalMoment(client.consentedAt, `${field}.consented_at`);
  const revokedAt = fields.optionalMoment(client.revokedAt, `${field}.revoked_at`);
  return {
    clientId: fields.identifier(client.clientId, `${field}.client_id`),
    clientName: fields.text(client.clientName, `${field}.client_name`),
    redirectUris: client.redirectUris.map((uri) => fields.identifier(uri, `${field}.redirect_uris`)),
    tokenEndpointAuthMethod: method,
    ...(method !== 'none' && { secretHash: fields.hash(client.secretHash, `${field}.secret_hash`) }),
    scopes: client.scopes.length === 0 ? [] : fields.tokens(client.scopes, `${field}.scopes`),
    grantTypes: fields.tokens(client.grantTypes, `${field}.grant_types`),
    registeredAt: fields.moment(client.registeredAt, `${field}.registered_at`),
    ...(consentedAt && { consentedAt }),
    ...(revokedAt && { revokedAt }),
    selfRegistered: client.selfRegistered,
    metadata: fromMetadataJson(client.metadataJson, `${field}.metadata_json`),
  };
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
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) throw new fields.InvalidField(field, `must have at most 16 KiB`);
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

const CODE_CHALLENGE = /^[\w-]{43}$/;

/** A code to be created: `spent_at` and `lineage_id` have to be absent. */
export function fromProtoCode(sent: Code__Output | null, field: string): Code {
  const code = fields.message(sent, field);
  if (!CODE_CHALLENGE.test(code.codeChallenge)) {
    throw new fields.InvalidField(`${field}.code_challenge`, 'must have 43 base64url characters');
  }
  if (code.spentAt !== null) throw new fields.InvalidField(`${field}.spent_at`, 'must be absent');
  if (code.lineageId !== '') throw new fields.InvalidField(`${field}.lineage_id`, 'must be empty');
  return {
    codeHash: fields.hash(code.codeHash, `${field}.code_hash`),
    clientId: fields.identifier(code.clientId, `${field}.client_id`),
    userId: fields.identifier(code.userId, `${field}.user_id`),
    redirectUri: fields.identifier(code.redirectUri, `${field}.redirect_uri`),
    codeChallenge: code.codeChallenge,
    scopes: fields.tokens(code.scopes, `${field}.scopes`),
    resource: fields.text(code.resource, `${field}.resource`),
    issuedAt: fields.moment(code.issuedAt, `${field}.issued_at`),
    expiresAt: fields.moment(code.expiresAt, `${field}.expires_at`),
    grantContext: fields.grantContext(code.grantContext, `${field}.grant_context`),
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

/** A token to be created: `spent_at` and `lineage_revoked` have to be absent. */
export function fromProtoRefreshToken(sent: RefreshToken__Output | null, field: string): RefreshToken {
  const token = fields.message(sent, field);
  if (token.spentAt !== null) throw new fields.InvalidField(`${field}.spent_at`, 'must be absent');
  if (token.lineageRevoked) throw new fields.InvalidField(`${field}.lineage_revoked`, 'must be false');
  return {
    tokenHash: fields.hash(token.tokenHash, `${field}.token_hash`),
    lineageId: fields.identifier(token.lineageId, `${field}.lineage_id`),
    clientId: fields.identifier(token.clientId, `${field}.client_id`),
    userId: fields.identifier(token.userId, `${field}.user_id`),
    scopes: fields.tokens(token.scopes, `${field}.scopes`),
    resource: fields.text(token.resource, `${field}.resource`),
    issuedAt: fields.moment(token.issuedAt, `${field}.issued_at`),
    expiresAt: fields.moment(token.expiresAt, `${field}.expires_at`),
    lineageStartedAt: fields.moment(token.lineageStartedAt, `${field}.lineage_started_at`),
    grantContext: fields.grantContext(token.grantContext, `${field}.grant_context`),
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
