import { createServer } from 'node:net';

// Below the range from which the system takes the local ports of outgoing connections, so that the port of a server
// that a test killed is still free when the test restarts the server.
const LOWEST = 20_000;
const HIGHEST = 29_999;
/**
 * Parallel test runs must not choose the same port between the check and the start of the server. Each port therefore
 * has a lock: a listener that its process keeps until it ends.
 */
const FROM_PORT_TO_LOCK = -10_000;

/** Returns a loopback TCP port on which nothing listens, and which no running test on this machine has reserved. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    const release = await listen(port + FROM_PORT_TO_LOCK);
    if (release === undefined) continue;
    const look = await listen(port);
    if (look !== undefined) {
      await look();
      return port;
    }
    await release();
  }
  throw new Error(`found no free loopback port between ${LOWEST} and ${HIGHEST}`);
}

/** Returns a function that releases it, or undefined if the port is taken. The lock does not keep the process alive. */
function listen(port: number): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    );
  });
}
