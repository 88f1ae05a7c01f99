import type { tags } from 'typia';
import typia from 'typia';
import type { AuthMethod, GrantTypeName } from '../model/client.js';
import { GRANT_TYPES } from '../model/client.js';
import type { OAuthError, Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import { MAX_SCOPE_VALUES, parseScope } from '../model/scope.js';
import { inOrder } from './in-order.js';
import { MAX_REDIRECT_URIS, redirectUriProblem } from './redirect-uri.js';

/**
 * The members of a registration request that Gatehouse understands (RFC 7591 §2), with their JSON types. Unknown members are
 * ignored; null and an empty value count as omitted (`withoutOmitted`), because real clients send them.
 */
interface ClientMetadata {
  redirect_uris?: string[];
  token_endpoint_auth_method?: string;
  grant_types?: string[];
  response_types?: string[];
  scope?: string;
  client_name?: string & tags.MaxLength<200>;
  client_uri?: WebUrl;
  logo_uri?: WebUrl;
  tos_uri?: WebUrl;
  policy_uri?: WebUrl;
  contacts?: (string & tags.MaxLength<320>)[] & tags.MaxItems<10>;
  software_id?: string & tags.MaxLength<255>;
  software_version?: string & tags.MaxLength<255>;
  application_type?: string & tags.MaxLength<64>;
}

type WebUrl = string & tags.MaxLength<2048>;

/** Members that are kept and returned unchanged, without a meaning of their own here. */
const INFORMATIVE_MEMBERS = [
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'contacts',
  'software_id',
  'software_version',
  'application_type',
] as const satisfies readonly (keyof ClientMetadata)[];

/** Those that a consent page may turn into a link or an image, so only web addresses are valid. */
const WEB_URL_MEMBERS = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const;

/** Success, or every member of a wrong type with the expected type. */
const validateClientMetadata = typia.createValidate<ClientMetadata>();

/** The result of a registration: every member with its effective value. */
export interface EffectiveMetadata {
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  readonly grantTypes: readonly GrantTypeName[];
  readonly scopes: readonly Scope[];
  readonly clientName: string;
  /** Further members by name; only those with a value. */
  readonly informative: Readonly<Record<string, unknown>>;
}

/** backend.proto, Client.metadata_json. */
const MAX_METADATA_BYTES = 16 * 1024;

/** Every check of client metadata whose members have the right types, in order. */
const METADATA_CHECKS = inOrder<GivenMetadata>()
  .and(redirectUrisAreAcceptable) // RFC 6749 §3.1.2, RFC 8252 §7 and §8, RFC 9700 §2.1
  .and(authMethodIsOffered) // RFC 7591 §2
  .and(typesAreOffered) // RFC 7591 §2, §2.1
  .and(scopeIsShort) // RFC 6749 §3.3
  .and(webUrlsAreWebUrls) // RFC 7591 §2, §5
  .and(textIsStorable); // backend.proto, Client

interface GivenMetadata {
  readonly metadata: ClientMetadata;
  readonly options: OAuthOptions;
}

/** Validates client metadata against RFC 7591 §2 and fills in the defaults. Reports the first fault found, by member. */
export function checkClientMetadata(body: unknown, options: OAuthOptions): Result<EffectiveMetadata> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalid('The body must be a JSON object of client metadata.');
  }
  const validation = validateClientMetadata(withoutOmitted(body));
  if (!validation.success) return wrongTypes(validation.errors);
  const metadata: ClientMetadata = validation.data;
  const checked = METADATA_CHECKS.run({ metadata, options });
  if (isRefused(checked)) return checked;
  return {
    redirectUris: [...new Set(metadata.redirect_uris ?? [])],
    authMethod: checked.authMethod,
    grantTypes: GRANT_TYPES.filter((type) => metadata.grant_types?.includes(type) ?? true),
    scopes: effectiveScopes(metadata, options),
    clientName: metadata.client_name ?? '',
    informative: informativeMembers(metadata),
  };
}

/** Whatever the type of the member is: some clients send an empty text for a list. */
function isOmitted(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function withoutOmitted(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isOmitted(value)));
}

function redirectUrisAreAcceptable({ metadata, options }: GivenMetadata): Result<undefined> {
  const { redirect_uris: uris } = metadata;
  if (uris === undefined) return invalidRedirect('redirect_uris is missing or empty.');
  if (uris.length > MAX_REDIRECT_URIS)
    return invalidRedirect(`redirect_uris has more than ${String(MAX_REDIRECT_URIS)} entries.`);
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri, options.privateUseRedirectSchemes);
    if (problem !== undefined) return invalidRedirect(`redirect_uris[${String(index)}] is not acceptable: ${problem}.`);
  }
  return undefined;
}

/** RFC 7591 §2: the default is client_secret_basic or, if the host does not support it, the first supported method. */
function authMethodIsOffered({ metadata, options }: GivenMetadata): Result<{ readonly authMethod: AuthMethod }> {
  const { token_endpoint_auth_method: method } = metadata;
  const { tokenEndpointAuthMethodsSupported: supported } = options;
  if (method === undefined) {
    return { authMethod: supported.includes('client_secret_basic') ? 'client_secret_basic' : (supported[0] ?? 'none') };
  }
  const known = supported.find((candidate) => candidate === method);
  return known === undefined
    ? invalid(`token_endpoint_auth_method must be one of: ${supported.join(', ')}.`)
    : { authMethod: known };
}

