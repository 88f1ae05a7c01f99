import { createServer } from 'node:net';

// Below the range from which the system takes the local ports of outgoing connections, so that the port of a server that
// a test killed is still free when the test starts it again.
const LOWEST = 20_000;
const HIGHEST = 29_999;
/**
 * Runs of tests beside each other must not choose the same port between the look and the start of the server. Each port
 * therefore has a lock of its own, a listener that its process keeps to its end.
 */
const FROM_PORT_TO_LOCK = -10_000;

/** A loopback TCP port that nothing listens on, and that no test on this machine has been given before it ended. */
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

/** Returns what ends it; undefined when the port is taken. It does not keep the process from ending. */
function listen(port: number): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    );
  });
}
