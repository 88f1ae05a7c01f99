import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mountGatehouse, type MountOptions } from './mount-gatehouse.js';

const TOKEN = '/oauth/mcp/token';

describe('what mountGatehouse logs (ports/logger.ts)', () => {
  const servers: Server[] = [];
  const closing: (() => void)[] = [];

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** An application in front of a daemon that answers as told, with the exchange id. Returns the application's port. */
  async function application(daemon: RequestListener, options: Partial<MountOptions>): Promise<number> {
    const daemonPort = await serve((request, response) => {
      response.setHeader('gatehouse-exchange', request.headers['gatehouse-exchange'] ?? 'none');
      daemon(request, response);
    });
    const mount = mountGatehouse({ target: `http://127.0.0.1:${String(daemonPort)}`, ...options });
    closing.push(() => mount.close());
    return serve((request, response) => mount(request, response));
  }

  async function get(port: number, path: string): Promise<{ status: number | undefined }> {
    const asked = httpRequest({ port, path, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode?: number }];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode };
  }

  afterEach(() => {
    for (const close of closing.splice(0)) close();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('says in the log why Gatehouse could not be asked: once for each reason, and when it answers again', async () => {
    const logged: string[] = [];
    const log = (fields: object, message: string): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
    let isGatehouse = false;
    const port = await application(
      (_request, response) => {
        if (!isGatehouse) response.removeHeader('gatehouse-exchange');
        response.end('{}');
      },
      { logger: { info: log, warn: log, error: log } },
    );
    for (let n = 0; n < 3; n++) expect((await get(port, TOKEN)).status).to.equal(502);
    isGatehouse = true;
    for (let n = 0; n < 2; n++) expect((await get(port, TOKEN)).status).to.equal(200);
    expect(logged).to.have.length(2);
    expect(logged[0]).to.contain('could not be forwarded').and.to.contain('is the target a Gatehouse daemon?');
    expect(logged[1]).to.contain('answers again');
  });

  it('answers although its logger throws (ports/logger.ts)', async () => {
    const broken = (): never => {
      throw new Error('the log is full');
    };
    const port = await application((request) => request.socket.destroy(), {
      logger: { info: broken, warn: broken, error: broken },
    });
    expect((await get(port, TOKEN)).status).to.equal(502);
  });
});
