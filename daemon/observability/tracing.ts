import type { Context, Span, Tracer } from '@opentelemetry/api';
import {
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { CancelSignal } from '../core/cancellation.js';
import { PreparedResponse } from '../http/response.js';
import { RequestContext } from '../http/request.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import type { BodyRefusal, Dispatcher, Handling } from '../http/server.js';

/**
 * A server span for each request that a handler answers, if an OpenTelemetry SDK is registered (`node --import`). Without an
 * SDK, returns the dispatcher unchanged: RequestContext passes the caller's trace context on to the host, and tracing costs
 * nothing.
 */
export function traced(dispatcher: Dispatcher): Dispatcher {
  const tracer = registeredTracer();
  if (tracer === undefined) return dispatcher;
  // A new description of the host brings new handlings; unused ones are garbage collected.
  const wrapped = new WeakMap<Handling, Handling>();
  return {
    find(method, path) {
      const found = dispatcher.find(method, path);
      if (found instanceof PreparedResponse) return found;
      let handling = wrapped.get(found);
      if (handling === undefined) {
        handling = new TracedHandling(found, tracer);
        wrapped.set(found, handling);
      }
      return handling;
    },
    whileDraining: (method, path) => dispatcher.whileDraining(method, path),
    refused: (method, path, refusal) => dispatcher.refused(method, path, refusal),
  };
}

/** Undefined if no SDK is registered: then spans have no identity. The test span is never ended, so it is not exported. */
function registeredTracer(): Tracer | undefined {
  const tracer = trace.getTracer('gatehouse');
  return isSpanContextValid(tracer.startSpan('is anybody there').spanContext()) ? tracer : undefined;
}

class TracedHandling implements Handling {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly #inner: Handling;
  readonly #tracer: Tracer;

  constructor(inner: Handling, tracer: Tracer) {
    this.path = inner.path;
    this.maxBodyBytes = inner.maxBodyBytes;
    this.#inner = inner;
    this.#tracer = tracer;
  }

  refusedByHead(request: Request): Response | undefined {
    const response = this.#inner.refusedByHead(request);
    return response && finish(this.#start(request), response);
  }

  bodyRefused(reason: BodyRefusal, request: Request): Response {
    const span = this.#start(request);
    const response = this.#inner.bodyRefused(reason, request);
    return finish(span, response);
  }

  handle(request: Request): Response | Promise<Response> {
    const span = this.#start(request);
    // Instrumentation of gRPC or Redis finds the span as its parent; the host gets it as traceparent.
    const answer = context.with(trace.setSpan(context.active(), span), () =>
      this.#inner.handle(new TracedRequest(request, span)),
    );
    return answer instanceof Promise ? answer.then((response) => finish(span, response)) : finish(span, answer);
  }

  /** Named after the route, so that the number of names is bounded. The query contains codes and states and is left out. */
  #start(request: Request): Span {
    const attributes = {
      'http.request.method': request.method,
      'http.route': this.path,
      'url.path': request.path,
      'url.scheme': 'http',
    };
    const name = `${request.method} ${this.path}`;
    return this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(request));
  }
}

/** The request as its handler sees it: with the trace context of our span instead of the caller's. */
class TracedRequest implements Request {
  readonly headers: ReadonlyMap<string, string>;
  readonly #inner: Request;

  constructor(inner: Request, span: Span) {
    this.#inner = inner;
    this.headers = withTraceContext(inner.headers, span);
  }

  get method(): string {
    return this.#inner.method;
  }
  get path(): string {
    return this.#inner.path;
  }
  get query(): string {
    return this.#inner.query;
  }
  get remoteAddress(): string {
    return this.#inner.remoteAddress;
  }
  get body(): Buffer {
    return this.#inner.body;
  }
  get signal(): CancelSignal {
    return this.#inner.signal;
  }
}

function finish(span: Span, response: Response): Response {
  span.setAttribute('http.response.status_code', response.status);
  if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return response;
}

/** The caller's span, if it sent a valid trace context (W3C Trace Context §3.2). */
function parentOf(request: Request): Context {
  const { traceparent, tracestate } = new RequestContext(request);
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate !== undefined && { traceState: createTraceState(tracestate) }),
  });
}

function withTraceContext(headers: ReadonlyMap<string, string>, span: Span): ReadonlyMap<string, string> {
  const own = span.spanContext();
  if (!isSpanContextValid(own)) return headers;
  const changed = new Map(headers);
  const flags = own.traceFlags.toString(16).padStart(2, '0');
  changed.set('traceparent', `00-${own.traceId}-${own.spanId}-${flags}`);
  const state = own.traceState?.serialize() ?? '';
  if (state === '') changed.delete('tracestate');
  else changed.set('tracestate', state);
  return changed;
}
