import { isLoopbackHost } from '../../core/network-addresses.js';
import type { AuthMethod } from './client.js';
import { AUTH_METHODS } from './client.js';
import type { Scope } from './scope.js';
import { SCOPES } from './scope.js';

/** Schemes that run or read something by themselves; no allow-list can permit them as a redirect URI's scheme. */
export const FORBIDDEN_SCHEMES = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss'] as const;

/** The options of the host (AS-191), checked and with defaults filled in. Durations in ms. */
export interface OAuthOptions {
  readonly issuer: string;
  readonly resource: string;
  readonly serviceDocumentationPath: string;
  readonly scopesSupported: readonly Scope[];
  readonly tokenEndpointAuthMethodsSupported: readonly AuthMethod[];
  readonly authorizationResponseIssParameterSupported: boolean;
  readonly dcrClientCap: number;
  readonly dcrUnconsentedSweepAge: number;
  readonly registerMaxBodyBytes: number;
  readonly pendingRequestTtl: number;
  readonly codeTtl: number;
  readonly accessTokenTtl: number;
  readonly refreshTokenTtl: number;
  /** 0: every reuse revokes. */
  readonly refreshRetryWindow: number;
  readonly loopbackPortFlexible: boolean;
  /** Lower case, without colon. */
  readonly privateUseRedirectSchemes: readonly string[];
  readonly evictOldestUnconsentedAtCap: boolean;
  readonly clientIdMetadataDocuments: boolean;
  readonly builtinConsentPage: boolean;
  /** 0: no limit. */
  readonly refreshLineageMaxAge: number;
}

/** The options as the host gave them: undefined (for a list: empty) asks for the default. Durations in ms. */
export type RawOAuthOptions = {
  readonly [Name in keyof OAuthOptions]?: Loose<OAuthOptions[Name]> | undefined;
};
type Loose<T> = T extends readonly string[] ? readonly string[] : T;

export type CheckedOptions = { readonly options: OAuthOptions } | { readonly problems: readonly string[] };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Every moment computed from an option stays far inside the range of a Timestamp. */
const LONGEST = 3650 * DAY;
const MAX_RETRY_WINDOW = 5 * MINUTE;
const MAX_REGISTER_BODY_BYTES = 16 * 1024 * 1024;
const MAX_CLIENTS = 1_000_000;

/**
 * Checks the options, fills in the defaults (AS-191), and tells every problem at once: whoever configures a host should not
 * have to find them one restart at a time. Each problem names the option as the contract writes it.
 */
