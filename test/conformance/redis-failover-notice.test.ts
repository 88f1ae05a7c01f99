import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { newState, RecordingLogger } from './redis-under-test.js';

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Implements the part of Sentinel that a RESP3 client needs. It can delay its answer to the query for the master. */
class Sentinel {
  readonly #server: Server;
  readonly #subscribers = new Set<Socket>();
  readonly #asking: Socket[] = [];
  readonly #connections = new Set<Socket>();
  #isWaiting = false;

  constructor(private readonly masterPort: number) {
    this.#server = createServer((socket) => {
      this.#connections.add(socket);
      socket
        .on('error', () => undefined)
        .on('data', (commands) => {
          for (const command of String(commands)
            .split(/^\*\d+\r\n/m)
            .slice(1)) {
            this.#answer(socket, command.toLowerCase());
          }
        });
    });
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `redis+sentinel://127.0.0.1:${(this.#server.address() as AddressInfo).port}/notes`;
  }

  stop(): void {
    for (const socket of this.#connections) socket.destroy();
    this.#server.close();
  }

  get subscribed(): boolean {
    return this.#subscribers.size > 0;
  }

  get asked(): boolean {
    return this.#asking.length > 0;
  }

  wait(): void {
    this.#isWaiting = true;
  }

  tellOfFailover(): void {
    const text = 'notes 127.0.0.1 1 127.0.0.1 2';
    for (const socket of this.#subscribers) {
      socket.write(`>3\r\n${bulk('message')}${bulk('+switch-master')}${bulk(text)}`);
    }
  }

  answer(): void {
    this.#isWaiting = false;
    for (const socket of this.#asking.splice(0)) this.#tellMaster(socket);
  }

  #answer(socket: Socket, command: string): void {
    if (command.includes('get-master-addr-by-name')) {
      if (this.#isWaiting) this.#asking.push(socket);
      else this.#tellMaster(socket);
    } else if (command.includes('\r\nsentinels\r\n')) socket.write('*0\r\n');
    else if (command.includes('\r\nsubscribe\r\n')) {
      this.#subscribers.add(socket);
      socket.write(`>3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`);
    } else if (command.includes('\r\ninfo\r\n')) socket.write(bulk('loading:0'));
    else socket.write('+OK\r\n');
  }

  #tellMaster(socket: Socket): void {
    socket.write(`*2\r\n${bulk('127.0.0.1')}${bulk(String(this.masterPort))}`);
  }
}

describe('state in a Redis with Sentinel that reports a failover during the connection', () => {
  let redis: RedisServer;
  let sentinel: Sentinel;

  before(async () => {
    redis = await startRedis();
    sentinel = new Sentinel(redis.port);
  });
  after(async () => {
    sentinel.stop();
    await redis.stop();
  });

  it('reconnects in a case where ioredis gives up permanently (redis/connection.ts)', async () => {
    const logger = new RecordingLogger();
    const state = newState(await sentinel.start(), 10_000, logger);
    try {
      await eventually(() => state.ping());
      await eventually(() => expect(sentinel.subscribed).to.equal(true));
      sentinel.wait();
      await redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await eventually(() => expect(sentinel.asked).to.equal(true));
      sentinel.tellOfFailover();
      // The message and the answer use two connections, so the client has to read the message first.
      await new Promise((resolve) => setTimeout(resolve, 100));
      sentinel.answer();
      await eventually(() => state.ping());
      expect(logger.levels).to.deep.equal(['info', 'warn', 'info']);
    } finally {
      state.close();
    }
  });
});
