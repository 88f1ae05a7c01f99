import { createRequire } from 'node:module';
import type * as UWebSockets from 'uWebSockets.js';
import { servePreparations } from './peer.js';

/** The upper bound: the bare HTTP library, returning a document of the same size. */
const uWS = createRequire(import.meta.url)('uWebSockets.js') as typeof UWebSockets;
const document = JSON.stringify({ issuer: 'http://127.0.0.1:1', padding: 'x'.repeat(780) });

uWS
  .App()
  .get('/.well-known/oauth-authorization-server', (res) => {
    res.cork(() => {
      res.writeHeader('content-type', 'application/json').end(document);
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (socket === false) throw new Error('cannot listen');
    servePreparations({ port: uWS.us_socket_local_port(socket) }, () =>
      Promise.resolve([{ method: 'GET', path: '/.well-known/oauth-authorization-server' }]),
    );
  });
