/**
 * The HTTP engine on node:http, chosen with `http.engine: node`: slower, and strict where uWebSockets.js is lax (chunk
 * framing, header names, bytes outside ASCII). To clients it behaves like the other engine, and passes the same suite; tests
 * use it as the reference for the other one.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { EXCHANGE_ID, exchangeIdOf, PreparedResponse } from './response.js';
import { BodyRoom } from './body-room.js';
import { Exchange, type Wire } from './exchange.js';
import { checkFraming, isRefusal, MAX_HEAD_BYTES, REFUSALS, type Refusal } from './framing.js';
import { collectHeaders, IncomingRequest } from './request.js';
import { InFlight } from '../core/in-flight.js';
import { normalizeAddress } from '../core/network-addresses.js';
import {
  listenError,
  SPARE_CONNECTIONS,
  type Dispatcher,
  type Listener,
  type RunningServer,
  type ServerOptions,
  type StartServer,
  stopListening,
} from './server.js';

/** The same as in the other engine: seconds for a head to arrive, for an idle connection and for a slow reader. */
const IDLE_MS = 10_000;

/** Concurrent requests on one connection. The other engine allows one; no real client needs more. */
const MAX_PIPELINED = 8;

export const startNodeServer: StartServer = (options, dispatcher) =>
  new Promise((resolve, reject) => {
    const http = createServer({
      insecureHTTPParser: false,
      joinDuplicateHeaders: false,
      // framing.ts rejects it instead.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: IDLE_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: IDLE_MS / 5,
      // The body has its own timer (body-reader.ts), which answers in the route's format.
      requestTimeout: 0,
    });
    // Otherwise node silently drops headers over the limit, and a dropped Content-Length is a smuggled request.
    http.maxHeadersCount = 0;
    const server = new NodeServer(http, options, dispatcher);
    // An error while it listens concerns one connection, which then does not arrive; it changes nothing here.
    http.on('error', (error) => {
      reject(listenError(options, error));
    });
    // Node supports `reusePort` from 23.1 on. Before that, only workers of node:cluster share a port.
    const where = {
      host: options.host,
      port: options.port,
      exclusive: !options.sharePort,
      reusePort: options.sharePort,
    };
    http.listen(where, () => {
      server.port = (http.address() as AddressInfo).port;
      resolve(server);
    });
  });

/** Includes the bytes that the parser could not read. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** The state of one connection. */
interface Connection {
  readonly address: string;
  /** Oldest first. Node sends the answers in the order of the requests. */
  readonly exchanges: Set<Exchange>;
  /** A malformed request arrived, or an answer closes the connection: everything that follows is ignored. */
  condemned: boolean;
}

class NodeServer implements RunningServer, Listener {
  port = 0;
  readonly #http: Server;
  readonly #options: ServerOptions;
  readonly #dispatcher: Dispatcher;
  readonly #connections = new Map<Socket, Connection>();
  /** Connections without a request under way, the longest idle first: these close when room is short. */
  readonly #silent = new Set<Socket>();
  #announcesClose = false;
  #refusesRequests = false;
  readonly #inFlight = new InFlight();
  readonly #bodies = new BodyRoom();
  taken = 0;
  lastTaken = 0;
  #drained: Promise<number> | undefined;

  constructor(http: Server, options: ServerOptions, dispatcher: Dispatcher) {
    this.#http = http;
    this.#options = options;
    this.#dispatcher = dispatcher;
    http.on('connection', (socket: Socket) => {
      this.taken++;
      this.lastTaken = performance.now();
      // Read now, because the system knows it only while the client is connected. Without one, the client has left.
      const address = normalizeAddress(socket.remoteAddress ?? '');
      if (address === undefined) {
        socket.destroy();
        return;
      }
      if (!this.#hasRoom()) {
        options.events.connectionRefused();
        socket.destroy();
        return;
      }
      const connection: Connection = { address, exchanges: new Set(), condemned: false };
      this.#connections.set(socket, connection);
      this.#silent.add(socket);
      socket.once('close', () => {
        this.#connections.delete(socket);
        this.#silent.delete(socket);
        for (const exchange of connection.exchanges) exchange.aborted();
      });
    });
    const accept = (req: IncomingMessage, res: ServerResponse): void => {
      this.#guardedAccept(req, res);
    };
    http.on('request', accept);
    http.on('checkExpectation', accept);
    http.on('clientError', (error: ParserError, socket: Socket) => {
      this.#refuseUnparsed(error, socket);
    });
  }

  get draining(): boolean {
    return this.#refusesRequests;
  }

  get connections(): number {
    return this.#connections.size;
  }

  announceClose(): void {
    this.#announcesClose = true;
  }

  /** Whether connections close after their answer: during a shutdown, and while more are open than the limit. */
  get endsConnections(): boolean {
    return this.#announcesClose || this.draining || this.connections > this.#options.maxConnections;
  }

