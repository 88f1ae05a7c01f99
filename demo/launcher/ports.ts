import { createServer } from 'node:net';

/** Hands out loopback TCP ports that nothing listens on: the wanted one where it is free, otherwise any. */
export class Ports {
  private readonly taken = new Set<number>();

  /** Takes this very port. Throws, with what to do, when it is not to be had. */
  async claim(port: number): Promise<void> {
    for (const host of ['127.0.0.1', '::1']) {
      const found = await listens(port, host);
      if (found === 'EADDRINUSE') throw refused(`Port ${port} is in use. Stop what uses it, or choose another`);
      if (typeof found === 'string') throw refused(`Port ${port} cannot be listened on (${found}). Choose another`);
    }
    this.taken.add(port);
  }

  async prefer(port: number): Promise<number> {
    let candidate = this.taken.has(port) ? 'taken' : await listens(port, '127.0.0.1');
    while (typeof candidate === 'string' || this.taken.has(candidate)) candidate = await listens(0, '127.0.0.1');
    this.taken.add(candidate);
    return candidate;
  }
}

function refused(problem: string): Error {
  return new Error(`${problem}:  DEMO_PORT=8090 make demo`);
}

/**
 * The port, when one can listen on it, otherwise the error's code; 0 lets the system choose. A machine without IPv6 has
 * nothing listening there.
 */
function listens(port: number, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code = 'error' }: NodeJS.ErrnoException) => {
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? port : code);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
