import { createServer } from 'node:net';

// Below the range from which the system takes the local ports of outgoing connections, so that the port of a server that
// a test killed is still free when the test starts it again.
const LOWEST = 20_000;
const HIGHEST = 29_999;
const handedOut = new Set<number>();

/** A loopback TCP port that nothing listens on, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (!handedOut.has(port) && (await isFree(port))) {
      handedOut.add(port);
      return port;
    }
  }
  throw new Error(`found no free loopback port between ${LOWEST} and ${HIGHEST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
