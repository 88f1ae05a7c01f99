import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FORM } from '../peer.js';
import { parametersOf, refused, type Answer } from './answer.js';
import { authorize } from './authorize.js';
import { register } from './register.js';
import { FloorStore } from './store.js';
import { token } from './token.js';

/**
 * The floor: what the same durable work costs one process that was written for it alone. node:http, better-sqlite3, prepared
 * statements, synchronous code, shared commits, and the checks of the RFCs; no host, no options, no throttles, no logs.
 */
const LONGEST_BODY = 64 * 1024;
const SWEEP_MS = 1000;
const METADATA = {
  issuer: 'http://localhost:1',
  authorization_endpoint: 'http://localhost:1/authorize',
  token_endpoint: 'http://localhost:1/token',
  registration_endpoint: 'http://localhost:1/register',
  scopes_supported: ['read', 'write', 'ai', 'offline_access'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
};

const store = new FloorStore(process.env['BENCH_SQLITE'] ?? ':memory:');
setInterval(() => store.sweep(Date.now()), SWEEP_MS).unref();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    readBody(request, (body) => send(response, posted(request, body)));
  } else {
    send(response, fetched(request.url ?? ''));
  }
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ ready: { port: (server.address() as AddressInfo).port, synchronous: store.synchronous } }),
);

function fetched(url: string): Answer {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/.well-known/oauth-authorization-server') return { status: 200, body: METADATA };
  if (path !== '/authorize') return refused('not_found', 'There is nothing here.', 404);
  const parameters = parametersOf(query);
  return parameters === undefined ? repeated() : authorize(store, parameters);
}

function posted({ url, headers }: IncomingMessage, body: string | undefined): Answer {
  if (body === undefined) return refused('invalid_request', 'The body is too long.', 413);
  if (url === '/register') {
    if (headers['content-type'] !== 'application/json') return refused('invalid_request', 'Send JSON.', 415);
    return register(store, body);
  }
  if (url !== '/token') return refused('not_found', 'There is nothing here.', 404);
  if (headers['content-type'] !== FORM) return refused('invalid_request', 'Send a form.', 415);
  const parameters = parametersOf(body);
  return parameters === undefined ? repeated() : token(store, parameters, headers.authorization);
}

function repeated(): Answer {
  return refused('invalid_request', 'A parameter is repeated.');
}

function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  });
  request.on('end', () => done(length > LONGEST_BODY ? undefined : Buffer.concat(chunks).toString()));
}

/** After the commit that the answer depends on. */
function send(response: ServerResponse, { status, body, location }: Answer): void {
  store.group.whenDurable((problem) => {
    if (problem !== undefined) {
      response.writeHead(500).end();
      return;
    }
    const text = body === undefined ? '' : JSON.stringify(body);
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
        ...(location !== undefined && { location }),
      })
      .end(text);
  });
}
