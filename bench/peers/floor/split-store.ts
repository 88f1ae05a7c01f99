import { createServer } from 'node:net';
import type { Answer } from './answer.js';
import { openStore } from './open-store.js';
import { Pipe, type Numbered } from './pipe.js';
import type { FloorRequest } from './routes.js';

/** The second process of the split floor: everything but HTTP. */
const { synchronous, handle } = openStore();
const path = process.env['BENCH_SOCKET'] ?? '';

createServer((socket) => {
  const pipe: Pipe<Numbered<Answer | undefined>, Numbered<FloorRequest>> = new Pipe(socket, ({ id, body }) =>
    handle(body, (answer) => pipe.send({ id, body: answer })),
  );
}).listen(path, () => process.send?.(synchronous));

// The parent was killed, which is how a measured process ends.
process.on('disconnect', () => process.exit());
