import { isLoopbackHost } from '../../core/loopback.js';
import { FORBIDDEN_SCHEMES } from '../model/redirect-schemes.js';

/**
 * What makes a redirect URI acceptable: one rule set for registration, for CheckRedirectUri and for the command line.
 * The first rule that fails is told. Sources: RFC 6749 §3.1.2, RFC 8252 §7 and §8, RFC 9700 §2.1, docs of the decisions.
 */
export const MAX_REDIRECT_URIS = 10;
const MAX_LENGTH = 2048;

/**
 * Parameters of authorization responses (RFC 6749 §4.1.2 and §4.2.2, RFC 9207, OpenID Connect): a URI that brings its own
 * could forge one, or put words into an error message.
 */
const RESPONSE_PARAMETERS = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'access_token',
  'token_type',
  'id_token',
];

type Rule = (raw: string, url: URL, privateUseSchemes: readonly string[]) => string;

/** Returns why the URI is unacceptable, or an empty string. */
export function redirectUriProblem(raw: string, privateUseSchemes: readonly string[]): string {
  if (raw === '') return 'it is empty';
  if (raw.length > MAX_LENGTH) return `it is longer than ${String(MAX_LENGTH)} characters`;
  if (/[^!-~]/.test(raw))
    return 'it contains white space, a control character or a character outside ASCII (use xn-- and %XX forms)';
  if (raw.includes('\\')) return 'it contains a backslash';
  if (raw.includes('*')) return 'it contains a wildcard; every redirect URI is registered in full';
  if (raw.includes('#')) return 'it has a fragment (RFC 6749 section 3.1.2)';
  if (!URL.canParse(raw)) return 'it is not an absolute URI';
  const url = new URL(raw);
  for (const rule of RULES) {
    const problem = rule(raw, url, privateUseSchemes);
    if (problem !== '') return problem;
  }
  return '';
}

const RULES: readonly Rule[] = [schemeRule, userinfoRule, hostRule, queryRule];

function schemeRule(_raw: string, url: URL, privateUseSchemes: readonly string[]): string {
  const scheme = url.protocol.slice(0, -1);
  if ((FORBIDDEN_SCHEMES as readonly string[]).includes(scheme)) return `the scheme ${scheme} is never allowed`;
  if (scheme === 'https' || scheme === 'http' || privateUseSchemes.includes(scheme)) return '';
  return 'its scheme is neither https, nor http on a loopback address, nor one that the application allows';
}

/** Userinfo makes a URI read as another host. Judged on the raw authority, since an empty "@" leaves no trace in URL. */
function userinfoRule(raw: string, _url: URL): string {
  return rawAuthority(raw)?.includes('@') === true ? 'it has a user name or password' : '';
}

/**
 * The raw host must be what a URL parser makes of it, so that nobody sees another host than the browser goes to:
 * "0x7f.1", "2130706433", "localhost." or an upper-case "%2e" all fail here. Case is forgiven where every host is allowed.
 */
function hostRule(raw: string, url: URL): string {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb) return '';
  const authority = rawAuthority(raw);
  if (authority === undefined || url.hostname === '') return 'it has no host after //';
  const host = authority.replace(/:\d*$/, '');
  const written = url.protocol === 'http:' ? host : host.toLowerCase();
  if (written !== url.hostname) {
    return `its host is not in its normal form; write ${url.hostname} if that is what is meant`;
  }
  if (host.endsWith('.')) return 'its host ends with a dot';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return 'http is allowed on a loopback address only (localhost, 127.0.0.0/8, [::1]); use https';
  }
  return '';
}

function queryRule(_raw: string, url: URL): string {
  const taken = responseParameter(url);
  return taken === undefined ? '' : `its query has the parameter ${taken}, which belongs to the authorization response`;
}

/**
 * The first response parameter among those of the query, as the most lenient of clients reads them: some frameworks split
 * at ";" too, take "code[]" and " code" for "code", or make "_" of "." and blanks (PHP). Ten URIs of strangers hold
 * thousands of parameters, so that the query is read once, and each name is looked at once, without a copy.
 */
function responseParameter(url: URL): string | undefined {
  const parameters = new URLSearchParams(url.search.slice(1).replace(SEPARATOR, '&'));
  for (const name of new Set(parameters.keys())) {
    const taken = RESPONSE_PARAMETER.exec(name)?.[1];
    if (taken !== undefined) return taken.replace(/[ .]/g, '_');
  }
  return undefined;
}

/** With the "?" that some parsers drop in front of a parameter. */
const SEPARATOR = /[&;]\??/g;
const RESPONSE_PARAMETER = new RegExp(
  `^\\s*(${RESPONSE_PARAMETERS.join('|').replaceAll('_', '[ ._]')})(?:[[\\0]|\\s*$)`,
);

/** The authority as written; undefined when no "//" follows the scheme. */
function rawAuthority(raw: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(raw)?.[1];
}

export function isLoopbackRedirect(uri: string): boolean {
  const url = new URL(uri);
  return url.protocol === 'http:' && isLoopbackHost(url.hostname);
}
