import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { HostAndPort } from '../../config/redis-url.js';
import { messageOf } from '../../core/faults.js';

/**
 * Says in an operator's words why a server of Redis cannot be used. ioredis does not report errors of the connections that it
 * makes to Sentinels and to nodes of a cluster, only that they are closed, and no peer says that it speaks no TLS. So this asks
 * once more, on a connection of its own, without the password.
 */
export class Diagnosis {
  /** Of the connections that are open. */
  readonly #ends = new Set<() => void>();
  #underWay: Promise<string> | undefined;

  constructor(
    /** Undefined: without TLS. */
    private readonly tls: ConnectionOptions | undefined,
    private readonly timeoutMs: number,
  ) {}

  /** The distinct problems of these servers, with their addresses; empty if they have none. Never rejects. */
  of(servers: readonly HostAndPort[]): Promise<string> {
    this.#underWay ??= this.#ask(servers).finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  async #ask(servers: readonly HostAndPort[]): Promise<string> {
    const distinct = new Map(servers.map((server) => [`${server.host}:${server.port}`, server]));
    const asked = [...distinct.values()].slice(0, MAX_ASKED);
    const found = await Promise.all(asked.map((server) => this.#problemOf(server)));
    return found.filter((problem) => problem !== '').join('; ');
  }

  #problemOf({ host, port }: HostAndPort): Promise<string> {
    const { tls } = this;
    return new Promise((resolve) => {
      const progress: Progress = { tls, isConnected: false, isSecure: false };
      const socket: Socket = tls === undefined ? connectPlain({ host, port }) : connectTls({ host, port, ...tls });
      const settle = (problem: string): void => {
        this.#ends.delete(end);
        socket.destroy();
        resolve(problem === '' ? '' : `${host}:${port}: ${problem}`);
      };
      const end = (): void => {
        settle('');
      };
      socket.once('connect', () => (progress.isConnected = true));
      // A server that wants a client certificate says so only after the handshake. Any answer will do, also "NOAUTH".
      socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
        progress.isSecure = true;
        socket.write('PING\r\n');
      });
      socket.once('data', (data: Buffer) => {
        settle(data[0] === TLS_ALERT ? WANTS_TLS : '');
      });
      socket.once('error', (error) => {
        settle(isCut(error) ? closedAfter(progress) : inWords(error));
      });
      socket.once('close', () => {
        settle(closedAfter(progress));
      });
      socket.setTimeout(this.timeoutMs, () => {
        settle(silentAfter(progress, this.timeoutMs));
      });
      this.#ends.add(end);
    });
  }
}

/** How far a connection came. */
interface Progress {
  readonly tls: ConnectionOptions | undefined;
  isConnected: boolean;
  /** The handshake has ended as far as this side knows; without TLS, when it is connected. */
  isSecure: boolean;
}

const MAX_ASKED = 5;
/** The first byte of an alert (RFC 8446 §5.1). */
const TLS_ALERT = 0x15;
const WANTS_TLS = 'it closes the connection without an answer; it may expect TLS: use rediss in redis.url';
const NO_TLS = 'it does not speak TLS; name its port for TLS in redis.url, or use redis instead of rediss';
const NEEDS_CERTIFICATE = 'it requires a client certificate; set redis.tls.cert and redis.tls.key';
const REJECTS_CERTIFICATE = 'it does not accept the client certificate of redis.tls.cert';

function isCut(error: Error): boolean {
  return CUT.has((error as NodeJS.ErrnoException).code ?? '');
}

const CUT = new Set(['ECONNRESET', 'EPIPE']);

function closedAfter({ tls, isConnected, isSecure }: Progress): string {
  if (!isConnected) return 'it closes the connection';
  if (tls === undefined) return WANTS_TLS;
  if (!isSecure)
    return `it closes the connection during the TLS handshake; ${tls.cert === undefined ? NO_TLS : REJECTS_CERTIFICATE}`;
  return tls.cert === undefined ? NEEDS_CERTIFICATE : REJECTS_CERTIFICATE;
}

function silentAfter({ isConnected, isSecure }: Progress, timeoutMs: number): string {
  if (!isConnected) return `no connection within ${timeoutMs} ms`;
  if (isSecure) return `it does not answer within ${timeoutMs} ms`;
  return `it does not answer the TLS handshake within ${timeoutMs} ms; perhaps ${NO_TLS}`;
}

/** Whether an error says only that something is wrong with a connection, so that a diagnosis may say more. */
export function isVague(error: Error & { readonly lastNodeError?: Error }): boolean {
  return VAGUE.test((error.lastNodeError ?? error).message);
}

const VAGUE = /Connection is closed|time(?:d )?out|TIMEDOUT|ECONNRESET|EPIPE/i;

/** An error of a connection with what to do about it, on one line. */
export function inWords(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const message = messageOf(error).trim();
  if (UNTRUSTED.has(code)) {
    return `${message}: redis.tls.ca does not have the authority of its certificate, or the server does not send the intermediate certificates`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${message}; set redis.tls.server_name to a name of its certificate`;
  const alert = /alert ([a-z ]+):/.exec(message)?.[1];
  if (alert === 'certificate required') return NEEDS_CERTIFICATE;
  if (alert !== undefined && /certificate|unknown ca/.test(alert)) return `${REJECTS_CERTIFICATE} (${alert})`;
  if (/wrong version number|packet length too long|record layer failure/.test(message)) return NO_TLS;
  if (code === 'ETIMEDOUT') return `${message}: no connection in time; with rediss, its port may be one without TLS`;
  // OpenSSL's own form: 80AB…:error:0A00…:SSL routines:function:reason:file:line:…
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  return reason === undefined ? message : `TLS: ${reason}`;
}

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
