import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Synchronous } from '../durability.js';
import type { Answer } from './answer.js';
import { serveHttp } from './http.js';
import { Pipe, type Numbered } from './pipe.js';
import type { FloorRequest } from './routes.js';

/**
 * The floor in two processes, which is the least that a sidecar can cost: this one serves HTTP and passes each request on over a
 * Unix socket, as it came; the other one has the database and does everything else. It knows no contract, checks no message,
 * and reads and writes with V8's own JSON.
 */
const path = process.env['BENCH_SOCKET'] ?? '';
const store = fork(fileURLToPath(new URL('split-store.js', import.meta.url)));

store.once('message', (synchronous: Synchronous) => {
  const socket = connect(path, () => {
    const waiting = new Map<number, (answer: Answer | undefined) => void>();
    const pipe = new Pipe<Numbered<FloorRequest>, Numbered<Answer | undefined>>(socket, ({ id, body }) => {
      waiting.get(id)?.(body);
      waiting.delete(id);
    });
    let last = 0;
    serveHttp(
      (body, done) => {
        last += 1;
        waiting.set(last, done);
        pipe.send({ id: last, body });
      },
      (port) => process.send?.({ ready: { port, synchronous } }),
    );
  });
});
