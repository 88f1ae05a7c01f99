import { GRANT_TYPES } from '../model/client.js';
import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import { checkClientMetadata, type EffectiveMetadata } from './client-metadata.js';
import { redirectUriProblem } from './redirect-uri.js';

/**
 * Judges a client metadata document (draft-ietf-oauth-client-id-metadata-document §4) by what the draft adds, then by the
 * rules of registration.
 *
 * A registration is addressed to us; a document is one for all servers. So what we do not offer is left out of it where
 * leaving it out grants nothing (grant types, response types, redirect URIs), and it is refused where nothing remains.
 */
export function checkClientDocument(
  url: string,
  document: unknown,
  options: OAuthOptions,
): EffectiveMetadata | OAuthError {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return invalid('It is not a JSON object.');
  }
  const members = document as Readonly<Record<string, unknown>>;
  if (members.client_id !== url) return invalid('Its client_id is not the URL that it was fetched from.');
  if (members.client_secret !== undefined || members.client_secret_expires_at !== undefined) {
    return invalid('It holds a client secret, which everybody could read.');
  }
  const { token_endpoint_auth_method: method } = members;
  if (method !== undefined && method !== null && method !== 'none') {
    return invalid('token_endpoint_auth_method must be none: shared secrets and keys are not supported here.');
  }
  const offered = {
    ...members,
    token_endpoint_auth_method: 'none',
    grant_types: onlyThose(members.grant_types, (type) => (GRANT_TYPES as readonly string[]).includes(type)),
    response_types: onlyThose(members.response_types, (type) => type === 'code'),
    redirect_uris: onlyThose(
      members.redirect_uris,
      (uri) => redirectUriProblem(uri, options.privateUseRedirectSchemes) === '',
    ),
  };
  return checkClientMetadata(offered, options);
}

/** The list as it is when it is none of texts, or when nothing would remain: the check that follows tells what is wrong. */
function onlyThose(list: unknown, isOffered: (text: string) => boolean): unknown {
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return list;
  const offered = list.filter(isOffered);
  return offered.length > 0 ? offered : list;
}

function invalid(description: string): OAuthError {
  return oauthError('invalid_client_metadata', description);
}
