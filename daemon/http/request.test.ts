import { incomingContext } from '@gatehouse/proto/metadata';
import { Metadata } from '@grpc/grpc-js';
import { expect } from 'chai';
import { collectHeaders, IncomingRequest, RequestContext } from './request.js';

function context(headers: Record<string, string>): RequestContext {
  return new RequestContext(new IncomingRequest('GET', '/', '', new Map(Object.entries(headers)), '127.0.0.1'));
}

describe('request context', () => {
  it('accepts a request id that is safe in a log', () => {
    for (const id of ['a', 'A-b_c.9', 'x'.repeat(64)]) expect(context({ 'x-request-id': id }).requestId).to.equal(id);
  });

  it('generates an id for a missing or unsafe one, and keeps it', () => {
    for (const id of ['', 'a b', 'a\nb', 'x'.repeat(65), 'a, b', '"', '{}']) {
      const made = context({ 'x-request-id': id });
      expect(made.requestId)
        .to.match(/^[0-9a-f-]{36}$/)
        .and.to.equal(made.requestId);
    }
    expect(context({}).requestId).to.not.equal(context({}).requestId);
  });

  it('keeps id and trace when it is copied into a log line or into another context', () => {
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    for (const headers of [{ 'x-request-id': 'r-1', traceparent, tracestate: 'a=b' }, {}]) {
      const made = context(headers);
      expect({ ...made }).to.deep.include({ requestId: made.requestId });
      expect([{ ...made }.traceparent, { ...made }.tracestate]).to.deep.equal([made.traceparent, made.tracestate]);
    }
  });

  it('accepts the same ids and traces as the contract (proto/src/metadata.ts)', () => {
    const same = (headers: Record<string, string>): void => {
      const metadata = new Metadata();
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      const taken = incomingContext(metadata);
      const { requestId, traceparent: parent, tracestate } = context(headers);
      const id = headers['x-request-id'];
      expect([requestId === id, parent, tracestate], JSON.stringify(headers)).to.deep.equal([
        taken.requestId === id,
        taken.traceparent,
        taken.tracestate,
      ]);
    };
    for (let code = 0x20; code < 0x7f; code++) {
      const character = String.fromCharCode(code);
      same({ 'x-request-id': `a${character}b` });
      same({ traceparent: traceparent.replace('c', character) });
      same({ traceparent, tracestate: `a${character}b` });
    }
    for (const length of [1, 63, 64, 65, 128, 129, 511, 512, 513]) {
      same({ 'x-request-id': 'x'.repeat(length) });
      same({ traceparent, tracestate: 'x'.repeat(length) });
    }
    for (const part of [/^00/, /0af\w+/, /b7ad\w+/, /01$/]) {
      for (const digit of ['0', 'f']) {
        same({ traceparent: traceparent.replace(part, (text) => digit.repeat(text.length)) });
      }
    }
  });

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('passes on a W3C trace context', () => {
    const { traceparent: parent, tracestate } = context({ traceparent, tracestate: 'a=1,b=2' });
    expect([parent, tracestate]).to.deep.equal([traceparent, 'a=1,b=2']);
  });

  it('drops an invalid trace context together with its state', () => {
    for (const bad of [
      'x',
      traceparent.toUpperCase(),
      traceparent.replace('00-', 'ff-'),
      traceparent.replace(/-0af\w+/, `-${'0'.repeat(32)}`),
      traceparent.replace(/-b7ad\w+/, `-${'0'.repeat(16)}`),
      `${traceparent}-x`,
    ]) {
      const dropped = context({ traceparent: bad, tracestate: 'a=1' });
      expect([dropped.traceparent, dropped.tracestate], bad).to.deep.equal([undefined, undefined]);
    }
    expect(context({ traceparent, tracestate: 'a'.repeat(513) }).tracestate).to.equal(undefined);
  });
});

describe('incoming request', () => {
  const made = () => new IncomingRequest('GET', '/', '', new Map(), '127.0.0.1');

  it('has one signal, which fires when the client disconnects', () => {
    const request = made();
    const { signal } = request;
    expect(signal.aborted).to.equal(false);
    request.abandon();
    expect(signal.aborted).to.equal(true);
    expect(request.signal).to.equal(signal);
  });

  it('has an already aborted signal if read after the client disconnected', () => {
    const request = made();
    request.abandon();
    expect(request.signal.aborted).to.equal(true);
  });

  it('joins repeated headers (RFC 9110 §5.3, RFC 9113 §8.2.3), and reads only its own', () => {
    const headers = ['a', '1', 'cookie', 'x=1', 'a', '2', 'cookie', 'y=2', 'b', '', 'a', 'left over'];
    expect([...collectHeaders(headers, 10)]).to.deep.equal([
      ['a', '1, 2'],
      ['cookie', 'x=1; y=2'],
      ['b', ''],
    ]);
  });
});
