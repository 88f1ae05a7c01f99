import { Metadata } from '@grpc/grpc-js';
import { expect } from 'chai';
import { bearer, incomingContext, incomingToken, outgoingMetadata } from './metadata.js';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('contract/metadata', () => {
  it('carries request id, trace context and shared token to the other side', () => {
    const call = { requestId: 'r-1', traceparent: TRACEPARENT, tracestate: 'vendor=1' };
    const metadata = outgoingMetadata(call, bearer('shared'));
    expect(incomingContext(metadata)).to.deep.equal(call);
    expect(incomingToken(metadata)).to.equal('shared');
  });

  it('makes up a request id where none was sent, or one that would spoil a log', () => {
    for (const requestId of [undefined, 'a b', 'x'.repeat(129)]) {
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

  it('takes a bearer token only', () => {
    const metadata = new Metadata();
    expect(incomingToken(metadata)).to.equal(undefined);
    metadata.set('authorization', 'Basic c2hhcmVk');
    expect(incomingToken(metadata)).to.equal(undefined);
    metadata.set('authorization', 'bearer shared');
    expect(incomingToken(metadata)).to.equal('shared');
  });
});
