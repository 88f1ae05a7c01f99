import { AUTH_METHODS, GRANT_TYPES, type AuthMethod, type GrantType } from '../model/client.js';
import {
  INFORMATIVE_MEMBERS,
  validateClientMetadata,
  WEB_URL_MEMBERS,
  type ClientMetadata,
} from '../model/client-metadata.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import { MAX_SCOPE_VALUES, parseScope, type Scope } from '../model/scope.js';
import { MAX_REDIRECT_URIS, redirectUriProblem } from './redirect-uri.js';

/** What a registration comes down to: every member with its effective value. */
export interface EffectiveMetadata {
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly Scope[];
  readonly clientName: string;
  /** Further members by name; only those that have a value. */
  readonly informative: Readonly<Record<string, unknown>>;
}

/** backend.proto, Client.metadata_json. */
const MAX_METADATA_BYTES = 16 * 1024;

/** Judges client metadata by RFC 7591 §2 and fills in the defaults. The first fault found is told, by member. */
export function checkClientMetadata(body: unknown, options: OAuthOptions): EffectiveMetadata | OAuthError {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalid('The body must be a JSON object of client metadata.');
  }
  const validation = validateClientMetadata(body);
  if (!validation.success) return wrongTypes(validation.errors);
  const metadata: ClientMetadata = validation.data;
  const authMethod = checkAuthMethod(metadata, options);
  return (
    checkRedirectUris(metadata, options) ??
    (typeof authMethod === 'object' ? authMethod : undefined) ??
    checkTypes(metadata) ??
    checkScope(metadata) ??
    checkWebUrls(metadata) ??
    checkText(metadata) ?? {
      redirectUris: [...new Set(metadata.redirect_uris ?? [])],
      authMethod: authMethod as AuthMethod,
      grantTypes: GRANT_TYPES.filter((type) => (metadata.grant_types ?? GRANT_TYPES).includes(type)),
      scopes: effectiveScopes(metadata, options),
      clientName: metadata.client_name ?? '',
      informative: informativeMembers(metadata),
    }
  );
}

function checkRedirectUris({ redirect_uris: uris }: ClientMetadata, options: OAuthOptions): OAuthError | undefined {
  if (!uris || uris.length === 0) return invalidRedirect('redirect_uris is missing or empty.');
  if (uris.length > MAX_REDIRECT_URIS)
    return invalidRedirect(`redirect_uris has more than ${String(MAX_REDIRECT_URIS)} entries.`);
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri, options.privateUseRedirectSchemes);
    if (problem !== '') return invalidRedirect(`redirect_uris[${String(index)}] is not acceptable: ${problem}.`);
  }
  return undefined;
}

/** RFC 7591 §2: client_secret_basic when omitted; if the host does not support that, the first method that it does. */
function checkAuthMethod(
  { token_endpoint_auth_method: method }: ClientMetadata,
  { tokenEndpointAuthMethodsSupported: supported }: OAuthOptions,
): AuthMethod | OAuthError {
  if (!method) return supported.includes('client_secret_basic') ? 'client_secret_basic' : (supported[0] ?? 'none');
  const known = AUTH_METHODS.find((candidate) => candidate === method);
  return known !== undefined && supported.includes(known)
    ? known
    : invalid(`token_endpoint_auth_method must be one of: ${supported.join(', ')}.`);
}

function checkTypes({
  grant_types: grantTypes,
  response_types: responseTypes,
}: ClientMetadata): OAuthError | undefined {
  if (grantTypes?.some((type) => !(GRANT_TYPES as readonly string[]).includes(type))) {
    return invalid('grant_types may hold authorization_code and refresh_token only.');
  }
  if (grantTypes?.includes('authorization_code') === false) {
    return invalid('grant_types must hold authorization_code: without it the client can obtain nothing.');
  }
  if (responseTypes?.some((type) => type !== 'code') || responseTypes?.length === 0) {
    return invalid('response_types may hold code only.');
  }
  return undefined;
}

function checkScope({ scope }: ClientMetadata): OAuthError | undefined {
  return parseScope(scope ?? '') === undefined
    ? invalid(`scope has more than ${String(MAX_SCOPE_VALUES)} values.`)
    : undefined;
}

function checkWebUrls(metadata: ClientMetadata): OAuthError | undefined {
  for (const member of WEB_URL_MEMBERS) {
    const url = metadata[member];
    if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
      return invalid(`${member} must be an http or https URL.`);
    }
  }
  return undefined;
}

/**
 * What is kept is text that every store can hold and every page can show: no control characters (PostgreSQL refuses
 * U+0000), no halves of surrogate pairs (protobuf refuses them), and no more than the contract allows.
 */
function checkText(metadata: ClientMetadata): OAuthError | undefined {
  for (const member of ['client_name', ...INFORMATIVE_MEMBERS] as const) {
    if (/[\p{Cc}\p{Cs}]/u.test([metadata[member]].flat().join(''))) {
      return invalid(`${member} holds a control character or half a surrogate pair.`);
    }
  }
  return Buffer.byteLength(JSON.stringify(informativeMembers(metadata))) > MAX_METADATA_BYTES
    ? invalid(`The metadata is longer than ${String(MAX_METADATA_BYTES)} bytes.`)
    : undefined;
}

/** Unknown scopes are dropped. Nothing left, or nothing asked for, means all that are supported. */
function effectiveScopes({ scope }: ClientMetadata, { scopesSupported }: OAuthOptions): readonly Scope[] {
  const requested = parseScope(scope ?? '') ?? [];
  const known = scopesSupported.filter((supported) => requested.includes(supported));
  return known.length > 0 ? known : scopesSupported;
}

function informativeMembers(metadata: ClientMetadata): Record<string, unknown> {
  const withValue = INFORMATIVE_MEMBERS.map((member) => [member, metadata[member]] as const).filter(
    ([, value]) => value !== undefined && value !== null && value.length > 0,
  );
  return Object.fromEntries(withValue);
}

/** typia names the place as "$input.redirect_uris[0]" and the expectation as a type. */
function wrongTypes(errors: readonly { path: string; expected: string }[]): OAuthError {
  const [first] = errors;
  const member = (first?.path ?? '').replace(/^\$input\.?/, '');
  const plainType = (first?.expected ?? '').replaceAll(/[^ !#-[\]-~]/g, '?');
  return invalid(`${/^[a-z_]+(\[\d+\])?$/.test(member) ? member : 'A member'} is not of type ${plainType}.`);
}

function invalid(description: string): OAuthError {
  return oauthError('invalid_client_metadata', description);
}

function invalidRedirect(description: string): OAuthError {
  return oauthError('invalid_redirect_uri', description);
}
