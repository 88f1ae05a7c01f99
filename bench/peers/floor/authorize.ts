import { refused, type Answer } from './answer.js';
import { randomToken } from './secrets.js';
import type { FloorStore } from './store.js';

/** About as many as Gatehouse keeps, and for as long as it keeps them in the benchmark. */
const MOST_PENDING = 20_000;
const PENDING_MS = 1_000;

interface Pending {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly expiresAt: number;
}

const pending = new Map<string, Pending>();

/** The authorization endpoint: remembers the request in memory and sends the user to the consent page. */
export function authorize(store: FloorStore, parameters: ReadonlyMap<string, string>): Answer {
  const client = store.findClient.get(parameters.get('client_id') ?? '');
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (client?.revoked_at !== null) return refused('invalid_request', 'The client is unknown.');
  if (!(JSON.parse(client.redirect_uris) as string[]).includes(redirectUri)) {
    return refused('invalid_request', 'The client did not register this redirect URI.');
  }
  const state = parameters.get('state');
  const back = (error: string): Answer => ({
    status: 302,
    location: `${redirectUri}?${new URLSearchParams({ error, ...(state !== undefined && { state }) }).toString()}`,
  });
  if (parameters.get('response_type') !== 'code') return back('unsupported_response_type');
  const challenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return back('invalid_request');
  const scope = parameters.get('scope') ?? client.scopes;
  const registered = client.scopes.split(' ');
  if (!scope.split(' ').every((one) => registered.includes(one))) return back('invalid_scope');

  const now = Date.now();
  forgetExpired(now);
  if (pending.size >= MOST_PENDING) return back('temporarily_unavailable');
  const request = randomToken();
  pending.set(request, {
    clientId: client.client_id,
    redirectUri,
    scope,
    state,
    challenge,
    expiresAt: now + PENDING_MS,
  });
  return { status: 302, location: `/connect?request=${request}` };
}

/** A map is in order of insertion, and all live equally long. */
function forgetExpired(now: number): void {
  for (const [request, { expiresAt }] of pending) {
    if (expiresAt > now) return;
    pending.delete(request);
  }
}
