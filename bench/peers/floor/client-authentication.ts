import { timingSafeEqual } from 'node:crypto';
import { hashOf } from './secrets.js';
import type { ClientRow, FloorStore } from './store.js';

/** The client of a token request: public, or with its secret in the body or in the Authorization header. */
export function authenticatedClient(
  store: FloorStore,
  parameters: ReadonlyMap<string, string>,
  header: string | undefined,
): ClientRow | undefined {
  const presented = header === undefined ? fromBody(parameters) : fromHeader(header);
  if (presented === undefined) return undefined;
  const client = store.findClient.get(presented.clientId);
  if (client?.revoked_at !== null || client.method !== presented.method) return undefined;
  if (presented.secret === undefined) return client;
  const isRight = client.secret_hash !== null && timingSafeEqual(client.secret_hash, hashOf(presented.secret));
  return isRight ? client : undefined;
}

interface Presented {
  readonly clientId: string;
  readonly method: string;
  readonly secret?: string;
}

function fromBody(parameters: ReadonlyMap<string, string>): Presented | undefined {
  const [clientId, secret] = [parameters.get('client_id'), parameters.get('client_secret')];
  if (clientId === undefined) return undefined;
  return secret === undefined ? { clientId, method: 'none' } : { clientId, method: 'client_secret_post', secret };
}

function fromHeader(header: string): Presented | undefined {
  const text = /^basic ([a-z0-9+/]+=*)$/i.exec(header)?.[1];
  const [clientId, secret] = Buffer.from(text ?? '', 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent);
  if (clientId === undefined || secret === undefined) return undefined;
  return { clientId, method: 'client_secret_basic', secret };
}
