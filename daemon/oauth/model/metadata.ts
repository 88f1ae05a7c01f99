import type { OAuthOptions } from './options.js';

/** The paths of the endpoints below the issuer. */
export const AUTHORIZE_PATH = '/oauth/mcp/authorize';
export const TOKEN_PATH = '/oauth/mcp/token';
export const REGISTER_PATH = '/oauth/mcp/register';
export const REVOKE_PATH = '/oauth/mcp/revoke';
export const CONSENT_PATH = '/connect';

/** Authorization server metadata (RFC 8414 §2, RFC 9207 §3). Members without a value are absent. */
export function serverMetadata(options: OAuthOptions): object {
  const { issuer } = options;
  const authMethods = options.tokenEndpointAuthMethodsSupported;
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: issuer + TOKEN_PATH,
    registration_endpoint: issuer + REGISTER_PATH,
    revocation_endpoint: issuer + REVOKE_PATH,
    scopes_supported: options.scopesSupported,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    service_documentation: issuer + options.serviceDocumentationPath,
    ...(options.authorizationResponseIssParameterSupported && { authorization_response_iss_parameter_supported: true }),
    ...(options.clientIdMetadataDocuments && { client_id_metadata_document_supported: true }),
  };
}

/** Protected resource metadata (RFC 9728 §2) of the one resource that tokens are issued for. */
export function resourceMetadata(options: OAuthOptions): object {
  return {
    resource: options.resource,
    authorization_servers: [options.issuer],
    scopes_supported: options.scopesSupported,
    bearer_methods_supported: ['header'],
    resource_documentation: options.issuer + options.serviceDocumentationPath,
  };
}
