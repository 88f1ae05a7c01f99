import type { Key } from '../../core/described-keys.js';
import { key, required } from '../../core/described-keys.js';
import { AUTH_METHODS } from './client.js';
import type { Loose, OptionKind } from './option-kinds.js';
import {
  boolean,
  duration,
  integer,
  issuerProblem,
  orEmpty,
  pathProblem,
  resourceProblem,
  schemeProblem,
  setOf,
  subsetOf,
  text,
  zeroOr,
} from './option-kinds.js';
import { SCOPES } from './scope.js';

const lifetime = duration('1s', '3650d');

/** An option; `otherwise` is its default. */
function option<T>(
  kind: OptionKind<T>,
  description: { readonly otherwise: NoInfer<T>; readonly does: string },
): Key<OptionKind<T>, T> {
  return key(kind, description);
}

/**
 * The options of the authorization server, in the order of oauth_options.proto. Only the host sets them. This table has the
 * daemon's name of an option; the contract's name is the same in snake_case.
 */
export const OAUTH_OPTIONS = {
  issuer: required(
    text('an https URL without trailing slash, query and fragment; http on a loopback host', issuerProblem),
    {
      does: 'Base URL of the application, prefix of the advertised endpoints and of the consent page. A path is allowed (RFC 8414 §2).',
    },
  ),
  resource: option(orEmpty(text('an absolute http(s) URL without fragment', resourceProblem)), {
    otherwise: '',
    does: "Resource indicator that a request's `resource` must match (RFC 8707), usually the URL of the MCP endpoint. Set it in every deployment. Default: the issuer, with a warning.",
  }),
  serviceDocumentationPath: option(text('a URL path', pathProblem), {
    otherwise: '/help',
    does: 'Path under the issuer, advertised as `service_documentation`.',
  }),
  scopesSupported: option(subsetOf(SCOPES), { otherwise: SCOPES, does: 'Scopes advertised and accepted.' }),
  tokenEndpointAuthMethodsSupported: option(subsetOf(AUTH_METHODS), {
    otherwise: AUTH_METHODS,
    does: 'Client authentication methods advertised and accepted.',
  }),
  authorizationResponseIssParameterSupported: option(boolean(), {
    otherwise: true,
    does: 'Whether `authorization_response_iss_parameter_supported` is advertised (RFC 9207). `iss` is always sent.',
  }),
  dcrClientCap: option(integer(1, 1_000_000), {
    otherwise: 200,
    does: 'Maximum number of unrevoked registered clients.',
  }),
  dcrUnconsentedSweepAge: option(lifetime, {
    otherwise: 24 * 3_600_000,
    does: 'Age after which a registered client that never received consent is removed, at the next registration.',
  }),
  registerMaxBodyBytes: option(integer(1, 16 * 1024 * 1024), {
    otherwise: 65_536,
    does: "Maximum size of a registration request's body, in bytes.",
  }),
  pendingRequestTtl: option(lifetime, {
    otherwise: 600_000,
    does: 'Lifetime of an authorization request that waits for consent.',
  }),
  codeTtl: option(lifetime, { otherwise: 600_000, does: 'Lifetime of an authorization code.' }),
  accessTokenTtl: option(lifetime, {
    otherwise: 3_600_000,
    does: 'Lifetime that Gatehouse requests when an access token is minted.',
  }),
  refreshTokenTtl: option(lifetime, { otherwise: 30 * 24 * 3_600_000, does: 'Lifetime of each refresh token.' }),
  refreshRetryWindow: option(zeroOr(duration('1s', '5m')), {
    otherwise: 0,
    does: 'Time after a rotation within which the same client may present the spent refresh token again and get the identical response, as long as the successor is unused. 0: every reuse revokes the lineage.',
  }),
  loopbackPortFlexible: option(boolean(), {
    otherwise: false,
    does: 'Whether the port of a loopback redirect URI may differ from the registered one (RFC 8252 §7.3). Host, path and query stay exact.',
  }),
  privateUseRedirectSchemes: option(setOf('a list of URI schemes in lower case and without colon', schemeProblem), {
    otherwise: [],
    does: 'Private-use URI schemes that redirect URIs may have (RFC 8252 §7.1). Schemes that execute or read something, such as `javascript` and `file`, are never allowed.',
  }),
  evictOldestUnconsentedAtCap: option(boolean(), {
    otherwise: false,
    does: 'Whether a registration at the cap replaces the oldest self-registered client that never received consent.',
  }),
  clientIdMetadataDocuments: option(boolean(), {
    otherwise: false,
    does: 'Whether a client may identify itself with the https URL of its metadata document instead of registering.',
  }),
  builtinConsentPage: option(boolean(), {
    otherwise: false,
    does: 'Whether Gatehouse serves the consent page at `{issuer}/connect`. Needs CAPABILITY_SIGN_IN.',
  }),
  refreshLineageMaxAge: option(zeroOr(lifetime), {
    otherwise: 0,
    does: 'Age of a lineage, counted from its first token, after which it cannot be refreshed. 0: no limit.',
  }),
};

type Options = typeof OAUTH_OPTIONS;
type ValueOf<R> = R extends OptionKind<infer T> ? T : never;

/** The options (AS-191), validated and with defaults filled in. Durations in ms. */
export type OAuthOptions = { readonly [Name in keyof Options]: ValueOf<Options[Name]['reader']> };

/** The options as the host sent them: undefined (for a list: empty) means the default. Durations in ms. */
export type RawOAuthOptions = {
  readonly [Name in keyof OAuthOptions]: Loose<OAuthOptions[Name]> | undefined;
};

export type CheckedOptions = { readonly options: OAuthOptions } | { readonly problems: readonly string[] };

/** "dcr_client_cap" of "dcrClientCap": the name in the contract, for messages and documents. */
export function contractName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Validates the options, fills in the defaults (AS-191) and reports all problems together, so that you do not find them one
 * restart at a time. Each problem names the option as the contract writes it.
 */
export function checkOptions(raw: Partial<RawOAuthOptions>, host: { readonly offersSignIn: boolean }): CheckedOptions {
  const problems: string[] = [];
  const values = Object.entries<Key<OptionKind<unknown>, unknown>>(OAUTH_OPTIONS).map(([name, row]) => {
    const given = raw[name as keyof OAuthOptions];
    const isAbsent = given === undefined || (Array.isArray(given) && given.length === 0);
    if (isAbsent && row.required !== true) return [name, row.otherwise];
    // A required option is a text, and empty if the host does not set it: the contract gives it no presence.
    return [name, row.reader.read(given ?? '', (problem) => problems.push(`${contractName(name)}: ${problem}`))];
  });
  if (raw.builtinConsentPage === true && !host.offersSignIn) {
    problems.push('builtin_consent_page: needs CAPABILITY_SIGN_IN, which the host does not offer');
  }
  if (problems.length > 0) return { problems };
  const options = Object.fromEntries(values) as OAuthOptions;
  return { options: { ...options, resource: options.resource === '' ? options.issuer : options.resource } };
}
