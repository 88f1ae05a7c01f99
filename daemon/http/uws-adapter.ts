/**
 * The HTTP engine on uWebSockets.js. The engine is fast and lax: it refuses little, knows no limit on a body, and ends the
 * process when a handler returns without an answer and without an abort handler. Everything it does not do is done here
 * or in framing.ts, and held by a test on a raw socket (http-engine.test.ts). docs/http.md says what remains.
 */
import { createRequire } from 'node:module';
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { BodyReader, type BodyOutcome } from './body-reader.js';
import { checkFraming, isRefusal, MAX_HEAD_BYTES, type Framing } from './framing.js';
import { collectHeaders, IncomingRequest } from './incoming-request.js';
import { formatAddress } from './ip-address.js';
import { explainListenFailure } from './listen-failure.js';
import { DRAINING, INTERNAL_ERROR, PreparedResponse } from './prepared-response.js';
import type { Response } from './response.js';
import type { Dispatcher, Handling, RunningServer, ServerOptions, StartServer } from './server.js';

// Read once, when the binary is loaded: hence no import statement. Its own default of 4 KiB is less than real cookies.
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(MAX_HEAD_BYTES);
const uWS = createRequire(import.meta.url)('uWebSockets.js') as typeof import('uWebSockets.js');

const LISTEN_SHARED = 0;
const LISTEN_EXCLUSIVE = 1;

/** Bodies above this are written as fast as the client reads, instead of being copied whole into the engine's memory. */
const STREAMED_BYTES = 65_536;

export const startUwsServer: StartServer = (options, dispatcher) =>
  new Promise((resolve, reject) => {
    const app = uWS.App();
    const server = new UwsServer(app, options, dispatcher);
    app.any('/*', (res, req) => {
      server.accept(res, req);
    });
    const listening = (socket: us_listen_socket | false): void => {
      if (socket === false) {
        app.close();
        void explainListenFailure(options).then(reject);
        return;
      }
      server.port = uWS.us_socket_local_port(socket);
      server.listenSocket = socket;
      resolve(server);
    };
    listen(app, options, listening);
  });

/** The engine takes options beside a host, although its types do not say so. */
function listen(
  app: TemplatedApp,
  options: ServerOptions,
  listening: (socket: us_listen_socket | false) => void,
): void {
  type ListenOnHost = (
    host: string,
    port: number,
    options: number,
    listening: (socket: us_listen_socket | false) => void,
  ) => void;
  const mode = options.sharePort ? LISTEN_SHARED : LISTEN_EXCLUSIVE;
  (app.listen as unknown as ListenOnHost).call(app, options.host, options.port, mode, listening);
}

/** Name, value, name, value … of the request at hand. One list for all requests, since a head is read synchronously. */
const headLines: string[] = [];
let headLineCount = 0;
function copyHeader(name: string, value: string): void {
  headLines[headLineCount++] = name;
  headLines[headLineCount++] = value;
}

class UwsServer implements RunningServer {
  port = 0;
  listenSocket: us_listen_socket | undefined;
  readonly options: ServerOptions;
  readonly #app: TemplatedApp;
  readonly #dispatcher: Dispatcher;
  /** Answers that are still to be given or written. An answer given at once never shows up here. */
  readonly #exchanges = new Set<Exchange>();
  #drained: Promise<number> | undefined;
  #whenIdle: (() => void) | undefined;

  constructor(app: TemplatedApp, options: ServerOptions, dispatcher: Dispatcher) {
    this.#app = app;
    this.options = options;
    this.#dispatcher = dispatcher;
  }

  get draining(): boolean {
    return this.#drained !== undefined;
  }

  /** Nothing may escape from here: the engine would end the process. What is not answered on return is closed. */
  accept(res: HttpResponse, req: HttpRequest): void {
    try {
      this.#accept(res, req);
    } catch (error) {
      this.options.events.faulted(error);
      closeQuietly(res);
    }
  }

  #accept(res: HttpResponse, req: HttpRequest): void {
    const method = req.getCaseSensitiveMethod();
    const path = req.getUrl();
    // Undefined when there is no "?", whatever the types say.
    const query = (req.getQuery() as string | undefined) ?? '';
    headLineCount = 0;
    req.forEach(copyHeader);

    const framing = checkFraming(method, path, query, headLines, headLineCount);
    if (isRefusal(framing)) {
      this.options.events.refused(framing);
      this.#open(res, method).refuse(framing.answer);
      return;
    }
    const found = this.draining ? DRAINING : this.#dispatcher.find(method, path);
    if (found instanceof PreparedResponse) {
      if (framing.body === 'none') write(res, found, method === 'HEAD', this.draining ? 'close' : 'keep');
      else this.#open(res, method).answerInsteadOfBody(found, framing);
      return;
    }
    const request = new IncomingRequest(
      method,
      path,
      query,
      collectHeaders(headLines, headLineCount),
      formatAddress(new Uint8Array(res.getRemoteAddress())),
    );
    this.#open(res, method).run(found, request, framing);
  }

  #open(res: HttpResponse, method: string): Exchange {
    const exchange = new Exchange(this, res, method === 'HEAD');
    this.#exchanges.add(exchange);
    return exchange;
  }

  closed(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    if (this.#exchanges.size === 0) this.#whenIdle?.();
  }

  drain(timeoutMs: number): Promise<number> {
    this.#drained ??= this.#drain(timeoutMs);
    return this.#drained;
  }

  async #drain(timeoutMs: number): Promise<number> {
    if (this.listenSocket !== undefined) uWS.us_listen_socket_close(this.listenSocket);
    if (this.#exchanges.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const cut = this.#exchanges.size;
    // What the last answers left in the engine's buffers goes out at the end of this turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.#app.close();
    return cut;
  }
}

