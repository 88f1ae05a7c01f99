import { backendService, hostService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import express from 'express';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backend } from '../ports/backend.js';
import { DeadlineExceeded, Unavailable } from '../ports/errors.js';
import type { HostHandlerOptions } from './host-handler.js';
import { createHostHandler } from './host-handler.js';
import type { LoggedLine } from './testing/test-host.js';

const TOKEN = 'a-shared-token-of-the-test';
const OAUTH = { issuer: 'https://notes.example', resource: 'https://notes.example/mcp' };
const SWEEP = { operations: [{ sweepExpired: { before: '2026-11-23T00:00:00Z' } }] };

describe('a host over HTTP', () => {
  const servers: Server[] = [];
  const log: LoggedLine[] = [];

  afterEach(() => {
    log.length = 0;
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  const handler = (options: Partial<HostHandlerOptions> = {}) =>
    createHostHandler({
      applicationName: 'Test',
      token: TOKEN,
      oauth: OAUTH,
      logger: {
        info: (fields, message) => log.push({ level: 'info', fields, message }),
        warn: (fields, message) => log.push({ level: 'warn', fields, message }),
        error: (fields, message) => log.push({ level: 'error', fields, message }),
      },
      ...options,
    });

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** A backend whose transactions do that. */
  const backend = (transaction: Backend['transaction']): Backend => ({ transaction });

  it('requires a token of at least 16 characters, on any server (HC-14)', () => {
    expect(() => handler({ token: 'too short' })).to.throw('16 to 512 visible ASCII characters');
  });

  it('describes itself without streams, which only gRPC has (HC-15)', async () => {
    const url = await listen(
      handler({ backend: backend(() => Promise.reject(new Unavailable('away'))), signIn: { resolveUser: nobody } }),
    );
    const described = await (await post(url, hostService.Describe.path, {})).json();
    expect(described).to.deep.include({
      protocolVersion: 1,
      applicationName: 'Test',
      capabilities: ['CAPABILITY_BACKEND', 'CAPABILITY_REDEEM', 'CAPABILITY_SIGN_IN'],
    });
  });

  it('rejects callers without the token before it reads their request, and never says how far they were right (HC-14)', async () => {
    const url = await listen(handler());
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`]) {
      const answer = await post(url, hostService.Describe.path, {}, { authorization });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([401, 'unauthenticated']);
    }
  });

  it('accepts either of two tokens while one replaces the other (HC-16)', async () => {
    const previousToken = 'the-token-before-that-one';
    const url = await listen(handler({ previousToken }));
    const statusOf = async (token: string) =>
      (await post(url, hostService.Describe.path, {}, { authorization: `Bearer ${token}` })).status;
    expect(await statusOf(TOKEN)).to.equal(200);
    expect(await statusOf(previousToken)).to.equal(200);
    expect(await statusOf('another-token-of-some-length')).to.equal(401);
  });

  it('passes on other requests, or answers 404 where nothing follows it', async () => {
    const mounted = express();
    mounted.use('/gatehouse', handler());
    mounted.use((_request, response) => void response.status(418).end());
    const url = await listen(mounted);
    expect((await post(url, `/gatehouse${hostService.Describe.path}`, {})).status).to.equal(200);
    expect((await fetch(`${url}/gatehouse/other`)).status).to.equal(418);
    expect((await fetch(`${url}/`)).status).to.equal(418);
    expect((await fetch(`${await listen(handler())}/other`)).status).to.equal(404);
  });

  it('says so when a body parser has read the request before it', async () => {
    const mounted = express();
    mounted.use(express.json());
    mounted.use(handler());
    const url = await listen(mounted);
    expect((await post(url, hostService.Describe.path, {})).status).to.equal(500);
    expect(log.map(({ fields }) => JSON.stringify(fields)).join()).to.contain('before every body parser');
  });

  it('offers no rpc of a port that it does not have', async () => {
    const url = await listen(handler());
    const answer = await post(url, backendService.Transact.path, {});
    expect(answer.status).to.equal(404);
  });

  it('gives a transaction its deadline, and its caller the status of each fault (HC-6, HC-15)', async () => {
    const deadlines: number[] = [];
    let fault: Error = new DeadlineExceeded();
    const url = await listen(
      handler({
        backend: backend((_run, { deadline }) => {
          deadlines.push(deadline.getTime());
          return Promise.reject(fault);
        }),
      }),
    );
    const before = Date.now();
    const answer = await post(url, backendService.Transact.path, SWEEP, { 'connect-timeout-ms': '2500' });
    expect([answer.status, await answer.json()]).to.have.nested.property('[1].code', 'deadline_exceeded');
    expect(deadlines[0]).to.be.within(before + 2500, Date.now() + 2500);
    fault = new Unavailable('the database has gone');
    const away = await post(url, backendService.Transact.path, SWEEP);
    expect(await away.json()).to.deep.equal({ code: 'unavailable', message: 'the host cannot respond right now' });
    fault = new TypeError('a bug with details');
    const failed = await post(url, backendService.Transact.path, SWEEP, { 'x-request-id': 'request-9' });
    expect(await failed.text())
      .to.contain('internal')
      .and.not.contain('details');
    expect(log.at(-1)?.fields).to.include({ requestId: 'request-9' });
  });

  it('does not begin a transaction whose deadline has passed (HC-6)', async () => {
    let done = 0;
    const url = await listen(
      handler({
        backend: backend(async (run) => {
          const results = await run({} as never);
          done += 1;
          return results;
        }),
      }),
    );
    const answer = await post(url, backendService.Transact.path, SWEEP, { 'connect-timeout-ms': '0' });
    expect(await answer.json()).to.have.property('code', 'deadline_exceeded');
    expect(done).to.equal(0);
  });

  it('answers invalid_argument to what is malformed, naming the field', async () => {
    const url = await listen(handler({ backend: backend(() => Promise.reject(new Error('must not run'))) }));
    const body = { operations: [{ findCode: { codeHash: 'AAAA' } }] };
    const answer = await post(url, backendService.Transact.path, body);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code]).to.deep.equal([400, 'invalid_argument']);
    expect(message).to.contain('operations[0].find_code.code_hash');
    const binary = await fetch(url + backendService.Transact.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/proto' },
      body: Buffer.from([0xff]),
    });
    expect(await binary.json()).to.have.property('code', 'invalid_argument');
  });
});

function nobody() {
  return Promise.resolve({ signInUrl: '/sign-in' });
}
