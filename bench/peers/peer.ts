import type { PreparedRequest } from '../measure/load.js';

/** The scenarios of the authorization server. */
export const OAUTH_SCENARIOS = ['metadata', 'register', 'authorize', 'exchange', 'refresh'] as const;
export type OAuthScenario = (typeof OAUTH_SCENARIOS)[number];

/** The scenarios of the admin backend: admin-list counts its records, admin-page does not. */
export const ADMIN_SCENARIOS = [
  'admin-list',
  'admin-page',
  'admin-search',
  'admin-show',
  'admin-update',
  'admin-partial',
  'admin-login',
] as const;
export type AdminScenario = (typeof ADMIN_SCENARIOS)[number];

export const SCENARIOS = [...OAUTH_SCENARIOS, ...ADMIN_SCENARIOS] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** An IPC question to a measured server process: prepared requests, each of which can be sent once. */
export interface Preparation {
  readonly scenario: OAuthScenario;
  readonly count: number;
  /** Codes or refresh tokens that expired an hour ago. Only Gatehouse and the floor can prepare them. */
  readonly expired?: boolean;
}

export const FORM = 'application/x-www-form-urlencoded';
export const REDIRECT_URI = 'http://127.0.0.1:9/callback';
/** RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** Of the standard scopes only offline_access, so that no peer has to sign an ID token. */
export const SCOPE = 'read offline_access';

/** The same registration for every peer. */
export function registration(path: string, index: number): PreparedRequest {
  const metadata = {
    client_name: `Client ${String(index)}`,
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: SCOPE,
  };
  return { method: 'POST', path, contentType: 'application/json', body: JSON.stringify(metadata) };
}

export function authorization(path: string, clientId: string, index: number): PreparedRequest {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    state: `state-${String(index)}`,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  return { method: 'GET', path: `${path}?${query.toString()}` };
}

export function exchange(path: string, clientId: string, code: string): PreparedRequest {
  return form(path, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: VERIFIER,
    redirect_uri: REDIRECT_URI,
  });
}

export function refresh(path: string, clientId: string, refreshToken: string): PreparedRequest {
  return form(path, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
}

function form(path: string, parameters: Record<string, string>): PreparedRequest {
  return { method: 'POST', path, contentType: FORM, body: new URLSearchParams(parameters).toString() };
}

/** In a server process: reports readiness, and returns prepared requests on demand. */
export function servePreparations(
  ready: object,
  prepare: (preparation: Preparation) => Promise<readonly PreparedRequest[]>,
): void {
  process.on('message', (preparation: Preparation) => {
    void prepare(preparation).then((requests) => process.send?.(requests));
  });
  process.send?.({ ready });
}

/** Creates `count` items one after the other. */
export async function times<T>(count: number, make: (index: number) => T | Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make(index));
  return made;
}
