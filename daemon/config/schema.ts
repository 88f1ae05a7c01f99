import type { ConfigOf } from './definition.js';
import { key, partlySecret, secret, section } from './definition.js';
import {
  addressRange,
  bindHost,
  boolean,
  duration,
  grpcAddress,
  integer,
  listOf,
  matching,
  oneOf,
  optional,
  redisUrl,
  text,
} from './kinds.js';

const SECRET_BYTES = 32;
/** Also that of `gatehouse check-host`. */
export const HOST_DEADLINE = duration('100ms', '1m');
/** As in proto/src/encoding.ts, which the configuration must not import. */
export const ENCODINGS = ['proto', 'json'] as const;
const YEAR_MINUTES = 525_600;

export const webUrl = matching('http:// or https:// URL without query or fragment', (value) => {
  // URL leaves out spaces and line breaks, which would stay in the issuer of tokens.
  if (!URL.canParse(value) || /[\s\p{Cc}]/u.test(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && search + hash + username + password === '';
});

const jwtSecret = matching('at least 32 bytes', (value) => Buffer.byteLength(value) >= SECRET_BYTES);

const image = optional(text('path of an SVG or PNG file'));

function shortText(limit: number) {
  return matching(`text of at most ${limit} characters`, (value) => value.length <= limit);
}

/** The keys of the admin backend. Minutes and seconds are plain numbers. */
const adminKeys = {
  app: section('The application beside which the daemon runs.', {
    url: key(optional(webUrl), {
      otherwise: '',
      does: "Its base URL: the issuer (iss) of administrators' tokens, and the site of their passkeys. Passkeys need https and a host name, or http://localhost.",
    }),
    env: key(oneOf('production', 'development'), {
      otherwise: 'production',
      does: 'Kind of deployment. production rejects backend.cookie_secure: false.',
    }),
  }),
  backend: section('Location of the admin backend. It exists once the host registers admin controllers.', {
    uri: key(
      matching('path of lowercase segments: /backend', (value) => /^(?:\/[a-z0-9][a-z0-9_-]*)+$/.test(value)),
      { otherwise: '/backend', does: 'Path of the admin backend. Its API is at /api/v1 below it.' },
    ),
    cookie_secure: key(boolean(), {
      otherwise: true,
      does: 'Whether the sign-in cookie is Secure. false is for development over plain HTTP; it is rejected if app.env is production.',
    }),
    root: key(text('path of a folder'), {
      otherwise: '.',
      does: 'Folder that contains plugins/. "~" in YAML paths means this folder.',
    }),
  }),
  admin: section('Administrators and how they sign in.', {
    jwt: section("Administrators' tokens.", {
      secret: secret(optional(jwtSecret), {
        does: 'Secret that signs tokens (HS256). Required if the host registers an admin controller.',
      }),
      secret_previous: secret(optional(jwtSecret), {
        does: 'Second secret whose tokens are accepted too, while the secret is replaced (docs/operations.md, Secrets). It signs nothing.',
      }),
      ttl: key(integer(1, YEAR_MINUTES), { otherwise: 60, does: 'Lifetime of a token, in minutes.' }),
      refresh_ttl: key(integer(1, YEAR_MINUTES), {
        otherwise: 20_160,
        does: 'Minutes after sign-in during which tokens can be refreshed; the lifetime of the cookie as well.',
      }),
      blacklist_grace: key(integer(0, 3600), {
        otherwise: 0,
        does: 'Seconds for which a token stays valid after it was refreshed.',
      }),
    }),
    password: section('Passwords of administrators.', {
      bcrypt_cost: key(integer(-1_000_000, 1_000_000), {
        otherwise: 10,
        does: 'Cost of the bcrypt hash; values outside 4 to 31 fall back to 10.',
      }),
    }),
    login: section('Limits of sign-in attempts. Above them, Gatehouse returns 429.', {
      max_attempts: key(integer(1, 1000), {
        otherwise: 5,
        does: 'Attempts in one window for one login from one address. The limit for one login from all addresses is ten times as high, the limit for all logins from one address twenty times.',
      }),
      decay_minutes: key(integer(1, 1440), { otherwise: 1, does: 'Length of the window, in minutes.' }),
    }),
    brand: section('The name and looks of the admin pages. Gatehouse reads the images once, when it starts.', {
      name: key(optional(shortText(40)), {
        otherwise: '',
        does: 'Name in the top bar and in titles of tabs. Default: "Admin" in the language of the reader. With a logo and no name, the logo stands alone.',
      }),
      logo: key(image, {
        otherwise: '',
        does: 'Logo in the top bar and on the sign-in screen: SVG or PNG, up to 256 KiB.',
      }),
      logo_dark: key(image, { otherwise: '', does: 'The same for the dark theme, if logo is not legible there.' }),
      favicon: key(image, { otherwise: '', does: 'Icon of the browser tab: SVG or PNG, up to 256 KiB.' }),
      accent: key(optional(matching('#rrggbb, in quotation marks in YAML', (value) => /^#[\da-f]{6}$/i.test(value))), {
        otherwise: '',
        does: 'Color of buttons, links and selected items. Where it would be hard to read, Gatehouse uses a darker or lighter one of the same hue.',
      }),
      sign_in_title: key(optional(shortText(80)), { otherwise: '', does: 'Heading of the sign-in screen.' }),
      sign_in_text: key(optional(shortText(500)), {
        otherwise: '',
        does: 'Text below that heading, such as whom to ask for an account. Plain text; line breaks are kept.',
      }),
    }),
  }),
};

const file = optional(text('path of a PEM file'));
const port = integer(0, 65_535);
// Travels as gRPC metadata, which holds visible ASCII only. It protects the consent operations.
const token = matching('16 to 512 visible ASCII characters', (value) => /^[!-~]{16,512}$/.test(value));

function throttle(does: string, limit: number, window: string) {
  const kind = duration('1s', '24h');
  return section(does, {
    limit: key(integer(0, 1_000_000), { otherwise: limit, does: 'Events allowed in one window. 0: no limit.' }),
    window: key(kind, { otherwise: kind.read(window) ?? 0, does: 'Length of the window.' }),
  });
}

/** TLS of a connection that the daemon opens. `peer` is the other side, as in "the host's certificate". */
function clientTls(does: string, peer: string) {
  return section(does, {
    ca: key(file, {
      otherwise: '',
      does: `PEM file with the CA certificate that signed ${peer} certificate. Default: the CAs that Node.js trusts.`,
    }),
    cert: key(file, { otherwise: '', does: 'Client certificate, with its chain. Needs key.' }),
    key: key(file, { otherwise: '', does: "The client certificate's private key. Needs cert." }),
    server_name: key(optional(text('host name')), {
      otherwise: '',
      does: `Name that ${peer} certificate must have, if it differs from the address.`,
    }),
  });
}

/**
 * Every key of the daemon's configuration: type, range, default, meaning, secret or not. Config below and
 * docs/configuration.md are derived from it. The options of the authorization server must not be added here: they come from
 * the host (HostService.Describe), so that one place decides them for a whole fleet of daemons.
 */
export const schema = {
  http: section('The HTTP listener: metadata, authorize, token, register, revoke, health.', {
    host: key(bindHost(), {
      otherwise: '127.0.0.1',
      does: 'Address to listen on. "0.0.0.0" or "::" for every interface.',
    }),
    port: key(port, { otherwise: 8081, does: 'Port to listen on. 0 lets the system choose.' }),
    engine: key(oneOf('uws', 'node'), {
      otherwise: 'uws',
      does: 'HTTP engine: uws (uWebSockets.js), or node (Node.js), which is slower and stricter. Use node if there is no strict proxy in front.',
    }),
    body_timeout: key(duration('1s', '5m'), {
      otherwise: 7000,
      does: 'Time limit for receiving a request body. After it, Gatehouse returns 408. uWebSockets.js closes the connection of a slow body after 10s without a response.',
    }),
    max_connections: key(integer(1, 1_000_000), {
      otherwise: 10_000,
      does: 'Maximum number of open connections per worker. Above it, connections close after their response; 32 above it, the daemon closes new connections immediately.',
    }),
    trusted_proxies: key(listOf(addressRange()), {
      otherwise: [],
      does: "Proxies whose X-Forwarded-For the daemon trusts. Without any, a client's address is that of its socket.",
    }),
  }),
  metrics: section(
    'The listener for operators: /metrics for Prometheus, and /healthz and /readyz, which respond here even if clients fill the public port.',
    {
      host: key(bindHost(), { otherwise: '127.0.0.1', does: 'Address to listen on.' }),
      port: key(port, { otherwise: 9464, does: 'Port to listen on. 0 turns the listener off.' }),
    },
  ),
  workers: key(integer(1, 256), {
    otherwise: 1,
    does: 'Number of processes that share the HTTP port. More than one requires redis.url, because they share no memory.',
  }),
  host: section('The connection to the host: the application, over gRPC (address) or HTTP (url).', {
    address: key(listOf(grpcAddress()), {
      otherwise: [],
      does: 'Address, or several, at which the host serves gatehouse.host.v1 over gRPC. Outside of loopback and Unix sockets, TLS client certificates or a token are required. Several hosts are used in turn; they must describe themselves equally. Default: 127.0.0.1:9090, unless url is set.',
    }),
    url: key(listOf(webUrl), {
      otherwise: [],
      does: 'URL, or several, below which the host serves gatehouse.host.v1 over HTTP, with the unary protocol of Connect: "https://notes.example/gatehouse". Instead of address, and with the same requirements.',
    }),
    records: key(oneOf('first', 'all'), {
      otherwise: 'first',
      does: 'first: a name in address or url is one host, at the first of its addresses that can be reached. all: it is a host at each of its addresses (DNS records), which are looked up again every five seconds.',
    }),
    encoding: key(oneOf(...ENCODINGS), {
      otherwise: 'proto',
      does: 'How messages are encoded over HTTP: proto (application/proto), or json (application/json) for hosts without protobuf. Without url it has no effect.',
    }),
    deadline: key(HOST_DEADLINE, { otherwise: 5000, does: 'Time limit for one call to the host.' }),
    max_in_flight: key(integer(1, 100_000), {
      otherwise: 1000,
      does: 'Maximum number of concurrent calls to the host per worker. Further ones fail immediately, so that a slow host cannot fill the memory.',
    }),
    token: secret(optional(token), { does: 'Shared token that the daemon sends with every call to the host.' }),
    tls: clientTls('TLS to the host. Setting any of these keys turns it on; with url, https does.', "the host's"),
  }),
  consent: section(
    'The listener for the consent operations, over gRPC and HTTP. It trusts its callers to name the user.',
    {
      address: key(grpcAddress(), {
        otherwise: '127.0.0.1:9091',
        does: 'Address to listen on. Outside of loopback and Unix sockets, TLS client certificates or a token are required.',
      }),
      token: secret(optional(token), { does: 'Shared token that every call must carry.' }),
      token_previous: secret(optional(token), {
        does: 'Second token that is accepted too, while the token is replaced (docs/operations.md, Secrets).',
      }),
      tls: section('TLS of the consent listener. Setting any of these keys turns it on.', {
        ca: key(file, {
          otherwise: '',
          does: 'PEM file with the CA certificate that signed the client certificates. If set, every caller needs one.',
        }),
        cert: key(file, { otherwise: '', does: 'Server certificate, with its chain. Needs key.' }),
        key: key(file, { otherwise: '', does: "The server certificate's private key. Needs cert." }),
      }),
    },
  ),
  redis: section(
    'Short-lived state: pending requests, replays, throttle counters. Without a url, the daemon keeps it in memory.',
    {
      url: partlySecret(optional(redisUrl()), {
        does: 'Redis for short-lived state: "redis://user:password@host:6379/0", "redis+sentinel://host1:26379,host2:26379/master/0" or "redis+cluster://host1:6379,host2:6379"; rediss… for TLS. The password is never shown, and a URL with one is rejected as a flag.',
      }),
      key_prefix: key(
        matching('1 to 64 letters, digits, and . _ : -', (value) => /^[\w.:-]{1,64}$/.test(value)),
        { otherwise: 'gatehouse:', does: 'Prefix of every key, so that several deployments can share one Redis.' },
      ),
      command_timeout: key(duration('10ms', '1m'), { otherwise: 1000, does: 'Time limit for one command.' }),
      sentinel_password: secret(optional(text()), {
        does: 'Password of the Sentinels, if they require one. Needs a redis.url of the form redis+sentinel.',
      }),
      tls: clientTls('TLS to Redis. Needs a redis.url that begins with rediss.', "Redis's"),
    },
  ),
  log: section('The log: JSON lines on standard output.', {
    level: key(oneOf('debug', 'info', 'warn', 'error', 'fatal'), {
      otherwise: 'info',
      does: 'Lowest level that the daemon logs.',
    }),
  }),
  throttle: section(
    'Limits on expensive requests. Above a limit, Gatehouse returns 429, but redirects authorization requests with temporarily_unavailable and treats documents as missing. An address is an IPv4 address or an IPv6 /64; behind a proxy it is right only if http.trusted_proxies names the proxy.',
    {
      register_per_ip: throttle('Registrations from one address. Keep it below the client cap.', 20, '1m'),
      register_global: throttle('Registrations in total. Keep it below the client cap.', 120, '1m'),
      unconsented_per_ip: section('Clients that one address has registered and that no user has granted consent yet.', {
        share: key(integer(0, 100), {
          otherwise: 10,
          does: "Percent of the host's client cap (dcr_client_cap) that they may use, at least one client. A client no longer counts after its first consent, or when it is old enough for the sweep (dcr_unconsented_sweep_age). 0: no limit.",
        }),
      }),
      token_failures: throttle('Failed token requests of one client from one address.', 600, '1m'),
      authorize_per_ip: throttle('Authorization requests from one address.', 300, '1m'),
      authorize_per_client: throttle('Authorization requests of one client.', 1200, '1m'),
      documents_per_ip: throttle('Client metadata documents fetched on behalf of one address.', 20, '1m'),
      documents_per_host: throttle('Client metadata documents fetched from one host name.', 60, '1m'),
    },
  ),
  shutdown: section('Shutdown on SIGTERM, SIGINT and SIGHUP.', {
    delay: key(duration('0s', '5m'), {
      otherwise: 0,
      does: 'Time between /readyz turning 503 and the listeners closing, for load balancers that only poll.',
    }),
    timeout: key(duration('1s', '10m'), {
      otherwise: 25_000,
      does: 'Time for requests in progress to finish, after the delay. The daemon then aborts the rest. Keep the sum below 30s, after which Kubernetes kills the process.',
    }),
  }),
  ...adminKeys,
};

/** The resolved configuration. Durations are in milliseconds. A text that is not set is empty. */
export type Config = ConfigOf<typeof schema>;
