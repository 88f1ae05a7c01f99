import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import type { CallContext, Logger } from '../core/runtime.js';
import { createDispatcher } from '../http/pipeline.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import type { Handling } from '../http/server.js';
import { traced } from './tracing.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const ignore = (): void => undefined;
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function request(headers: Record<string, string> = {}): Request {
  return {
    method: 'POST',
    path: '/token',
    query: 'code=hunter2',
    headers: new Map(Object.entries(headers)),
    remoteAddress: '127.0.0.1',
    body: Buffer.from('body'),
    signal: new AbortController().signal,
  };
}

describe('observability: tracing', () => {
  let calls: CallContext[];
  let seen: Request[];
  let answer: () => Response | Promise<Response>;
  beforeEach(() => {
    [calls, seen] = [[], []];
    answer = () => ({ status: 200, headers: [] });
  });

  function dispatcher() {
    const fixed = { status: 200, headers: [] } as const;
    return createDispatcher(
      [
        { name: 'metadata', method: 'GET', path: '/metadata', cors: false, response: fixed },
        {
          name: 'token',
          method: 'POST',
          path: '/token',
          cors: false,
          maxBodyBytes: 10,
          handle(incoming, call) {
            seen.push(incoming);
            calls.push({ ...call, requestId: '', traceparent: call.traceparent!, tracestate: call.tracestate! });
            return answer();
          },
          refusedByHead: (head) => (head.headers.has('x-refuse') ? { status: 401, headers: [] } : undefined),
          fault: () => ({ status: 503, headers: [] }),
          bodyRefused: () => ({ status: 413, headers: [] }),
        },
        {
          name: 'post',
          method: 'GET',
          path: '/posts/:id',
          cors: false,
          maxBodyBytes: 0,
          handle: () => fixed,
          fault: () => ({ status: 503, headers: [] }),
          bodyRefused: () => ({ status: 413, headers: [] }),
        },
      ],
      { logger: silent, observer: { answered: ignore } },
    );
  }

  describe('without an OpenTelemetry SDK', () => {
    it('is inactive: the dispatcher stays unchanged', () => {
      const plain = dispatcher();
      expect(traced(plain)).to.equal(plain);
    });

    it("passes the caller's trace context on unchanged", async () => {
      const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
      const handling = traced(dispatcher()).find('POST', '/token') as Handling;
      await handling.handle(request({ traceparent, tracestate: 'vendor=1' }));
      expect(calls[0]).to.include({ traceparent, tracestate: 'vendor=1' });
    });
  });

  describe('with an OpenTelemetry SDK', () => {
    const exporter = new InMemorySpanExporter();
    before(() => {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    });
    after(() => {
      trace.disable();
      context.disable();
    });
    beforeEach(() => exporter.reset());

    async function post(headers: Record<string, string> = {}): Promise<Response> {
      return (traced(dispatcher()).find('POST', '/token') as Handling).handle(request(headers));
    }

    it("creates a server span for a request, as a child of the caller's span (W3C Trace Context)", async () => {
      await post({ traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: 'vendor=1' });
      const [span] = exporter.getFinishedSpans();
      expect(span).to.include({ name: 'POST /token', kind: SpanKind.SERVER });
      expect(span!.parentSpanContext).to.include({ traceId: TRACE_ID, spanId: PARENT_ID, isRemote: true });
      expect(span!.attributes).to.deep.equal({
        'http.request.method': 'POST',
        'http.route': '/token',
        'url.path': '/token',
        'url.scheme': 'http',
        'http.response.status_code': 200,
      });
    });

    it('names a span after the pattern of its route, not after the path with its ids (OpenTelemetry HTTP spans: http.route)', async () => {
      const handling = traced(dispatcher()).find('GET', '/posts/7') as Handling;
      await handling.handle({ ...request(), method: 'GET', path: '/posts/7' });
      const [span] = exporter.getFinishedSpans();
      expect(span).to.include({ name: 'GET /posts/:id' });
      expect(span!.attributes).to.include({ 'http.route': '/posts/:id', 'url.path': '/posts/7' });
    });

    it("sends our span to the host as its parent, with the caller's state", async () => {
      await post({ traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: 'vendor=1' });
      const { spanId } = exporter.getFinishedSpans()[0]!.spanContext();
      expect(calls[0]).to.include({ traceparent: `00-${TRACE_ID}-${spanId}-01`, tracestate: 'vendor=1' });
    });

    it('starts a new trace if the caller sent none, or an invalid one', async () => {
      await post();
      await post({ traceparent: `00-${'0'.repeat(32)}-${PARENT_ID}-01`, tracestate: 'vendor=1' });
      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ parentSpanContext }) => parentSpanContext)).to.deep.equal([undefined, undefined]);
      expect(calls[1]!.traceparent).to.contain(spans[1]!.spanContext().traceId);
      expect(calls[1]!.tracestate).to.equal(undefined);
    });

    it('leaves the rest of the request unchanged', async () => {
      await post({ accept: '*/*' });
      expect(seen[0]).to.include({ method: 'POST', path: '/token', query: 'code=hunter2', remoteAddress: '127.0.0.1' });
      expect(seen[0]!.body.toString()).to.equal('body');
      expect(seen[0]!.signal.aborted).to.equal(false);
      expect(seen[0]!.headers.get('accept')).to.equal('*/*');
    });

    it('makes its span the active one for other instrumentation, across awaits', async () => {
      let active: string | undefined;
      answer = async () => {
        await new Promise(setImmediate);
        active = trace.getActiveSpan()?.spanContext().spanId;
        return { status: 200, headers: [] };
      };
      await post();
      expect(active).to.equal(exporter.getFinishedSpans()[0]!.spanContext().spanId);
    });

    it('marks a 5xx as an error, and a refused body with its status', async () => {
      answer = () => Promise.reject(new Error('the host is gone'));
      expect((await post()).status).to.equal(503);
      const handling = traced(dispatcher()).find('POST', '/token') as Handling;
      handling.bodyRefused('too_large', request());
      const [fault, refusal] = exporter.getFinishedSpans();
      expect(fault!.status.code).to.equal(SpanStatusCode.ERROR);
      expect(refusal!.attributes['http.response.status_code']).to.equal(413);
      expect(refusal!.status.code).to.equal(SpanStatusCode.UNSET);
    });

    it('creates a span for a request that its head refuses, and none for other requests', async () => {
      const handling = traced(dispatcher()).find('POST', '/token') as Handling;
      expect(handling.refusedByHead(request({ 'x-refuse': '1' }))?.status).to.equal(401);
      expect(handling.refusedByHead(request())).to.equal(undefined);
      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ attributes }) => attributes['http.response.status_code'])).to.deep.equal([401]);
    });

    it('creates none for fixed answers, and keeps the limits of other routes', () => {
      const wrapped = traced(dispatcher());
      expect(wrapped.find('GET', '/metadata')).not.to.have.property('handle');
      expect(wrapped.find('POST', '/token')).to.have.property('maxBodyBytes', 10);
      expect(wrapped.find('POST', '/token')).not.to.have.property('response');
      expect(exporter.getFinishedSpans()).to.deep.equal([]);
    });

    it('never includes the query, which contains codes and states', async () => {
      await post();
      expect(JSON.stringify(exporter.getFinishedSpans()[0]!.attributes)).not.to.contain('hunter2');
    });
  });
});
