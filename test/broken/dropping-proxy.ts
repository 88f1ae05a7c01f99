import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { ServedHost } from './serve.js';

/** How many bytes from the host pass before its connection is cut. */
const BYTES_PER_CONNECTION = 20_000;

/** A sound host behind a connection that breaks again and again, in the middle of answers. */
export async function startDroppingProxy(sound: ServedHost): Promise<ServedHost> {
  const port = Number(sound.address.slice(sound.address.lastIndexOf(':') + 1));
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const host = connect(port, '127.0.0.1');
    let passed = 0;
    for (const socket of [client, host]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        host.destroy();
      });
    }
    client.pipe(host);
    host.on('data', (bytes) => {
      passed += bytes.length;
      if (passed > BYTES_PER_CONNECTION) client.destroy();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await sound.close();
    },
  };
}