/** One request whose answer does not follow at once. It alone touches the engine's response object, and only while open. */
class Exchange {
  readonly #server: UwsServer;
  readonly #res: HttpResponse;
  readonly #head: boolean;
  #open = true;
  #answered = false;
  #request: IncomingRequest | undefined;
  #reader: BodyReader | undefined;

  constructor(server: UwsServer, res: HttpResponse, head: boolean) {
    this.#server = server;
    this.#res = res;
    this.#head = head;
    res.onAborted(() => {
      this.#reader?.cancel();
      this.#request?.abandon();
      this.#close();
    });
  }

  /**
   * Answers a malformed request in a later turn: until then a further request on this connection makes the engine close
   * it, so that nothing that was smuggled behind the first one runs. An answer given at once would let it run.
   */
  refuse(answer: PreparedResponse): void {
    setImmediate(() => {
      this.#send(answer, true);
    });
  }

  answerInsteadOfBody(answer: PreparedResponse, framing: Framing): void {
    this.#readBody(framing, 0, (outcome) => {
      this.#send(answer, outcome.refused !== undefined && !outcome.exhausted);
    });
  }

  run(handling: Handling, request: IncomingRequest, framing: Framing): void {
    this.#request = request;
    if (framing.body === 'none') {
      this.#handle(handling, request);
      return;
    }
    this.#readBody(framing, handling.maxBodyBytes, (outcome) => {
      if (outcome.refused !== undefined) {
        this.#answer(handling.bodyRefused(outcome.refused, request), !outcome.exhausted);
        return;
      }
      request.body = outcome.body;
      this.#handle(handling, request);
    });
  }

  #readBody(framing: Framing, maxBytes: number, done: (outcome: BodyOutcome) => void): void {
    const guarded = (outcome: BodyOutcome): void => {
      try {
        done(outcome);
      } catch (error) {
        this.#fault(error);
      }
    };
    if (framing.body === 'length' && BodyReader.isHopeless(framing.length, maxBytes)) {
      guarded({ refused: 'too_large', exhausted: false });
      return;
    }
    const reader = new BodyReader(maxBytes, this.#server.options.bodyTimeoutMs, guarded);
    this.#reader = reader;
    this.#res.onData((chunk, last) => {
      reader.push(new Uint8Array(chunk), last);
    });
  }

  #handle(handling: Handling, request: IncomingRequest): void {
    try {
      const answer = handling.handle(request);
      if (answer instanceof Promise) {
        answer.then(
          (response) => {
            this.#answer(response, false);
          },
          (error: unknown) => {
            this.#fault(error);
          },
        );
      } else this.#answer(answer, false);
    } catch (error) {
      this.#fault(error);
    }
  }

  #fault(error: unknown): void {
    this.#server.options.events.faulted(error);
    this.#send(INTERNAL_ERROR, true);
  }

  #answer(response: Response, close: boolean): void {
    let prepared: PreparedResponse;
    try {
      prepared = new PreparedResponse(response);
    } catch (violation) {
      this.#fault(violation);
      return;
    }
    this.#send(prepared, close);
  }

  #send(answer: PreparedResponse, close: boolean): void {
    if (!this.#open || this.#answered) return;
    this.#answered = true;
    this.#res.cork(() => {
      const ending = close ? 'close' : this.#server.draining ? 'announce-close' : 'keep';
      const ended = write(this.#res, answer, this.#head, ending, () => {
        this.#close();
      });
      if (ended) this.#close();
    });
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#server.closed(this);
  }
}

/** `announce-close`: a drain is about to close the connection, but not before the whole answer is out. */
type Ending = 'keep' | 'close' | 'announce-close';

/** Writes an answer while corked. Returns whether it is complete; otherwise `flushed` is called when it is. */
function write(
  res: HttpResponse,
  answer: PreparedResponse,
  head: boolean,
  ending: Ending,
  flushed?: () => void,
): boolean {
  const close = ending !== 'keep';
  // The engine copies the status line as it is: the whole head goes over in one call. PreparedResponse has checked it.
  res.writeStatus(answer.head);
  if (answer.body === undefined || head) {
    endBodyless(res, answer, ending);
    return true;
  }
  // The engine closes behind a streamed answer only in a drain: the few large ones that must close are handed over whole.
  if (answer.length <= STREAMED_BYTES || ending === 'close' || flushed === undefined) {
    res.end(answer.body, close);
    return true;
  }
  return stream(res, answer, close, flushed);
}

/**
 * The engine's own length argument is of no use: with any other than 0 it waits for that body, and with `undefined` as
 * well. So the length is a header of ours, and the engine is made to close only where the answer is an error without body.
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

function stream(res: HttpResponse, answer: PreparedResponse, close: boolean, flushed: () => void): boolean {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : (answer.body ?? Buffer.alloc(0));
  if (close) res.writeHeader('connection', 'close');
  res.onWritable((offset) => {
    const [written, ended] = res.tryEnd(body.subarray(offset), body.length);
    if (ended) flushed();
    return written;
  });
  const [, ended] = res.tryEnd(body, body.length);
  return ended;
}

function closeQuietly(res: HttpResponse): void {
  try {
    res.close();
  } catch {
    // Answered before the fault: nothing is open any more.
  }
}
