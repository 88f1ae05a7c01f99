import type { ShownPage } from '../../../demo/client/browser.js';
import { Browser } from '../../../demo/client/browser.js';

export const REDIRECT_URI = 'https://client.example/callback';

/** Registers a client and returns its authorize URL, to the first URI. Each one opens a new pending request. */
export async function registerClient(
  issuer: string,
  clientName = 'Flow client',
  redirectUri = REDIRECT_URI,
  ...furtherUris: readonly string[]
): Promise<() => string> {
  const response = await fetch(`${issuer}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: clientName,
      redirect_uris: [redirectUri, ...furtherUris],
      token_endpoint_auth_method: 'none',
    }),
  });
  if (response.status !== 201) throw new Error(`registration was answered ${response.status}`);
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'the-state',
    resource: `${issuer}/mcp`,
  });
  return () => `${issuer}/oauth/mcp/authorize?${query.toString()}`;
}

/** A browser in which that user is signed in. */
export async function signedInBrowser(issuer: string, email: string): Promise<Browser> {
  const browser = new Browser(issuer);
  const page = await browser.open(`${issuer}/sign-in`);
  const home = await browser.submit(page, '/sign-in', { email, password: 'demo-password' });
  if (home.url.pathname !== '/') throw new Error(`signing in as ${email} led to ${home.url.pathname}`);
  return browser;
}

/** The value of a hidden field of the page. */
export function hiddenField(page: ShownPage, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text) ?? [];
  return value.replaceAll('&#43;', '+');
}

/** The page's text without its CSRF tokens: some frameworks mask the token differently on each page. */
export function comparable(page: ShownPage): string {
  return page.text.replaceAll(/name="csrf" value="[^"]*"/g, '');
}
