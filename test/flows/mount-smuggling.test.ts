import { mountGatehouse } from '@gatehouse/host';
import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { freePort } from '../support/free-port.js';
import { usual } from '../support/every-test.js';
import { send } from '../support/http-client.js';
import { startNginx, type Nginx } from '../support/nginx.js';
import type { RegisteredClient } from '../support/oauth-flow.js';
import { attacks, canariesBesideAttacks, counts, TARGET } from '../support/smuggling.js';
import { startStack, type Stack } from '../support/stack.js';

const WAYS = usual(
  [
    { engine: 'uws', way: 'directly' },
    { engine: 'node', way: 'through nginx' },
    { engine: 'uws', way: 'through nginx' },
    { engine: 'node', way: 'directly' },
  ] as const,
  2,
);

for (const { engine, way } of WAYS) {
  describe(`mountGatehouse ${way}, http.engine ${engine} (RFC 9112 §11.2, request smuggling)`, () => {
    let stack: Stack;
    let application: Server | undefined;
    let nginx: Nginx | undefined;
    let port: number;
    let client: RegisteredClient;
    /** The requests that the application's parser passed to the mount. */
    let read = 0;

    before(async () => {
      stack = await startStack({ shared: true, engine });
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

    it('answers a request at once, whatever names its headers have (RFC 9110 §5.6.2)', async () => {
      // The default engine does not answer requests with other names (docs/http.md), so the mount must not forward them.
      const names = [..."!#$%&'*+.^_`|~"].map((character) => [`X${character}A`, 'b']);
      const { status } = await send(`http://127.0.0.1:${port}${TARGET}`, { headers: Object.fromEntries(names) });
      expect(status).to.equal(200);
    });

    it('gives a visitor next to the attacker the right answer every time, and the attacker reaches no other path', async () => {
      expect(attacks().length).to.be.greaterThan(1000);
      const before = await counts(stack.gatehouse.metricsOrigin);
      read = 0;
      const { asked, wrong } = await canariesBesideAttacks(port, client);
      const now = await counts(stack.gatehouse.metricsOrigin);
      expect(wrong, `${wrong.length} of ${asked} canaries`).to.deep.equal([]);
      expect(now.notForwarded - before.notForwarded, 'requests for /readyz, which the mount does not forward').to.equal(
        0,
      );
      expect(now.requests - before.requests, 'requests that the daemon saw').to.be.at.most(read);
      expect(now.refused - before.refused, 'malformed requests that the daemon saw').to.equal(0);
    });
  });
}
