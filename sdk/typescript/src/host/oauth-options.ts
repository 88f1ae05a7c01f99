import type { Duration } from '../duration.js';
import { milliseconds } from '../duration.js';
import type { TokenEndpointAuthMethod } from '../ports/client-store.js';
import { toWireAuthMethod } from '../wire/client.js';
import type { WireTime } from '../wire/messages.js';
import { toWireDuration } from '../wire/time.js';

/**
 * Options of the authorization server. They come from the host alone; Gatehouse checks them and stays unready, naming
 * every one that is not valid, until they are. Each has a default except `issuer`.
 */
export interface OAuthOptions {
  /**
   * Base URL of the application without trailing slash, prefix of the advertised endpoints and of the consent page:
   * "https://notes.example". https, or http on a loopback host; a path is allowed (RFC 8414 §2).
   */
  readonly issuer: string;
  /** What access is granted to (RFC 8707), usually the URL of the MCP endpoint. Set it in every deployment. */
  readonly resource?: string;
  /** Path under the issuer, advertised as `service_documentation`. Default: "/help". */
  readonly serviceDocumentationPath?: string;
  /** Out of "read", "write", "ai", "offline_access". Default: all four. */
  readonly scopesSupported?: readonly string[];
  /** Default: all three. */
  readonly tokenEndpointAuthMethodsSupported?: readonly TokenEndpointAuthMethod[];
  /** Whether `authorization_response_iss_parameter_supported` is advertised (RFC 9207). Default: true. */
  readonly authorizationResponseIssParameterSupported?: boolean;
  /** Maximum number of unrevoked registered clients. Default: 200. */
  readonly dcrClientCap?: number;
  /** Age after which a registered client without consent is removed. Default: "24h". */
  readonly dcrUnconsentedSweepAge?: Duration;
  /** Maximum size of a registration request's body, in bytes. Default: 65536. */
  readonly registerMaxBodyBytes?: number;
  /** Lifetime of an authorization request that waits for consent. Default: "10m". */
  readonly pendingRequestTtl?: Duration;
  /** Lifetime of an authorization code. Default: "10m". */
  readonly codeTtl?: Duration;
  /** Lifetime asked for when an access token is minted. Default: "1h". */
  readonly accessTokenTtl?: Duration;
  /** Lifetime of each refresh token. Default: "30d". */
  readonly refreshTokenTtl?: Duration;
  /**
   * How long after a rotation the same client may present the spent refresh token again and get the identical answer, as
   * long as the successor is unused. At most "5m". Default: 0, every reuse revokes the lineage.
   */
  readonly refreshRetryWindow?: Duration;
  /** Whether the port of a loopback redirect URI may differ from the registered one (RFC 8252 §7.3). Default: false. */
  readonly loopbackPortFlexible?: boolean;
  /** Schemes that redirect URIs may have (RFC 8252 §7.1), lower case, without colon: "cursor". Default: none. */
  readonly privateUseRedirectSchemes?: readonly string[];
  /** Whether a registration at the cap takes the place of the oldest client without consent. Default: false. */
  readonly evictOldestUnconsentedAtCap?: boolean;
  /** Whether a client may identify itself with the https URL of its metadata document. Default: false. */
  readonly clientIdMetadataDocuments?: boolean;
  /** Whether Gatehouse serves the consent page at {issuer}/connect itself. Needs `signIn`. Default: false. */
  readonly builtinConsentPage?: boolean;
  /** Age of a lineage after which it cannot be refreshed any more. Default: 0, no limit. */
  readonly refreshLineageMaxAge?: Duration;
}

const DURATIONS = [
  'dcrUnconsentedSweepAge',
  'pendingRequestTtl',
  'codeTtl',
  'accessTokenTtl',
  'refreshTokenTtl',
  'refreshRetryWindow',
  'refreshLineageMaxAge',
] as const satisfies readonly (keyof OAuthOptions)[];

/** Absent options stay absent: the defaults are Gatehouse's. */
export function toWireOAuthOptions(options: OAuthOptions): object {
  const durations: Record<string, WireTime> = {};
  for (const name of DURATIONS) {
    const value = options[name];
    if (value !== undefined) durations[name] = toWireDuration(milliseconds(value, `oauth.${name}`));
  }
  return {
    ...options,
    ...durations,
    ...(options.tokenEndpointAuthMethodsSupported && {
      tokenEndpointAuthMethodsSupported: options.tokenEndpointAuthMethodsSupported.map(toWireAuthMethod),
    }),
  };
}
