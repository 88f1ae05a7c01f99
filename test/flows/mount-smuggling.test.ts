import { mountGatehouse } from '@gatehouse/host';
import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { freePort } from '../support/free-port.js';
import { send } from '../support/http-client.js';
import { startNginx, type Nginx } from '../support/nginx.js';
import type { RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

/**
 * Every header that frames or routes a message, as an attacker would send it. `length` is that of the smuggled request.
 */
const HEADERS: readonly ((length: number) => string)[] = [
  () => 'X-Nothing: 1',
  () => 'Host: evil.example',
  (length) => `Content-Length: ${length}`,
  () => 'Content-Length: 0',
  () => 'Content-Length: 5',
  (length) => `Content_Length: ${length}`,
  () => 'Transfer-Encoding: chunked',
  () => 'Transfer-Encoding: xchunked',
  () => 'Transfer-Encoding: gzip, chunked',
  () => 'Transfer-Encoding: identity',
  () => 'Transfer_Encoding: chunked',
  () => 'Expect: 100-continue',
  () => 'Expect: magic',
  () => 'TE: trailers, chunked',
  () => 'Trailer: Content-Length',
  () => 'Upgrade: websocket',
  () => 'Upgrade: h2c',
  () => 'HTTP2-Settings: AAMAAABkAAQAAP__',
  () => 'Keep-Alive: timeout=600, max=1000',
  () => 'Proxy-Connection: keep-alive',
  () => 'Proxy-Authorization: Basic YTpi',
  () => 'Forwarded: for=203.0.113.7;host=evil.example',
  () => 'X-Forwarded-For: 203.0.113.7',
  () => 'X-Forwarded-Host: evil.example',
  () => 'X-Forwarded-Proto: https',
  () => 'Gatehouse-Exchange: 00000000-0000-4000-8000-000000000000',
  () => 'Authorization: Basic YTpi',
  () => 'Cookie: a=b',
  () => 'Content-Type: text/plain',
];

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH'] as const;

/** The form of the smuggled request after the head. */
const BODIES: Record<string, (smuggled: string) => { readonly header?: string; readonly body: string }> = {
  none: () => ({ body: '' }),
  surplus: (smuggled) => ({ body: smuggled }),
  sized: (smuggled) => ({ header: `Content-Length: ${smuggled.length}`, body: smuggled }),
  chunked: (smuggled) => ({
    header: 'Transfer-Encoding: chunked',
    body: `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
  }),
};

interface Attack {
  readonly name: string;
  readonly bytes: string;
}

/**
 * The request that the attacker wants to run before a visitor's: one whose last header swallows the visitor's request,
 * and a complete one whose answer the visitor would get.
 */
const SMUGGLED = ['GET /readyz HTTP/1.1\r\nHost: h\r\nX: ', 'GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n'] as const;

/**
 * All combinations of header × named in Connection or not × method × form of the body, alternating between the two
 * requests.
 */
function attacks(): Attack[] {
  let turn = 0;
  return HEADERS.flatMap((headerOf) =>
    [false, true].flatMap((named) =>
      METHODS.flatMap((method) =>
        Object.entries(BODIES).map(([form, bodyOf]) => {
          const smuggled = SMUGGLED[turn++ % 3 === 0 ? 1 : 0];
          const header = headerOf(smuggled.length);
          const name = header.split(':', 1)[0] ?? '';
          const { header: framing, body } = bodyOf(smuggled);
          const options = named ? `keep-alive, ${name}, content-length, transfer-encoding` : 'keep-alive';
          const lines = ['Host: notes.example', header, ...(framing === undefined ? [] : [framing])];
          // Two headers of one name are a separate attack, but only if their values differ.
          const head = `${method} ${TARGET} HTTP/1.1\r\n${[...new Set(lines)].join('\r\n')}`;
          return {
            name: `${method}, ${header}, ${named ? 'named in Connection' : 'not named'}, body ${form}`,
            bytes: `${head}\r\nConnection: ${options}\r\n\r\n${body}`,
          };
        }),
      ),
    ),
  );
}

const TARGET = '/.well-known/oauth-authorization-server';
const AT_ONCE = 8;

for (const engine of ['uws', 'node'] as const) {
  for (const way of ['directly', 'through nginx'] as const) {
    describe(`mountGatehouse ${way}, http.engine ${engine} (RFC 9112 §11.2, request smuggling)`, function () {
      this.timeout(120_000);
      let stack: Stack;
      let application: Server | undefined;
      let nginx: Nginx | undefined;
      let port: number;
      let client: RegisteredClient;
      /** The requests that the application's parser passed to the mount. */
      let read = 0;

      before(async () => {
        stack = await startStack({ engine });
        client = await stack.flow.register();
        const mount = mountGatehouse({ target: stack.gatehouse.origin });
        application = createServer((request, response) => {
          if (request.url?.startsWith('/other')) return void response.end();
          read++;
          mount(request, response);
        }).listen(0, '127.0.0.1');
        await once(application, 'listening');
        port = (application.address() as AddressInfo).port;
        if (way === 'through nginx') {
          const nginxPort = await freePort();
          nginx = await startNginx(
            nginxPort,
            `upstream application { server 127.0.0.1:${port}; keepalive 4; }
             server {
               listen 127.0.0.1:${nginxPort};
               location / {
                 proxy_pass http://application;
                 proxy_http_version 1.1;
                 proxy_set_header Connection "";
                 proxy_request_buffering off;
               }
             }`,
          );
          port = nginxPort;
          expect((await send(`http://127.0.0.1:${port}${TARGET}`)).headers.server).to.match(/^nginx/);
        }
      });
      after(async () => {
        await nginx?.stop();
        application?.closeAllConnections();
        application?.close();
        await stack.stop();
      });

      it('gives a visitor next to the attacker the right answer every time, and the attacker reaches no other path', async () => {
        const all = attacks();
        expect(all.length).to.be.greaterThan(1000);
        const before = await counts(stack);
        const queue = [...all];
        const wrong: string[] = [];
        let asked = 0;
        read = 0;
        const worker = async (): Promise<void> => {
          for (let attack = queue.pop(); attack !== undefined; attack = queue.pop()) {
            const socket = connect(port, '127.0.0.1').on('error', () => undefined);
            socket.write(attack.bytes, 'latin1');
            await firstByte(socket);
            // During seven running attacks, and after this one, on any connection that the mount chooses.
            const problem = await canary(port, client, `canary-${asked++}`);
            if (problem !== undefined) wrong.push(`${attack.name}: ${problem}`);
            socket.destroy();
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        const now = await counts(stack);
        expect(wrong, `${wrong.length} of ${asked} canaries`).to.deep.equal([]);
        expect(
          now.notForwarded - before.notForwarded,
          'requests for /readyz, which the mount does not forward',
        ).to.equal(0);
        expect(now.requests - before.requests, 'requests that the daemon saw').to.be.at.most(read);
        expect(now.refused - before.refused, 'malformed requests that the daemon saw').to.equal(0);
      });
    });
  }
}

