import type { RequestOptions } from 'node:http';
import type { Duration } from '../shared/duration.js';
import { milliseconds } from '../shared/duration.js';
import type { Logger } from '../shared/logger.js';

/** Which of the application's paths belong to Gatehouse. */
export interface MountedPaths {
  /**
   * Path of the issuer, when it has one: "/app" for "https://notes.example/app". Metadata is then served at the
   * path-inserted form (RFC 8414 §3.1) as well. Default: none.
   */
  readonly issuerPath?: string;
  /** Whether Gatehouse serves the consent page at {issuer}/connect (`builtinConsentPage`). Default: false. */
  readonly consentPage?: boolean;
  /** Path under which Gatehouse serves its admin backend: "/admin". Default: none. */
  readonly adminPath?: string;
}

const WELL_KNOWN = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'];

/**
 * A test for the path of a request, without its query. Compares the path as sent: nothing is decoded or normalised.
 * Throws on a path that would take more of the application than is meant, or nothing.
 */
export function ownPaths({ issuerPath = '', consentPage = false, adminPath }: MountedPaths): (path: string) => boolean {
  if (issuerPath !== '') checkPath('issuerPath', issuerPath, 'the issuer has no path');
  if (adminPath !== undefined) checkPath('adminPath', adminPath, 'there is no admin backend');
  if (typeof consentPage !== 'boolean') throw new Error(`consentPage must be true or false, not ${show(consentPage)}`);
  const bases = [...WELL_KNOWN, ...WELL_KNOWN.map((path) => issuerPath + path), `${issuerPath}/oauth/mcp`];
  if (consentPage) bases.push(`${issuerPath}/connect`);
  if (adminPath !== undefined) bases.push(adminPath);
  return (path) => bases.some((base) => path === base || path.startsWith(`${base}/`));
}

function checkPath(option: string, path: unknown, when: string): void {
  const text = String(path);
  if (SEGMENTS.test(text) && new URL(text, 'http://any').pathname === path) return;
  throw new Error(
    `${option} must be a path in normal form such as "/app", without a trailing "/" and without a query, not ${show(path)}; omit it if ${when}`,
  );
}

/** Printable ASCII without "?" and "#", no segment empty. */
const SEGMENTS = /^(?:\/[\x21\x22\x24-\x2e\x30-\x3e\x40-\x7e]+)+$/;

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Where Gatehouse is, and which paths are its own. */
export interface MountOptions extends MountedPaths {
  /** Where Gatehouse listens for HTTP: "http://127.0.0.1:8081", or "unix:/run/proxy.sock" for a proxy on a Unix socket. */
  readonly target: string;
  /** How long Gatehouse may stay silent, and how long a request waits for a connection to it. Default: "30s". */
  readonly timeout?: Duration;
  /**
   * Connections to Gatehouse at the same time, and so requests under way there. As many more may wait; what comes beyond
   * is answered 503. Default: 256. Keep it, times the processes of the application, below the daemon's
   * `http.max_connections`.
   */
  readonly maxConnections?: number;
  /**
   * The proxies in front of the application, whose X-Forwarded-For is believed: addresses and ranges ("10.0.0.0/8",
   * "::1"), and "unix:" where the application listens on a Unix socket. Default: none, so that the client is whoever
   * opened the connection.
   */
  readonly trustedProxies?: readonly string[];
  /** Told when Gatehouse does not answer, and when it does again. Default: lines of JSON on stderr. */
  readonly logger?: Logger;
}

const OPTIONS: Readonly<Record<keyof MountOptions, true>> = {
  target: true,
  timeout: true,
  maxConnections: true,
  trustedProxies: true,
  logger: true,
  issuerPath: true,
  consentPage: true,
  adminPath: true,
};

/** Throws on an option that there is not: a misspelt one would be missed only by what it should have done. */
export function checkNames(options: MountOptions): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, name)) continue;
    throw new Error(
      `mountGatehouse has no option ${JSON.stringify(name)}; available options: ${Object.keys(OPTIONS).join(', ')}`,
    );
  }
}

/** The longest time that a timer of Node.js can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function timeoutOf(timeout: Duration = '30s'): number {
  const time = milliseconds(timeout, 'timeout');
  if (time >= 1 && time <= MAX_TIMER_MS) return time;
  throw new Error(`timeout must be from 1ms to 24d, not ${timeout}`);
}

export function maxConnectionsOf(count = 256): number {
  if (Number.isInteger(count) && count >= 1 && count <= 65_535) return count;
  throw new Error(`maxConnections must be an integer from 1 to 65535, not ${JSON.stringify(count)}`);
}

export function proxiesOf(proxies: readonly string[] = []): readonly string[] {
  if (Array.isArray(proxies) && proxies.every((entry) => typeof entry === 'string')) return proxies;
  throw new Error(`trustedProxies must be a list such as ["10.0.0.0/8"], not ${JSON.stringify(proxies)}`);
}

export function loggerOf(logger: Logger): Logger {
  const methods = ['info', 'warn', 'error'] as const;
  if (methods.every((method) => typeof logger[method] === 'function')) return logger;
  throw new Error('logger must have the methods info, warn and error: pino, or a wrapper around console');
}

export interface Target {
  readonly options: RequestOptions;
  /** For the Host header. */
  readonly authority: string;
}

export function targetOf(target: string): Target {
  const problem = new Error(
    `target must be an http: URL without path such as "http://127.0.0.1:8081", or "unix:" and a path, not ${JSON.stringify(target)}`,
  );
  if (typeof target !== 'string') throw problem;
  if (target.startsWith('unix:')) {
    const socketPath = target.slice('unix:'.length);
    if (socketPath === '') throw problem;
    return { options: { socketPath }, authority: 'localhost' };
  }
  if (!URL.canParse(target)) throw problem;
  const { protocol, hostname, port, host, origin, href } = new URL(target);
  if (protocol !== 'http:' || href !== `${origin}/`) throw problem;
  return { options: { host: hostname.replace(/[[\]]/g, ''), port }, authority: host };
}
