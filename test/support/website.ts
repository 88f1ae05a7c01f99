import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website with its own origin: a client's callback, an application's sign-in page. */
export interface Website {
  readonly origin: string;
  /** Paths with query of the requests so far, oldest first, without requests for icons, which browsers make at will. */
  readonly visits: readonly string[];
  close(): Promise<void>;
}

export async function startWebsite(answer: RequestListener, host = '127.0.0.1'): Promise<Website> {
  const visits: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(404).end();
    visits.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    visits,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