export function checkOptions(raw: RawOAuthOptions, host: { readonly offersSignIn: boolean }): CheckedOptions {
  const problems: string[] = [];
  const issuer = raw.issuer ?? '';
  problems.push(...about('issuer', issuerProblem(issuer)));
  const resource = nonEmpty(raw.resource) ?? issuer;
  if (resource !== issuer) problems.push(...about('resource', resourceProblem(resource)));
  const serviceDocumentationPath = raw.serviceDocumentationPath ?? '/help';
  problems.push(...about('service_documentation_path', pathProblem(serviceDocumentationPath)));
  const privateUseRedirectSchemes = [...new Set(raw.privateUseRedirectSchemes)];
  for (const scheme of privateUseRedirectSchemes) {
    problems.push(...about('private_use_redirect_schemes', schemeProblem(scheme)));
  }
  if (raw.builtinConsentPage === true && !host.offersSignIn) {
    problems.push('builtin_consent_page: needs CAPABILITY_SIGN_IN, which the host does not offer');
  }

  const number = (name: string, value: number | undefined, fallback: number, min: number, max: number): number => {
    const chosen = value ?? fallback;
    if (!Number.isInteger(chosen) || chosen < min || chosen > max) {
      problems.push(`${name}: ${chosen} is not between ${min} and ${max}`);
    }
    return chosen;
  };
  const duration = (name: string, value: number | undefined, fallback: number, min = SECOND, max = LONGEST): number => {
    const chosen = value ?? fallback;
    if (!Number.isFinite(chosen) || chosen < min || chosen > max) {
      problems.push(`${name}: ${chosen / SECOND} s is not between ${min / SECOND} s and ${max / SECOND} s`);
    }
    return chosen;
  };
  const subset = <const T extends readonly string[]>(
    name: string,
    values: readonly string[] | undefined,
    all: T,
  ): T[number][] => {
    if (values === undefined || values.length === 0) return [...all];
    const unknown = values.filter((value) => !all.includes(value));
    for (const value of unknown) problems.push(`${name}: "${value}" is none of ${all.join(', ')}`);
    return all.filter((value) => values.includes(value));
  };
  /** Some durations may be 0, which switches off what they bound. */
  const zeroOr = (name: string, value: number | undefined, max: number): number =>
    value === undefined || value === 0 ? 0 : duration(name, value, 0, SECOND, max);

  const options: OAuthOptions = {
    issuer,
    resource,
    serviceDocumentationPath,
    scopesSupported: subset('scopes_supported', raw.scopesSupported, SCOPES),
    tokenEndpointAuthMethodsSupported: subset(
      'token_endpoint_auth_methods_supported',
      raw.tokenEndpointAuthMethodsSupported,
      AUTH_METHODS,
    ),
    authorizationResponseIssParameterSupported: raw.authorizationResponseIssParameterSupported ?? true,
    dcrClientCap: number('dcr_client_cap', raw.dcrClientCap, 200, 1, MAX_CLIENTS),
    dcrUnconsentedSweepAge: duration('dcr_unconsented_sweep_age', raw.dcrUnconsentedSweepAge, DAY),
    registerMaxBodyBytes: number(
      'register_max_body_bytes',
      raw.registerMaxBodyBytes,
      65_536,
      1,
      MAX_REGISTER_BODY_BYTES,
    ),
    pendingRequestTtl: duration('pending_request_ttl', raw.pendingRequestTtl, 10 * MINUTE),
    codeTtl: duration('code_ttl', raw.codeTtl, 10 * MINUTE),
    accessTokenTtl: duration('access_token_ttl', raw.accessTokenTtl, HOUR),
    refreshTokenTtl: duration('refresh_token_ttl', raw.refreshTokenTtl, 30 * DAY),
    refreshRetryWindow: zeroOr('refresh_retry_window', raw.refreshRetryWindow, MAX_RETRY_WINDOW),
    loopbackPortFlexible: raw.loopbackPortFlexible ?? false,
    privateUseRedirectSchemes,
    evictOldestUnconsentedAtCap: raw.evictOldestUnconsentedAtCap ?? false,
    clientIdMetadataDocuments: raw.clientIdMetadataDocuments ?? false,
    builtinConsentPage: raw.builtinConsentPage ?? false,
    refreshLineageMaxAge: zeroOr('refresh_lineage_max_age', raw.refreshLineageMaxAge, LONGEST),
  };
  return problems.length === 0 ? { options } : { problems };
}

function about(name: string, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${name}: ${problem}`];
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** RFC 8414 §2, with http for loopback, so that a demo runs. The issuer is compared byte by byte: one spelling only. */
function issuerProblem(issuer: string): string | undefined {
  if (issuer === '') return 'is required: the base URL of the application, for example "https://notes.example"';
  const problem = webUrlProblem(issuer);
  if (problem !== undefined) return problem;
  const url = new URL(issuer);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return `"${issuer}" must be https; http is for a loopback host only (localhost, 127.0.0.0/8, [::1])`;
  }
  if (issuer.includes('?') || issuer.includes('#')) return `"${issuer}" must have no query and no fragment`;
  if (issuer.endsWith('/')) return `"${issuer}" must not end with a slash`;
  const normal = url.pathname === '/' ? url.origin : url.origin + url.pathname;
  return issuer === normal ? undefined : `"${issuer}" is not in normal form; write "${normal}"`;
}

/** RFC 8707 §2: an absolute URI without fragment. */
function resourceProblem(resource: string): string | undefined {
  if (resource.includes('#')) return `"${resource}" must have no fragment`;
  return webUrlProblem(resource);
}

function webUrlProblem(text: string): string | undefined {
  if (!/^https?:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return `"${text}" is not an absolute http(s) URL`;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? undefined : 'must have no user name or password';
}

function pathProblem(path: string): string | undefined {
  return /^\/[!-~]*$/.test(path) && !/["<>\\^`{|}]/.test(path)
    ? undefined
    : `"${path}" must start with "/" and be a URL path in ASCII`;
}

/** RFC 3986 §3.1, in lower case as URL gives it. */
function schemeProblem(scheme: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) return `"${scheme}" is not a URI scheme in lower case and without colon`;
  if (scheme === 'http' || scheme === 'https') return `"${scheme}" is not a private-use scheme`;
  return (FORBIDDEN_SCHEMES as readonly string[]).includes(scheme) ? `"${scheme}" is never allowed` : undefined;
}
