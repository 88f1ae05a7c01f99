import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { EventEmitter } from 'node:events';
import { logChanges } from './connection-log.js';

describe('redis: what the log says of a connection', () => {
  let log: unknown[][];
  let client: EventEmitter;
  let explained: unknown[];
  let end: () => void;
  const noted =
    (level: string) =>
    (...line: unknown[]): void =>
      void log.push([level, ...line]);
  const logger = { debug: noted('debug'), info: noted('info'), warn: noted('warn'), error: noted('error') };
  const UNREACHABLE = 'cannot reach Redis; retrying until it is back';
  const LOST = ['warn', {}, 'lost the connection to Redis; reconnecting'];
  /** Until the explanation of a vague error has come. */
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    [log, explained, client] = [[], [], new EventEmitter()];
    end = logChanges(client as unknown as Redis, logger, (error) => {
      explained.push(error);
      return Promise.resolve('it may expect TLS');
    });
  });

  it('is one line when it is made, lost, and back', () => {
    for (const event of ['ready', 'close', 'close', 'ready', 'ready']) client.emit(event);
    expect(log).to.deep.equal([['info', {}, 'connected to Redis'], LOST, ['info', {}, 'reconnected to Redis']]);
  });

  it('is one line for all attempts that fail', async () => {
    const err = new Error('connect ECONNREFUSED 127.0.0.1:1');
    for (let attempt = 0; attempt < 3; attempt++) {
      client.emit('error', err);
      client.emit('close');
    }
    await turn();
    expect(log).to.deep.equal([['warn', { err }, UNREACHABLE]]);
    expect(explained).to.deep.equal([err, err, err]);
    client.emit('ready');
    client.emit('error', err);
    expect(log.slice(1)).to.deep.equal([
      ['info', {}, 'reconnected to Redis'],
      ['warn', { err }, UNREACHABLE],
    ]);
  });

  it('has the explanation of an error that says only that something is wrong', async () => {
    const err = new Error('read ECONNRESET');
    client.emit('error', err);
    expect(log).to.deep.equal([]);
    await turn();
    expect(log).to.deep.equal([['warn', { err, reason: 'it may expect TLS' }, UNREACHABLE]]);
  });

  it('has the reason that the error of a cluster hides', () => {
    const lastNodeError = new Error('WRONGPASS invalid username-password pair');
    client.emit('error', Object.assign(new Error('Failed to refresh slots cache.'), { lastNodeError }));
    expect(log[0]![1]).to.have.property('reason').that.contains('WRONGPASS');
  });

  for (const [what, meanwhile] of [
    ['is back', () => client.emit('ready')],
    ['is closed', () => end()],
  ] as const) {
    it(`has no explanation that comes when the connection ${what}`, async () => {
      client.emit('error', new Error('read ECONNRESET'));
      meanwhile();
      await turn();
      expect(log.filter(([level]) => level === 'warn')).to.deep.equal([]);
    });
  }

  it('does not report a connection that this process closes as lost', () => {
    client.emit('ready');
    end();
    client.on('error', () => undefined);
    client.emit('close');
    client.emit('error', new Error('Connection is closed.'));
    expect(log).to.have.length(1);
  });

  it('mentions nodes of a cluster for those who look for the cause', () => {
    const err = new Error('connect ECONNREFUSED');
    client.emit('node error', err, '10.0.0.1:7000');
    expect(log).to.deep.equal([['debug', { err, node: '10.0.0.1:7000' }, 'cannot reach a node of the Redis Cluster']]);
  });
});
