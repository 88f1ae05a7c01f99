import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Unavailable } from '../../daemon/core/faults.js';
import { eventually } from '../support/eventually.js';
import { newState } from './redis-under-test.js';

describe('errors in a script, as worded by Redis 6 and 7', () => {
  const REDIS_6 = 'ERR Error running script (call to f_0): @user_script:1: @user_script: 1: -';

  for (const [what, reply, isPassing] of [
    ['Redis 6 without memory', `${REDIS_6}OOM command not allowed when used memory > 'maxmemory'.`, true],
    ['Redis 6 as a replica', `${REDIS_6}READONLY You can't write against a read only replica.`, true],
    [
      'Redis 7 without memory',
      "OOM command not allowed when used memory > 'maxmemory'. script: 0, on @user_script:1.",
      true,
    ],
    [
      'Redis 7.0 with a user who may not run a command of the script',
      "ERR The user executing the script can't run this command or subcommand script: 0, on @user_script:1.",
      true,
    ],
    ['Redis 6 with another type under the key', `${REDIS_6}WRONGTYPE Operation against a key`, false],
    ['Redis 6 with an error in the script', `${REDIS_6}ERR wrong number of arguments`, false],
    [
      'a script that raises an error',
      'ERR user_script:1: attempt to index a nil value script: 0, on @user_script:1.',
      false,
    ],
  ] as const) {
    it(`${what}: ${isPassing ? 'Unavailable, because it is temporary' : 'an error, because waiting does not help'}`, async () => {
      const server = await startServer(reply);
      const state = newState(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
      try {
        await eventually(() => state.ping());
        const error: unknown = await state.throttle.hit([BUCKET]).catch((reason: unknown) => reason);
        expect(error).to.be.an('error');
        expect(error instanceof Unavailable).to.equal(isPassing);
      } finally {
        state.close();
        server.close();
      }
    });
  }

  it('leaves a former master that answers in the words of Redis 6 (docs/operations.md, Redis)', async () => {
    const server = await startServer(`${REDIS_6}READONLY You can't write against a read only replica.`);
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const state = newState(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await eventually(() => state.ping());
      await state.throttle.hit([BUCKET]).catch(() => undefined);
      await eventually(() => expect(connections).to.equal(2));
    } finally {
      state.close();
      server.close();
    }
  });
});

const BUCKET = { key: 'bucket', limit: 1, windowMs: 60_000 };

/** Answers every script with this error. */
async function startServer(reply: string): Promise<Server> {
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (commands) => {
        for (const command of String(commands)
          .split(/^\*\d+\r\n/m)
          .slice(1)) {
          if (/\r\ninfo\r\n/i.test(command)) socket.write('$9\r\nloading:0\r\n');
          else socket.write(/\r\nevalsha\r\n/i.test(command) ? `-${reply}\r\n` : '+OK\r\n');
        }
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