function typesAreOffered({ metadata }: GivenMetadata): Result<undefined> {
  const { grant_types: grantTypes, response_types: responseTypes } = metadata;
  if (grantTypes?.some((type) => !(GRANT_TYPES as readonly string[]).includes(type))) {
    return invalid('grant_types may contain only authorization_code and refresh_token.');
  }
  if (grantTypes?.includes('authorization_code') === false) {
    return invalid('grant_types must include authorization_code; without it the client cannot obtain tokens.');
  }
  if (responseTypes?.some((type) => type !== 'code')) {
    return invalid('response_types may contain only code.');
  }
  return undefined;
}

function scopeIsShort({ metadata }: GivenMetadata): Result<undefined> {
  return parseScope(metadata.scope ?? '') === undefined
    ? invalid(`scope has more than ${String(MAX_SCOPE_VALUES)} values.`)
    : undefined;
}

function webUrlsAreWebUrls({ metadata }: GivenMetadata): Result<undefined> {
  for (const member of WEB_URL_MEMBERS) {
    const url = metadata[member];
    if (url !== undefined && !(URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol))) {
      return invalid(`${member} must be an http or https URL.`);
    }
  }
  return undefined;
}

/**
 * A kept text must be one that every store can hold and every page can show: no control characters (PostgreSQL rejects
 * U+0000), no unpaired surrogates (protobuf rejects them), and no more than the contract allows.
 */
function textIsStorable({ metadata }: GivenMetadata): Result<undefined> {
  for (const member of ['client_name', ...INFORMATIVE_MEMBERS] as const) {
    if (/[\p{Cc}\p{Cs}]/u.test([metadata[member]].flat().join(''))) {
      return invalid(`${member} contains a control character or an unpaired surrogate.`);
    }
  }
  return Buffer.byteLength(JSON.stringify(informativeMembers(metadata))) > MAX_METADATA_BYTES
    ? invalid(`The metadata is longer than ${String(MAX_METADATA_BYTES)} bytes.`)
    : undefined;
}

/** Drops unknown scopes. If none is left or requested, all supported scopes apply. */
function effectiveScopes({ scope }: ClientMetadata, { scopesSupported }: OAuthOptions): readonly Scope[] {
  const requested = parseScope(scope ?? '') ?? [];
  const known = scopesSupported.filter((supported) => requested.includes(supported));
  return known.length > 0 ? known : scopesSupported;
}

function informativeMembers(metadata: ClientMetadata): Record<string, unknown> {
  const withValue = INFORMATIVE_MEMBERS.map((member) => [member, metadata[member]] as const).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(withValue);
}

/** typia names the place as "$input.redirect_uris[0]" and the expectation as a type. */
function wrongTypes(errors: readonly { path: string; expected: string }[]): OAuthError {
  const [first] = errors;
  const member = (first?.path ?? '').replace('$input.', '');
  const plainType = (first?.expected ?? '').replaceAll(/[^ !#-[\]-~]/g, '?');
  return invalid(`${member} is not of type ${plainType}.`);
}

function invalid(description: string): OAuthError {
  return oauthError('invalid_client_metadata', description);
}

function invalidRedirect(description: string): OAuthError {
  return oauthError('invalid_redirect_uri', description);
}

/**
 * Validates a client metadata document (draft-ietf-oauth-client-id-metadata-document §4): the draft's own rules first, then
 * the rules of registration.
 *
 * A registration is addressed to us, but a document is for all servers. So we drop what we do not offer if that grants
 * nothing (grant types, response types, redirect URIs), and reject the document if nothing remains.
 */
export function checkClientDocument(url: string, document: unknown, options: OAuthOptions): Result<EffectiveMetadata> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return invalid('It is not a JSON object.');
  }
  const members = withoutOmitted(document) as Readonly<Record<string, unknown>>;
  if (members.client_id !== url) return invalid('Its client_id is not the URL that it was fetched from.');
  if (members.client_secret !== undefined || members.client_secret_expires_at !== undefined) {
    return invalid('It contains a client secret, which anyone could read.');
  }
  const { token_endpoint_auth_method: method } = members;
  if (method !== undefined && method !== 'none') {
    return invalid('token_endpoint_auth_method must be none: shared secrets and keys are not supported.');
  }
  const offered = {
    ...members,
    token_endpoint_auth_method: 'none',
    grant_types: onlyThose(members.grant_types, (type) => (GRANT_TYPES as readonly string[]).includes(type)),
    response_types: onlyThose(members.response_types, (type) => type === 'code'),
    redirect_uris: onlyThose(
      members.redirect_uris,
      (uri) => redirectUriProblem(uri, options.privateUseRedirectSchemes) === undefined,
    ),
  };
  return checkClientMetadata(offered, options);
}

/**
 * Returns the list unchanged if it is not one of texts or if nothing would remain: the check that follows reports the
 * problem.
 */
function onlyThose(list: unknown, isOffered: (text: string) => boolean): unknown {
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return list;
  const offered = list.filter(isOffered);
  return offered.length > 0 ? offered : list;
}