/**
 * Waits until the attacker gets an answer or a rejection. Some attacks get no answer: the server waits for the rest of
 * a body.
 */
function firstByte(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, 50);
    for (const event of ['data', 'close']) {
      socket.once(event, () => {
        clearTimeout(patience);
        resolve();
      });
    }
  });
}

/**
 * Sends a request whose answer only this visitor can get: a redirect with its own state. Returns the error in the
 * answer, if any.
 */
async function canary(port: number, client: RegisteredClient, state: string): Promise<string | undefined> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'token',
    state,
  });
  const url = `http://127.0.0.1:${port}/oauth/mcp/authorize?${query.toString()}`;
  const answer = await send(url).catch((error: unknown) => String(error));
  if (typeof answer === 'string') return answer;
  const location = answer.headers.location ?? '';
  const isOwn =
    answer.status === 302 && location.startsWith(client.redirectUri) && location.includes(`state=${state}&`);
  return isOwn ? undefined : `${answer.status} ${location} ${answer.body.slice(0, 100)}`;
}

interface Counts {
  readonly requests: number;
  readonly refused: number;
  readonly notForwarded: number;
}

async function counts(stack: Stack): Promise<Counts> {
  const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
  const sum = (pattern: RegExp): number =>
    [...body.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  const refused = sum(/^gatehouse_http_refused_total\{[^}]*\} (\d+)$/gm);
  return {
    requests: sum(/^gatehouse_http_requests_total\{[^}]*\} (\d+)$/gm) + refused,
    refused,
    notForwarded: sum(/^gatehouse_http_requests_total\{[^}]*route="health\.ready"[^}]*\} (\d+)$/gm),
  };
}
