import type { Client } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import { grpcStreams } from './client-stream.js';

describe('proto/client-stream over gRPC', () => {
  let stream: EventEmitter;
  let events: string[];

  beforeEach(() => {
    stream = new EventEmitter();
    events = [];
    const client = { makeBidiStreamRequest: () => stream } as unknown as Client;
    grpcStreams(client, new Metadata())('/a.Service/Rpc', {
      received: (message) => events.push(message.toString()),
      ended: ({ code }) => events.push(status[code]),
    });
  });

  const message = (): unknown => stream.emit('data', Buffer.from('message'));
  const over = (code: status): unknown => stream.emit('status', { code, details: '', metadata: new Metadata() });

  it('reports its end after the last message, also if the status overtakes it', () => {
    over(status.OK);
    message();
    expect(events).to.deep.equal(['message']);
    stream.emit('end');
    expect(events).to.deep.equal(['message', 'OK']);
  });

  it('reports its end once, if the status comes after the last message', () => {
    message();
    stream.emit('end');
    expect(events).to.deep.equal(['message']);
    over(status.OK);
    expect(events).to.deep.equal(['message', 'OK']);
  });

  it('reports at once that it broke, and outlives the error', () => {
    stream.emit('error', new Error('broken'));
    over(status.UNAVAILABLE);
    stream.emit('end');
    expect(events).to.deep.equal(['UNAVAILABLE']);
  });
});
