import type { Client, TokenEndpointAuthMethod } from '../ports/client-store.js';
import * as fields from './fields.js';
import type { WireClient } from './messages.js';
import { toWireTime } from './time.js';

const PREFIX = 'TOKEN_ENDPOINT_AUTH_METHOD_';
const AUTH_METHODS: readonly TokenEndpointAuthMethod[] = ['none', 'client_secret_post', 'client_secret_basic'];
const FROM_WIRE = new Map<string | number, TokenEndpointAuthMethod>(
  AUTH_METHODS.map((method) => [toWireAuthMethod(method), method]),
);
const MAX_METADATA = 16 * 1024;

export function toWireAuthMethod(method: TokenEndpointAuthMethod): string {
  return PREFIX + method.toUpperCase();
}

export function fromWireClient(wire: WireClient | null, field: string): Client {
  const client = fields.message(wire, field);
  const method = FROM_WIRE.get(client.tokenEndpointAuthMethod);
  if (method === undefined) {
    throw new fields.InvalidField(`${field}.token_endpoint_auth_method`, 'is not a known method');
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

export function toWireClient(client: Client): WireClient {
  return {
    clientId: client.clientId,
    clientName: client.clientName,
    redirectUris: client.redirectUris,
    tokenEndpointAuthMethod: toWireAuthMethod(client.tokenEndpointAuthMethod),
    secretHash: client.secretHash ?? Buffer.alloc(0),
    scopes: client.scopes,
    grantTypes: client.grantTypes,
    registeredAt: toWireTime(client.registeredAt),
    consentedAt: client.consentedAt ? toWireTime(client.consentedAt) : null,
    revokedAt: client.revokedAt ? toWireTime(client.revokedAt) : null,
    selfRegistered: client.selfRegistered,
    metadataJson: Object.keys(client.metadata).length === 0 ? '' : JSON.stringify(client.metadata),
  };
}

function fromMetadataJson(json: string, field: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  if (Buffer.byteLength(json) > MAX_METADATA) throw new fields.InvalidField(field, `must have at most 16 KiB`);
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
