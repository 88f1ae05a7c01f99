import type { ServerTls } from '@gatehouse/proto/channel';
import { removeStaleSocket, unixSocketPath } from '@gatehouse/proto/unix-socket';
import { chmod } from 'node:fs/promises';
import type { RequestListener, Server as HttpServer, ServerOptions } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { ListenOptions, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { messageOf } from '../core/faults.js';

/**
 * One port for both transports of the consent operations. Clients of gRPC speak HTTP/2 from the first byte, or agree on it in
 * the TLS handshake; all others speak HTTP/1.1.
 */

export interface ListenerConfig {
  readonly address: string;
  readonly tls?: ServerTls;
}

export interface Listener {
  /** Resolves with the port, or 0 for a Unix socket. Rejects if the address cannot be bound, or after close(). */
  listen(): Promise<number>;
  /** Accepts no further connections, and lets those of HTTP/1.1 finish what they have begun. */
  close(): Promise<void>;
  /** Closes every connection, also one that has not said yet which transport it is for. */
  cut(): void;
}

/** A request has a few headers and at most a quarter of a megabyte. */
const TIMEOUTS: ServerOptions = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
/** Longer than our own client leaves a connection unused. */
const KEEP_ALIVE_MS = 5000;
/** For a peer that connects and stays silent, or does not finish its TLS handshake. */
const FIRST_BYTES_MS = 10_000;
/**
 * Applications have a connection for each of their processes, or a few. Without a limit, a peer without the token could use up the
 * file descriptors of the daemon, and so end its public port.
 */
const MAX_CONNECTIONS = 1000;
/** How often the listener reports that it is full. */
const REPORT_MS = 60_000;
/** RFC 9113 §3.4. No method of HTTP/1.1 begins with these bytes. */
const PREFACE = Buffer.from('PRI');
const CLOSED = 'it was closed before it listened';

/** @param onFull called when a connection is closed because there are too many, not more than once a minute */
export function createListener(
  { address, tls }: ListenerConfig,
  grpc: (connection: Socket) => void,
  http: RequestListener,
  onFull: (connections: number) => void,
  maxConnections = MAX_CONNECTIONS,
): Listener {
  const server =
    tls === undefined ? createHttpServer(TIMEOUTS, http) : createHttpsServer({ ...TIMEOUTS, ...secure(tls) }, http);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Node would parse every connection as HTTP/1.1.
  const event = tls === undefined ? 'connection' : 'secureConnection';
  const [serveHttp] = server.listeners(event) as [(this: HttpServer, connection: Socket) => void];
  server.removeAllListeners(event);
  // Those of TCP: during a TLS handshake, and before its first bytes, a connection belongs to neither transport.
  const open = new Set<Socket>();
  let reportedAt = -Infinity;
  server.on('connection', (connection: Socket) => {
    // Not `server.maxConnections`: node:cluster would offer the connection to its workers without end.
    if (open.size >= maxConnections) {
      connection.destroy();
      const now = performance.now();
      if (now - reportedAt >= REPORT_MS) {
        reportedAt = now;
        onFull(maxConnections);
      }
      return;
    }
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  server.on(event, (connection: Socket | TLSSocket) => {
    if (connection.destroyed) return;
    connection.on('error', () => connection.destroy());
    const isHttp2 =
      'alpnProtocol' in connection ? Promise.resolve(connection.alpnProtocol === 'h2') : startsWithPreface(connection);
    void isHttp2.then((yes) => {
      if (connection.destroyed) return;
      if (yes) grpc(connection);
      else serveHttp.call(server, connection);
    });
  });

  let isClosed = false;

  return {
    async listen() {
      await removeStaleSocket(address);
      const path = unixSocketPath(address);
      try {
        if (isClosed) throw new Error(CLOSED);
        await listening(server, path === undefined ? hostAndPort(address) : { path });
        // The application usually runs as another user of the same group. No other user may connect.
        if (path !== undefined) await chmod(path, 0o660);
      } catch (cause) {
        throw new Error(`cannot listen on consent.address ${address}: ${messageOf(cause)}`, { cause });
      }
      const bound = server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : 0;
    },
    close: () =>
      new Promise((resolve) => {
        isClosed = true;
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    cut: () => {
      for (const connection of open) connection.destroy();
    },
  };
}

/**
 * Rejects also if the server is closed first: a worker of node:cluster then never emits 'listening', and a server that looks up
 * a host name would still bind the port.
 */
function listening(server: HttpServer, at: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // An error while it listens concerns one connection, which then does not arrive; it changes nothing here.
    server.on('error', reject);
    server.once('close', () => {
      server.once('listening', () => server.close());
      reject(new Error(CLOSED));
    });
    server.listen(at, resolve);
  });
}

/** The first bytes stay in the connection for the server of that transport. A connection that ends before is destroyed. */
function startsWithPreface(connection: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const decide = (isHttp2: boolean): void => {
      connection.off('readable', read);
      connection.off('close', gone);
      connection.off('end', cut);
      connection.setTimeout(0);
      connection.off('timeout', cut);
      connection.unshift(head);
      resolve(isHttp2);
    };
    const read = (): void => {
      const chunk = connection.read() as Buffer | null;
      if (chunk === null) return;
      head = Buffer.concat([head, chunk]);
      const begins = head.subarray(0, PREFACE.length).equals(PREFACE.subarray(0, head.length));
      if (!begins || head.length >= PREFACE.length) decide(begins);
    };
    const cut = (): void => void connection.destroy();
    const gone = (): void => resolve(false);
    connection.on('readable', read);
    connection.once('close', gone);
    // The server leaves a half-closed connection open, for answers that it will not have here.
    connection.once('end', cut);
    connection.setTimeout(FIRST_BYTES_MS, cut);
  });
}

function secure({ certificate, key, clientCertificates }: ServerTls) {
  return {
    cert: certificate,
    key,
    handshakeTimeout: FIRST_BYTES_MS,
    ALPNProtocols: ['h2', 'http/1.1'],
    ...(clientCertificates !== undefined && { ca: clientCertificates, requestCert: true, rejectUnauthorized: true }),
  };
}

/** "[::1]:9091" or "localhost:9091"; the configuration has checked the form. */
function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) };
}
