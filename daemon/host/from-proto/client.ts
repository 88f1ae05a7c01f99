import { fromAuthMethod } from '../../contract/auth-method.js';
import type { Client__Output } from '../../contract/generated/gatehouse/host/v1/Client.js';
import type { Client, GrantType } from '../../oauth/model/client.js';
import { GRANT_TYPES } from '../../oauth/model/client.js';
import { hash, optionalTime, requiredText, scopes, time, violation } from './checks.js';

const AT = 'find_client.client';
const MAX_CLIENT_ID = 2048;
const MAX_METADATA_BYTES = 16 * 1024;

export function fromClient(rpc: string, client: Client__Output, askedFor: string): Client {
  const clientId = requiredText(rpc, `${AT}.client_id`, client.clientId, MAX_CLIENT_ID);
  if (clientId !== askedFor) throw violation(rpc, `${AT}.client_id`, 'is another one than was asked for');
  const authMethod = fromAuthMethod(client.tokenEndpointAuthMethod);
  if (authMethod === undefined) throw violation(rpc, `${AT}.token_endpoint_auth_method`, 'is not known');
  if (client.redirectUris.length === 0) throw violation(rpc, `${AT}.redirect_uris`, 'is empty');
  if (client.redirectUris.includes('')) throw violation(rpc, `${AT}.redirect_uris`, 'has an empty value');
  if (!client.grantTypes.every(isGrantType)) throw violation(rpc, `${AT}.grant_types`, 'has an unknown value');
  const consentedAt = optionalTime(rpc, `${AT}.consented_at`, client.consentedAt);
  const revokedAt = optionalTime(rpc, `${AT}.revoked_at`, client.revokedAt);
  return {
    clientId,
    clientName: client.clientName,
    redirectUris: client.redirectUris,
    authMethod,
    ...secretHash(rpc, client.secretHash, authMethod === 'none'),
    scopes: scopes(rpc, `${AT}.scopes`, client.scopes),
    grantTypes: client.grantTypes,
    registeredAt: time(rpc, `${AT}.registered_at`, client.registeredAt),
    ...(consentedAt !== undefined && { consentedAt }),
    ...(revokedAt !== undefined && { revokedAt }),
    selfRegistered: client.selfRegistered,
    metadata: metadata(rpc, client.metadataJson),
  };
}

/** A confidential client without a hash could be used without a secret; a public one with a hash lost its method. */
function secretHash(rpc: string, value: Buffer, isPublic: boolean): { secretHash?: Buffer } {
  if (!isPublic) return { secretHash: hash(rpc, `${AT}.secret_hash`, value) };
  if (value.length > 0) throw violation(rpc, `${AT}.secret_hash`, 'is set for a public client');
  return {};
}

function metadata(rpc: string, json: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) {
    throw violation(rpc, `${AT}.metadata_json`, `is longer than ${MAX_METADATA_BYTES} bytes`);
  }
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw violation(rpc, `${AT}.metadata_json`, 'is not a JSON object');
  }
  return value as Record<string, unknown>;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isGrantType(value: string): value is GrantType {
  return (GRANT_TYPES as readonly string[]).includes(value);
}
