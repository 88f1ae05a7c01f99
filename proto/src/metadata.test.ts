import { Metadata } from '@grpc/grpc-js';
import { expect } from 'chai';
import { bearer, incomingContext, incomingToken, outgoingMetadata, validRequestId } from './metadata.js';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('proto/metadata', () => {
  it('carries request id, trace context and shared token to the other side', () => {
    const call = { requestId: 'r-1', traceparent: TRACEPARENT, tracestate: 'vendor=1' };
    const metadata = outgoingMetadata(call, bearer('shared'));
    expect(incomingContext(metadata)).to.deep.equal(call);
    expect(incomingToken(metadata)).to.equal('shared');
  });

  it('makes up a request id where none was sent, or one that would spoil a log', () => {
    for (const requestId of [undefined, 'a b', 'x'.repeat(65)]) {
      const metadata = new Metadata();
      if (requestId !== undefined) metadata.set('x-request-id', requestId);
      expect(incomingContext(metadata).requestId).to.match(/^[\w-]{22}$/);
    }
  });

  it('drops a malformed traceparent, and the tracestate that came with it', () => {
    const metadata = new Metadata();
    metadata.set('traceparent', '00-short-b7ad6b7169203331-01');
    metadata.set('tracestate', 'vendor=1');
    expect(incomingContext(metadata)).to.have.all.keys('requestId');
  });

  const sent = (name: string, value: string) => {
    const metadata = new Metadata();
    metadata.set(name, value);
    return metadata;
  };

  it('sends nothing that it was not given', () => {
    expect(outgoingMetadata(undefined, bearer(undefined)).getMap()).to.deep.equal({});
    expect(outgoingMetadata({ requestId: 'r-1' }, undefined).getMap()).to.deep.equal({ 'x-request-id': 'r-1' });
  });

  it('takes a request id of 1 to 64 letters, digits, ".", "_" and "-", as the HTTP edge does (docs/http.md)', () => {
    for (const id of ['x'.repeat(64), 'A-b_c.9', '-']) expect(validRequestId(id)).to.equal(id);
    for (const id of [
      '',
      ' a',
      'a ',
      'a\n',
      '\na',
      '\u00fc',
      '\x7f',
      '!',
      '~',
      'a:b',
      'x'.repeat(65),
      'x'.repeat(200),
    ]) {
      expect(validRequestId(id), id)
        .to.match(/^[\w-]{22}$/)
        .and.not.equal(id);
    }
  });

  it('takes a traceparent of the length that W3C Trace Context says, and no more', () => {
    for (const traceparent of [`0${TRACEPARENT}`, `${TRACEPARENT}0`, `${TRACEPARENT}-x`, TRACEPARENT.toUpperCase()]) {
      expect(incomingContext(sent('traceparent', traceparent)), traceparent).to.have.all.keys('requestId');
    }
  });

  it('takes no traceparent that W3C Trace Context §3.2.2 calls invalid', () => {
    for (const traceparent of [
      TRACEPARENT.replace(/^00/, 'ff'),
      TRACEPARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
      TRACEPARENT.replace('b7ad6b7169203331', '0'.repeat(16)),
    ]) {
      expect(incomingContext(sent('traceparent', traceparent)), traceparent).to.have.all.keys('requestId');
    }
  });

  it('takes a tracestate of 1 to 512 characters, and only with a traceparent', () => {
    const context = (tracestate: string | undefined) => {
      const metadata = sent('traceparent', TRACEPARENT);
      if (tracestate !== undefined) metadata.set('tracestate', tracestate);
      return incomingContext(metadata);
    };
    expect(context('v'.repeat(512))).to.include({ tracestate: 'v'.repeat(512) });
    for (const bad of [undefined, '', 'v'.repeat(513)]) expect(context(bad)).to.not.have.property('tracestate');
    expect(incomingContext(sent('tracestate', 'vendor=1'))).to.have.all.keys('requestId');
  });

  it('takes a header that stands there as text only', () => {
    const metadata = { get: () => [Buffer.from('bearer shared')] } as unknown as Metadata;
    expect(incomingToken(metadata)).to.equal(undefined);
  });

  it('takes one word after the scheme, with any number of spaces before it (RFC 6750 §2.1)', () => {
    expect(incomingToken(sent('authorization', 'BEARER   shared'))).to.equal('shared');
    for (const header of ['x bearer shared', 'bearer shared x', 'bearershared', 'bearer', 'undefined']) {
      expect(incomingToken(sent('authorization', header)), header).to.equal(undefined);
    }
  });

  it('takes a bearer token only', () => {
    const metadata = new Metadata();
    expect(incomingToken(metadata)).to.equal(undefined);
    metadata.set('authorization', 'Basic c2hhcmVk');
    expect(incomingToken(metadata)).to.equal(undefined);
    metadata.set('authorization', 'bearer shared');
    expect(incomingToken(metadata)).to.equal('shared');
  });
});
