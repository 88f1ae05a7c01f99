import type { OAuthError } from './oauth-error.js';

/**
 * Redirect URLs back to the client. The registered URI is kept byte for byte, its query included (RFC 6749 §3.1.2), and
 * the parameters are appended; `iss` is always among them (RFC 9207 §2), `state` exactly as received.
 */
export function codeRedirect(redirectUri: string, code: string, state: string | undefined, issuer: string): string {
  return append(redirectUri, [['code', code], ...stateAndIssuer(state, issuer)]);
}

export function errorRedirect(
  redirectUri: string,
  { error, description }: OAuthError,
  state: string | undefined,
  issuer: string,
): string {
  return append(redirectUri, [['error', error], ['error_description', description], ...stateAndIssuer(state, issuer)]);
}

function stateAndIssuer(state: string | undefined, issuer: string): [string, string][] {
  return state === undefined
    ? [['iss', issuer]]
    : [
        ['state', state],
        ['iss', issuer],
      ];
}

function append(uri: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  if (!uri.includes('?')) return `${uri}?${query}`;
  return uri.endsWith('?') || uri.endsWith('&') ? `${uri}${query}` : `${uri}&${query}`;
}
