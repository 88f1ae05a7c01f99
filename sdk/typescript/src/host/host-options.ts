import type { AdminOptions } from '../admin/admin-options.js';
import type { Address } from '../address.js';
import type { Duration } from '../duration.js';
import type { Backend } from '../ports/backend.js';
import type { Logger } from '../ports/logger.js';
import type { SignIn } from '../ports/sign-in.js';
import type { HostTls } from './credentials.js';
import type { OAuthOptions } from './oauth-options.js';

/** What an application tells createHost. All of it stands here: Gatehouse itself is configured with none of it. */
export interface HostOptions {
  /** Shown on the built-in consent page and in logs: "Acme Notes". 1 to 100 characters. */
  readonly applicationName: string;
  /** Where Gatehouse reaches this host: "127.0.0.1:9090", "unix:/run/notes/host.sock". Port 0 takes a free one. */
  readonly address: Address;
  /** Absent: the host wants no authorization server. */
  readonly oauth?: OAuthOptions;
  /** Your own, or the one of createSqlBackend. Absent: OAuth endpoints that need storage answer 500. */
  readonly backend?: Backend;
  /** Needed for `oauth.builtinConsentPage` alone. */
  readonly signIn?: SignIn;
  /** Absent: the host wants no admin backend. */
  readonly admin?: AdminOptions;
  /** Shared token that callers must send. At least 16 characters; make it of 32 random bytes. */
  readonly token?: string;
  /** Absent: plain text, for a loopback address or a Unix socket. */
  readonly tls?: HostTls;
  /** Default: what went wrong, as lines of JSON on stderr. */
  readonly logger?: Logger;
  /** How long `close` waits for what is under way. Default: "10s". */
  readonly drainTimeout?: Duration;
}
