import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The control (measure/control.ts): work of the same kind as the contenders', of which nothing ever changes. */
const data = Buffer.alloc(1024, 7);

const server = createServer((request, response) => {
  const answer = { path: request.url, hash: createHash('sha256').update(data).digest('hex') };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
server.listen(0, '127.0.0.1', () => process.send?.({ ready: { port: (server.address() as AddressInfo).port } }));
