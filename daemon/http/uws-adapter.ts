/**
 * The HTTP engine on uWebSockets.js. The engine is fast and lax: it rejects little, has no limit on a body, and ends the
 * process if a handler returns without an answer or an abort handler. This file and framing.ts do everything that it does
 * not, and a test on a raw socket verifies it (test/conformance/http-engine). docs/http.md describes the remaining
 * differences.
 */
import { createRequire } from 'node:module';
import type * as UWebSockets from 'uWebSockets.js';
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { EXCHANGE_ID, exchangeIdOf, PreparedResponse } from './response.js';
import { BodyRoom } from './body-room.js';
import { Exchange, type Wire } from './exchange.js';
import { checkFraming, isRefusal, MAX_HEAD_BYTES } from './framing.js';
import { collectHeaders, IncomingRequest } from './request.js';
import { InFlight } from '../core/in-flight.js';
import { formatAddress } from '../core/network-addresses.js';
import {
  listenError,
  listenProblem,
  SPARE_CONNECTIONS,
  type Dispatcher,
  type Listener,
  type RunningServer,
  type ServerOptions,
  type StartServer,
  stopListening,
} from './server.js';

// Read once, when the binary is loaded, so this cannot be an import statement. The engine's default of 4 KiB is less than
// real cookies need.
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(MAX_HEAD_BYTES);
const uWS = createRequire(import.meta.url)('uWebSockets.js') as typeof UWebSockets;

const LISTEN_SHARED = 0;
const LISTEN_EXCLUSIVE = 1;

/** Bodies above this are written as fast as the client reads, instead of being copied whole into the engine's memory. */
const STREAMED_BYTES = 65_536;

export const startUwsServer: StartServer = (options, dispatcher) =>
  new Promise((resolve, reject) => {
    const app = uWS.App();
    const server = new UwsServer(app, options, dispatcher);
    app.filter((res, change) => {
      server.connection(res, Number(change));
    });
    app.any('/*', (res, req) => {
      server.accept(res, req);
    });
    listen(app, options, (socket) => {
      if (socket === false) {
        app.close();
        // The engine gives no reason; the port may have become free meanwhile.
        void listenProblem(options).then((problem) => {
          reject(problem ?? listenError(options, undefined));
        });
        return;
      }
      server.listening(socket);
      resolve(server);
    });
  });

type Listening = (socket: us_listen_socket | false) => void;

/** The engine accepts options in addition to a host, although its types do not say so. */
function listen(app: TemplatedApp, options: ServerOptions, listening: Listening): void {
  type ListenOnHost = (host: string, port: number, options: number, listening: Listening) => void;
  const mode = options.sharePort ? LISTEN_SHARED : LISTEN_EXCLUSIVE;
  (app.listen as unknown as ListenOnHost).call(app, options.host, options.port, mode, listening);
}

/** Name, value, name, value … of the current request. One list for all requests, because a head is read synchronously. */
const headLines: string[] = [];
let headLineCount = 0;
function copyHeader(name: string, value: string): void {
  headLines[headLineCount++] = name;
  headLines[headLineCount++] = value;
}

class UwsServer implements RunningServer, Listener {
  port = 0;
  readonly #app: TemplatedApp;
  readonly #options: ServerOptions;
  readonly #dispatcher: Dispatcher;
  /** Answers still to be given or written. Does not include synchronous answers. */
  readonly #inFlight = new InFlight();
  readonly #bodies = new BodyRoom();
  connections = 0;
  taken = 0;
  lastTaken = 0;
  #announcesClose = false;
  #refusesRequests = false;
  #listenSocket: us_listen_socket | undefined;
  #drained: Promise<number> | undefined;

  constructor(app: TemplatedApp, options: ServerOptions, dispatcher: Dispatcher) {
    this.#app = app;
    this.#options = options;
    this.#dispatcher = dispatcher;
  }

  listening(socket: us_listen_socket): void {
    this.#listenSocket = socket;
    this.port = uWS.us_socket_local_port(socket);
  }

  get draining(): boolean {
    return this.#refusesRequests;
  }

  /** @param change 1 when a connection was opened, -1 when it was closed */
  connection(res: HttpResponse, change: number): void {
    this.connections += change;
    if (change > 0) {
      this.taken++;
      this.lastTaken = performance.now();
    }
    if (change > 0 && this.connections > this.#options.maxConnections + SPARE_CONNECTIONS) {
      this.#options.events.connectionRefused();
      res.close();
    }
  }

  announceClose(): void {
    this.#announcesClose = true;
  }

  /** Whether connections close after their answer: during a shutdown, and while more are open than the limit. */
  get endsConnections(): boolean {
    return this.#announcesClose || this.draining || this.connections > this.#options.maxConnections;
  }

  /** Nothing may escape from here: the engine would end the process. A request without an answer on return is closed. */
  accept(res: HttpResponse, req: HttpRequest): void {
    try {
      this.#accept(res, req);
    } catch (error) {
      this.#options.events.faulted(error);
      closeQuietly(res);
    }
  }

