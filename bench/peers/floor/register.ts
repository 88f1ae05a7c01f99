import { refused, type Answer } from './answer.js';
import { hashOf, randomToken } from './secrets.js';
import type { FloorStore } from './store.js';

/** The cap of the hosts that are measured beside it. */
const CAP = 1_000_000;
const SCOPES = ['read', 'write', 'ai', 'offline_access'];
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'];
const MOST_REDIRECT_URIS = 10;
const LONGEST_NAME = 200;

/** Dynamic client registration (RFC 7591). At the cap the oldest client without consent leaves. */
export function register(store: FloorStore, json: string): Answer {
  const metadata = objectOf(json);
  if (metadata === undefined) return invalid('The body is not a JSON object.');
  const redirectUris = metadata['redirect_uris'];
  if (!areTexts(redirectUris) || redirectUris.length === 0 || redirectUris.length > MOST_REDIRECT_URIS) {
    return invalid(`redirect_uris has to have one to ${String(MOST_REDIRECT_URIS)} entries.`);
  }
  if (!redirectUris.every(isRedirectUri)) {
    return refused(
      'invalid_redirect_uri',
      'A redirect URI has to use https, or http on this machine, without fragment.',
    );
  }
  const method = metadata['token_endpoint_auth_method'] ?? 'client_secret_basic';
  const grantTypes = metadata['grant_types'] ?? ['authorization_code'];
  const scope = metadata['scope'] ?? SCOPES.join(' ');
  const name = metadata['client_name'] ?? '';
  if (typeof method !== 'string' || !METHODS.includes(method)) return invalid('token_endpoint_auth_method is unknown.');
  if (!areTexts(grantTypes) || !grantTypes.every((type) => GRANT_TYPES.includes(type))) {
    return invalid('grant_types has an unknown entry.');
  }
  if (typeof scope !== 'string' || !scope.split(' ').every((one) => SCOPES.includes(one))) {
    return invalid('scope has an unknown entry.');
  }
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return invalid('client_name is too long.');

  const now = Date.now();
  const [clientId, secret] = [randomToken(), method === 'none' ? undefined : randomToken()];
  store.group.open();
  if (store.clients >= CAP) {
    if (store.evictClient.run().changes === 0) return refused('temporarily_unavailable', 'There are too many.', 503);
    store.clientsChanged(-1);
  }
  store.insertClient.run(
    clientId,
    secret === undefined ? null : hashOf(secret),
    method,
    name,
    JSON.stringify(redirectUris),
    scope,
    grantTypes.join(' '),
    now,
  );
  store.clientsChanged(1);
  return {
    status: 201,
    body: {
      client_id: clientId,
      client_id_issued_at: Math.floor(now / 1000),
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: method,
      grant_types: grantTypes,
      response_types: ['code'],
      scope,
    },
  };
}

function invalid(description: string): Answer {
  return refused('invalid_client_metadata', description);
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash } = new URL(text);
  const isLocal = hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost';
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}
