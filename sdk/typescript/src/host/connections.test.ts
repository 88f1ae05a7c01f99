import type { Server } from '@grpc/grpc-js';
import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import { Connections } from './connections.js';

describe('the connections of a server of grpc-js', () => {
  it('are destroyed, on every listener, those that are open', () => {
    const destroyed: string[] = [];
    const connection = (name: string) => Object.assign(new EventEmitter(), { destroy: () => destroyed.push(name) });
    const [one, other] = [new EventEmitter(), new EventEmitter()];
    const http2Servers = new Map([one, other].map((listener) => [listener, {}]));
    const connections = new Connections();
    connections.watch({ http2Servers } as unknown as Server);
    const closed = connection('closed');
    one.emit('connection', connection('first'));
    one.emit('connection', closed);
    other.emit('connection', connection('second'));
    closed.emit('close');
    connections.destroy();
    expect(destroyed).to.deep.equal(['first', 'second']);
  });

  it('are left alone if grpc-js keeps its listeners elsewhere', () => {
    const connections = new Connections();
    connections.watch({} as Server);
    expect(() => connections.destroy()).not.to.throw();
  });
});