  #accept(res: HttpResponse, req: HttpRequest): void {
    const method = req.getCaseSensitiveMethod();
    const path = req.getUrl();
    // Undefined if there is no "?", despite the types.
    const query = (req.getQuery() as string | undefined) ?? '';
    headLineCount = 0;
    req.forEach(copyHeader);

    const framing = checkFraming(method, path, query, headLines, headLineCount);
    const asked: Asked = { head: method === 'HEAD', exchangeId: exchangeIdOf(headLines, headLineCount) };
    if (isRefusal(framing)) {
      this.#options.events.refused(framing);
      const exchange = this.#open(res, asked);
      const answer = this.#dispatcher.refused(method, path, framing.answer);
      // In a later turn: until then, a further request on this connection makes the engine close it, so that nothing
      // smuggled behind the malformed request runs. An immediate answer would let it run.
      setImmediate(() => {
        exchange.refuse(answer);
      });
      return;
    }
    const found = this.draining ? this.#dispatcher.whileDraining(method, path) : this.#dispatcher.find(method, path);
    if (found instanceof PreparedResponse) {
      if (framing.body === 'none')
        write(res, found, asked, this.draining ? 'close' : this.endsConnections ? 'announce-close' : 'keep', undefined);
      else this.#open(res, asked).answerInsteadOfBody(found, framing);
      return;
    }
    const address = formatAddress(new Uint8Array(res.getRemoteAddress()));
    // The system knows it only while the client is connected. Without one, the client has left.
    if (address === '') {
      res.close();
      return;
    }
    const headers = collectHeaders(headLines, headLineCount);
    this.#open(res, asked).run(found, new IncomingRequest(method, path, query, headers, address), framing);
  }

  #open(res: HttpResponse, asked: Asked): Exchange {
    const exchange = new Exchange(new UwsWire(this, res, asked), this.#options, this.#inFlight, this.#bodies);
    res.onAborted(() => {
      exchange.aborted();
    });
    return exchange;
  }

  close(): void {
    if (this.#listenSocket !== undefined) uWS.us_listen_socket_close(this.#listenSocket);
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
    // The engine sends the rest of its buffer at the end of this turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.#app.close();
    return cut;
  }
}

/** Everything that an answer depends on, other than what the handler returned. */
interface Asked {
  /** The answer to HEAD has no body. */
  readonly head: boolean;
  readonly exchangeId: string | undefined;
}

class UwsWire implements Wire {
  constructor(
    private readonly server: UwsServer,
    private readonly res: HttpResponse,
    private readonly asked: Asked,
  ) {}

  readBody(push: (chunk: Uint8Array, last: boolean) => void): void {
    this.res.onData((chunk, last) => {
      push(new Uint8Array(chunk), last);
    });
  }

  drop(): void {
    closeQuietly(this.res);
  }

  write(answer: PreparedResponse, close: boolean, flushed: () => void): void {
    const ending = close ? 'close' : this.server.endsConnections ? 'announce-close' : 'keep';
    this.res.cork(() => {
      write(this.res, answer, this.asked, ending, flushed);
    });
  }
}

/** `announce-close`: either side closes the connection, but not before the whole answer has left. */
type Ending = 'keep' | 'close' | 'announce-close';

/** Writes an answer while corked. Without `flushed`, a large one is copied into the engine's memory. */
function write(
  res: HttpResponse,
  answer: PreparedResponse,
  { head, exchangeId }: Asked,
  ending: Ending,
  flushed: (() => void) | undefined,
): void {
  // The engine copies the status line unchanged, so the whole head is passed in one call. PreparedResponse has validated it.
  res.writeStatus(answer.head);
  if (exchangeId !== undefined) res.writeHeader(EXCHANGE_ID, exchangeId);
  if (answer.body === undefined || head) endBodyless(res, answer, ending);
  // The engine closes the connection after a streamed answer only in a drain, so the few large ones that must close are
  // passed in one piece.
  else if (answer.length > STREAMED_BYTES && ending !== 'close' && flushed !== undefined) {
    if (ending === 'announce-close') res.writeHeader('connection', 'close');
    stream(res, answer.body, flushed);
    return;
  } else res.end(answer.body, ending !== 'keep');
  flushed?.();
}

/**
 * The engine's own length argument does not help: with any value other than 0 it waits for that body, even with `undefined`.
 * So we send the length as a header, and let the engine close only after an error without a body.
 */
function endBodyless(res: HttpResponse, answer: PreparedResponse, ending: Ending): void {
  if (ending === 'close' && answer.body !== undefined) {
    res.endWithoutBody(0, true);
    return;
  }
  if (answer.body !== undefined) res.writeHeader('content-length', String(answer.length));
  if (ending !== 'keep') res.writeHeader('connection', 'close');
  res.endWithoutBody();
}

function stream(res: HttpResponse, content: string | Buffer, flushed: () => void): void {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  res.onWritable((offset) => {
    const [written, ended] = res.tryEnd(body.subarray(offset), body.length);
    if (ended) flushed();
    return written;
  });
  const [, ended] = res.tryEnd(body, body.length);
  if (ended) flushed();
}

function closeQuietly(res: HttpResponse): void {
  try {
    res.close();
  } catch {
    // Answered before the fault: no connection is open any more.
  }
}
