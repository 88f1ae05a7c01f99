import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The client's redirect URI: a listener on a loopback port of the system's choice (RFC 8252 §7.3). */
export class Callback {
  private received = new URLSearchParams();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<Callback> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const callback = new Callback(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', callback.url);
      // A browser asks for an icon as well.
      if (pathname !== '/callback') {
        response.writeHead(404).end();
        return;
      }
      callback.received = searchParams;
      response.setHeader('content-type', 'text/plain').end('Back at the client. You may close this window.\n');
    });
    return callback;
  }

  /** The parameters that the browser brought last; each is handed out once. */
  take(): URLSearchParams {
    const parameters = this.received;
    this.received = new URLSearchParams();
    return parameters;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