  /** Makes room for one more connection, if this aborts no request. */
  #hasRoom(): boolean {
    const { maxConnections } = this.#options;
    if (this.connections < maxConnections) return true;
    const [longestSilent] = this.#silent;
    if (longestSilent !== undefined) {
      this.#connections.delete(longestSilent);
      this.#silent.delete(longestSilent);
      longestSilent.destroy();
      return true;
    }
    return this.connections < maxConnections + SPARE_CONNECTIONS;
  }

  #guardedAccept(req: IncomingMessage, res: ServerResponse): void {
    try {
      this.#accept(req, res);
    } catch (error) {
      this.#options.events.faulted(error);
      req.socket.destroy();
    }
  }

  #accept(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#connections.get(req.socket);
    if (connection === undefined || connection.condemned) return;
    if (connection.exchanges.size === MAX_PIPELINED) {
      req.socket.destroy();
      return;
    }
    const method = req.method ?? '';
    const { path, query } = splitTarget(req.url ?? '');
    const headers = headerLines(req.rawHeaders);
    const framing =
      req.httpVersion === '1.1' ? checkFraming(method, path, query, headers, headers.length) : REFUSALS.version;

    const exchangeId = exchangeIdOf(headers, headers.length);
    const wire = new NodeWire(this, req, res, exchangeId, {
      closes: () => {
        // The next request is already under way, and its answer would be lost. The last one closes, if required.
        if ([...connection.exchanges].at(-1) !== exchange) return false;
        connection.condemned = true;
        return true;
      },
      finished: () => {
        connection.exchanges.delete(exchange);
        if (connection.exchanges.size === 0 && this.#connections.has(req.socket)) this.#silent.add(req.socket);
      },
    });
    const exchange = new Exchange(wire, this.#options, this.#inFlight, this.#bodies);
    connection.exchanges.add(exchange);
    this.#silent.delete(req.socket);
    if (req.headers.upgrade !== undefined) {
      // Node drops what follows in the same packet, and would read the next packet as a request.
      connection.condemned = true;
      res.shouldKeepAlive = false;
    }
    if (isRefusal(framing)) {
      connection.condemned = true;
      this.#options.events.refused(framing);
      exchange.refuse(this.#dispatcher.refused(method, path, framing.answer));
      return;
    }
    const found = this.draining ? this.#dispatcher.whileDraining(method, path) : this.#dispatcher.find(method, path);
    if (found instanceof PreparedResponse) {
      exchange.answerInsteadOfBody(found, framing);
      return;
    }
    const { address } = connection;
    const request = new IncomingRequest(method, path, query, collectHeaders(headers, headers.length), address);
    exchange.run(found, request, framing);
  }

  /** Requests that node's parser rejected, or timed out waiting for. */
  #refuseUnparsed(error: ParserError, socket: Socket): void {
    const connection = this.#connections.get(socket);
    const unanswered = connection !== undefined && [...connection.exchanges].some((exchange) => !exchange.answered);
    // This answer must not overtake an earlier one that is still to come: the client would mistake it for that one.
    if (connection === undefined || connection.condemned || unanswered || !socket.writable || isGone(error)) {
      socket.destroy();
      return;
    }
    connection.condemned = true;
    const refusal = refusalOf(error);
    this.#options.events.refused(refusal);
    const { head, length, body } = refusal.answer;
    const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
    const content = isHead ? '' : (body?.toString() ?? '');
    socket.end(
      `HTTP/1.1 ${head.toString()}\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${content}`,
      () => {
        socket.destroy();
      },
    );
  }

  close(): void {
    // Not http's own close: it would cut off answers that have been given but that the client has not read yet.
    NetServer.prototype.close.call(this.#http);
  }

  drain(timeoutMs: number): Promise<number> {
    this.#drained ??= this.#drain(timeoutMs);
    return this.#drained;
  }

  async #drain(timeoutMs: number): Promise<number> {
    if (this.#announcesClose) await stopListening(this, timeoutMs);
    else this.close();
    this.#refusesRequests = true;
    const cut = await this.#inFlight.settled(timeoutMs);
    const closed = new Promise((resolve) => this.#http.close(resolve));
    this.#http.closeAllConnections();
    await closed;
    return cut;
  }
}

/** An exchange among the others of its connection. */
interface Place {
  /** Whether its answer may close the connection, so that no later request on it runs. */
  closes(): boolean;
  finished(): void;
}

class NodeWire implements Wire {
  constructor(
    private readonly server: NodeServer,
    private readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    private readonly exchangeId: string | undefined,
    private readonly place: Place,
  ) {}

  readBody(push: (chunk: Uint8Array, last: boolean) => void): void {
    this.req.on('data', (chunk: Buffer) => {
      push(chunk, false);
    });
    this.req.once('end', () => {
      push(new Uint8Array(0), true);
    });
  }

  drop(): void {
    this.req.socket.destroy();
  }

  write(answer: PreparedResponse, close: boolean, flushed: () => void): void {
    const { req, res, exchangeId } = this;
    res.statusCode = answer.status;
    if (exchangeId !== undefined) res.setHeader(EXCHANGE_ID, exchangeId);
    for (const [name, value] of answer.headers) res.appendHeader(name, value);
    if (answer.body !== undefined) res.setHeader('content-length', answer.length);
    // Makes node close the connection as well.
    if ((close || this.server.endsConnections) && this.place.closes()) res.setHeader('connection', 'close');
    res.once('finish', () => {
      flushed();
      this.place.finished();
    });
    // A slow reader: node checks for progress when this time expires for the second time. After that, its own timers apply.
    req.socket.setTimeout(IDLE_MS / 2);
    res.end(req.method === 'HEAD' ? undefined : answer.body);
  }
}

function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Names in lower case. Values are decoded as UTF-8, like in the other engine; node reads bytes as Latin-1. */
function headerLines(rawHeaders: readonly string[]): string[] {
  return rawHeaders.map((text, i) => {
    if (i % 2 === 0) return text.toLowerCase();
    return NON_ASCII.test(text) ? Buffer.from(text, 'latin1').toString() : text;
  });
}

const NON_ASCII = /[\x80-\xff]/;

/**
 * The client stopped in the middle of a request: there is no one to answer and nothing to report. A broken connection is no
 * longer writable.
 */
function isGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'HPE_INVALID_EOF_STATE';
}

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return REFUSALS.headTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return REFUSALS.tooSlow;
    case 'HPE_INVALID_METHOD':
      return REFUSALS.method;
    case 'HPE_INVALID_VERSION':
      return REFUSALS.version;
    default:
      return REFUSALS.malformed;
  }
}
