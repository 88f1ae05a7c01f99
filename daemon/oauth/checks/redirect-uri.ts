import { isLoopbackHost } from '../../core/network-addresses.js';
import { FORBIDDEN_SCHEMES } from '../model/option-kinds.js';
import { isRedirectUriForm } from '../model/parameters.js';

/**
 * The rules for redirect URIs, shared by registration, CheckRedirectUri and the command line. The first failing rule is
 * reported. Sources: RFC 6749 §3.1.2, RFC 8252 §7 and §8, RFC 9700 §2.1, AS-40 to AS-42.
 */
export const MAX_REDIRECT_URIS = 10;
const MAX_LENGTH = 2048;

/**
 * Parameters of authorization responses (RFC 6749 §4.1.2 and §4.2.2, RFC 9207, OpenID Connect): a URI that already contains
 * one could forge a response, or put words into an error message.
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

type Rule = (raw: string, url: URL, privateUseSchemes: readonly string[]) => string | undefined;

/** Returns why the URI is unacceptable, or undefined if it is acceptable. */
export function redirectUriProblem(raw: string, privateUseSchemes: readonly string[]): string | undefined {
  if (raw === '') return 'it is empty';
  if (raw.length > MAX_LENGTH) return `it is longer than ${String(MAX_LENGTH)} characters`;
  if (/[^!-~]/.test(raw))
    return 'it contains white space, a control character or a character outside ASCII (use xn-- and %XX forms)';
  if (raw.includes('\\')) return 'it contains a backslash';
  if (raw.includes('*')) return 'it contains a wildcard; register every redirect URI in full';
  if (raw.includes('#')) return 'it has a fragment (RFC 6749 section 3.1.2)';
  if (!URL.canParse(raw)) return 'it is not an absolute URI';
  const url = new URL(raw);
  for (const rule of RULES) {
    const problem = rule(raw, url, privateUseSchemes);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const RULES: readonly Rule[] = [schemeRule, userinfoRule, hostRule, queryRule];

function schemeRule(_raw: string, url: URL, privateUseSchemes: readonly string[]): string | undefined {
  const scheme = url.protocol.slice(0, -1);
  if (isForbiddenScheme(scheme)) return `the scheme ${scheme} is never allowed`;
  if (scheme === 'https' || scheme === 'http' || privateUseSchemes.includes(scheme)) return undefined;
  return 'its scheme must be https, http on a loopback address, or one that the application allows (private_use_redirect_schemes)';
}

function isForbiddenScheme(scheme: string): boolean {
  return (FORBIDDEN_SCHEMES as readonly string[]).includes(scheme);
}

/**
 * Userinfo makes a URI look like another host. Checked on the raw authority, because URL drops an empty "@" without a trace.
 */
function userinfoRule(raw: string, _url: URL): string | undefined {
  return rawAuthority(raw)?.includes('@') === true ? 'it has a user name or password' : undefined;
}

/**
 * The raw host must equal what a URL parser makes of it, so that the host a person reads is the one that the browser goes
 * to: "0x7f.1", "2130706433", "localhost." or an upper-case "%2e" all fail here. Case differences are allowed where every
 * host is allowed.
 */
function hostRule(raw: string, url: URL): string | undefined {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb) return undefined;
  const authority = rawAuthority(raw);
  if (authority === undefined) return 'it has no host after //';
  if (!HOST.test(url.hostname)) return 'its host is neither a DNS name nor an IP address';
  const host = authority.replace(/:\d*$/, '');
  const written = url.protocol === 'http:' ? host : host.toLowerCase();
  if (written !== url.hostname) {
    return `its host is not in normal form; use ${url.hostname} instead`;
  }
  if (host.endsWith('.')) return 'its host ends with a dot';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return 'http is allowed on a loopback address only (localhost, 127.0.0.0/8, [::1]); use https';
  }
  return undefined;
}

/**
 * A URL parser also accepts hosts with ",", ";" and quotation marks. These end a source of a content security policy, and
 * make a host look like two. The trailing dot has its own rule.
 */
const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?)$/;

function queryRule(_raw: string, url: URL): string | undefined {
  const taken = responseParameter(url);
  return taken === undefined
    ? undefined
    : `its query has the parameter ${taken}, which belongs to the authorization response`;
}

/**
 * The first response parameter in the query, as the most lenient clients parse it: some frameworks also split at ";", read
 * "code[]", "[code]" and " code" as "code", turn "." and blanks into "_" (PHP), or do not distinguish "Code" from "code" (ASP.NET). Ten URIs
 * from strangers can contain thousands of parameters, so this reads the query once and each name once, without a copy.
 */
function responseParameter(url: URL): string | undefined {
  const parameters = new URLSearchParams(url.search.slice(1).replace(SEPARATOR, '&'));
  for (const name of new Set(parameters.keys())) {
    const taken = RESPONSE_PARAMETER.exec(name)?.[1];
    if (taken !== undefined) return taken.toLowerCase().replace(/[ .]/g, '_');
  }
  return undefined;
}

/** With the "?" that some parsers drop in front of a parameter. */
const SEPARATOR = /[&;]\??/g;
const RESPONSE_PARAMETER = new RegExp(
  `^[\\s[\\]]*(${RESPONSE_PARAMETERS.join('|').replaceAll('_', '[ ._]')})(?:[[\\]\\0]|\\s*$)`,
  'i',
);

/** The authority as written; undefined if no "//" follows the scheme. */
function rawAuthority(raw: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(raw)?.[1];
}

export function isLoopbackRedirect(uri: string): boolean {
  const url = new URL(uri);
  return url.protocol === 'http:' && isLoopbackHost(url.hostname);
}

/**
 * Whether a redirect URI is one of the registered ones, compared as exact strings (RFC 9700 §2.1). With `portFlexible`, the
 * port of an http loopback URI may differ (RFC 8252 §7.3): same literal host, same path, same query.
 *
 * The application's own tooling may have registered one without asking for its problem, so the worst ones count as unregistered.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[], portFlexible: boolean): boolean {
  return (registered.includes(uri) || (portFlexible && differsInPort(uri, registered))) && takesResponses(uri);
}

/**
 * Whether a response can be appended to it and reaches no other place: an absolute URI without fragment, of a scheme that runs
 * nothing. An application may send its browser there with a script, and a header takes no other characters.
 */
function takesResponses(uri: string): boolean {
  if (!isRedirectUriForm(uri) || uri.includes('#') || !URL.canParse(uri)) return false;
  return !isForbiddenScheme(uri.slice(0, uri.indexOf(':')).toLowerCase());
}

function differsInPort(uri: string, registered: readonly string[]): boolean {
  const wanted = withoutLoopbackPort(uri);
  return wanted !== undefined && registered.some((candidate) => withoutLoopbackPort(candidate) === wanted);
}

/** Removes the port from the string itself, so that the comparison remains one of strings without other normalization. */
function withoutLoopbackPort(uri: string): string | undefined {
  const match = /^(http:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/.exec(
    uri,
  );
  if (match === null || !URL.canParse(uri) || !isLoopbackRedirect(uri)) return undefined;
  return `${match[1] ?? ''}${match[3] ?? ''}`;
}
