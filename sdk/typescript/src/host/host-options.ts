import type { AdminOptions } from '../admin/admin-options.js';
import type { Backend, TokenEndpointAuthMethod } from '../ports/backend.js';
import type { SignIn } from '../ports/sign-in.js';
import type { Duration } from '../shared/duration.js';
import type { Logger } from '../shared/logger.js';
import type { Address } from '../wire/address.js';
import type { HostTls } from './authentication.js';

/**
 * Options of the authorization server. They come only from the host. Gatehouse validates them, and while any is invalid,
 * it stays unready and names each invalid one. Each has a default except `issuer`.
 */
export interface OAuthOptions {
  /**
   * Base URL of the application without trailing slash, the prefix of the advertised endpoints and of the consent page:
   * "https://notes.example". https, or http on a loopback host; a path is allowed (RFC 8414 §2).
   */
  readonly issuer: string;
  /** Resource that clients get access to (RFC 8707), usually the URL of the MCP endpoint. Set it in every deployment. */
  readonly resource?: string;
  /** Path under the issuer, advertised as `service_documentation`. Default: "/help". */
  readonly serviceDocumentationPath?: string;
  /** From "read", "write", "ai", "offline_access". Default: all four. */
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
  /** Lifetime that Gatehouse requests for each access token. Default: "1h". */
  readonly accessTokenTtl?: Duration;
  /** Lifetime of each refresh token. Default: "30d". */
  readonly refreshTokenTtl?: Duration;
  /**
   * How long after a rotation the same client may present the spent refresh token again and get the identical answer, as
   * long as the successor is unused. At most "5m". Default: 0, which means that every reuse revokes the lineage.
   */
  readonly refreshRetryWindow?: Duration;
  /** Whether the port of a loopback redirect URI may differ from the registered one (RFC 8252 §7.3). Default: false. */
  readonly loopbackPortFlexible?: boolean;
  /** Schemes that redirect URIs may have (RFC 8252 §7.1), lower case, without colon: "cursor". Default: none. */
  readonly privateUseRedirectSchemes?: readonly string[];
  /** Whether a registration at the cap replaces the oldest self-registered client without consent. Default: false. */
  readonly evictOldestUnconsentedAtCap?: boolean;
  /** Whether a client may identify itself with the https URL of its metadata document. Default: false. */
  readonly clientIdMetadataDocuments?: boolean;
  /** Whether Gatehouse serves its built-in consent page at {issuer}/connect. Needs `signIn`. Default: false. */
  readonly builtinConsentPage?: boolean;
  /** Age of a lineage after which it can no longer be refreshed. Default: 0, no limit. */
  readonly refreshLineageMaxAge?: Duration;
}

/** The options of createHost. All of them are set here, and none in the configuration of Gatehouse. */
export interface HostOptions {
  /** Shown on the built-in consent page and in logs: "Acme Notes". 1 to 100 characters. */
  readonly applicationName: string;
  /**
   * Address where Gatehouse reaches this host: "127.0.0.1:9090", "unix:/run/notes/host.sock". Port 0 chooses a free port.
   */
  readonly address: Address;
  /** Absent: the host wants no authorization server. */
  readonly oauth?: OAuthOptions;
  /** Your own, or one from createSqlBackend. Absent: OAuth endpoints that need storage return 500. */
  readonly backend?: Backend;
  /** Needed only for `oauth.builtinConsentPage`. */
  readonly signIn?: SignIn;
  /** Absent: the host wants no admin backend. */
  readonly admin?: AdminOptions;
  /** Shared token that callers must send: 16 to 512 visible ASCII characters; generate it from 32 random bytes. */
  readonly token?: string;
  /** A second token that is accepted too, while one replaces the other. Needs `token`. */
  readonly previousToken?: string;
  /** Absent: plain text, for a loopback address or a Unix socket. */
  readonly tls?: HostTls;
  /**
   * Whether Gatehouse on the same machine may open its streams over a Unix socket without gRPC, which costs less CPU. Needs Linux
   * and a local address. Default: true.
   */
  readonly streamSocket?: boolean;
  /** Default: warnings and errors as lines of JSON on stderr. */
  readonly logger?: Logger;
  /** How long `close` waits for calls in progress. Default: "10s". */
  readonly drainTimeout?: Duration;
}

/** As the daemon reads it. A line break, with which a file ends, would be part of no header. */
const TOKEN = /^[!-~]{16,512}$/;

/** The tokens that callers may send. Throws for one that could be guessed. */
export function acceptedTokens({
  token,
  previousToken,
}: Pick<HostOptions, 'token' | 'previousToken'>): readonly string[] {
  if (token === undefined && previousToken !== undefined) throw new Error('previousToken is set, but token is not');
  for (const [name, value] of Object.entries({ token, previousToken })) {
    if (value !== undefined && !TOKEN.test(value)) {
      throw new Error(`${name} must have 16 to 512 visible ASCII characters, no space and no line break`);
    }
  }
  return [token, previousToken].filter((value) => value !== undefined);
}
