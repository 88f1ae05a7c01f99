import { createServer } from 'node:net';

/** Hands out loopback TCP ports that nothing listens on: the wanted one where it is free, otherwise any. */
export class Ports {
  private readonly taken = new Set<number>();

  /** Makes sure that this very port is free. */
  async claim(port: number): Promise<boolean> {
    const free = (await listens(port, '127.0.0.1')) !== undefined && (await listens(port, '::1')) !== undefined;
    this.taken.add(port);
    return free;
  }

  async prefer(port: number): Promise<number> {
    let candidate = this.taken.has(port) ? undefined : await listens(port, '127.0.0.1');
    while (candidate === undefined || this.taken.has(candidate)) candidate = await listens(0, '127.0.0.1');
    this.taken.add(candidate);
    return candidate;
  }
}

/** The port, when one can listen on it; 0 lets the system choose. A machine without IPv6 has nothing listening there. */
function listens(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' ? port : undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
