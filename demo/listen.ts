import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Listens on both loopback addresses, since "localhost" is the one for some programs and the other for others, or on one
 * given address. Returns what closes all of it: nothing new is taken, what is under way is finished.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  bindAddress: string | undefined,
): Promise<() => Promise<void>> {
  const hosts = bindAddress === undefined ? ['127.0.0.1', '::1'] : [bindAddress];
  const servers: Server[] = [];
  for (const host of hosts) {
    try {
      servers.push(await listenOn(handler, port, host));
    } catch (error) {
      // A machine, or a container, without IPv6.
      const { code } = error as NodeJS.ErrnoException;
      if (host !== '::1' || (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT')) throw error;
    }
  }
  return async () => {
    await Promise.all(servers.map(close));
  };
}

function listenOn(handler: RequestListener, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(handler);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
