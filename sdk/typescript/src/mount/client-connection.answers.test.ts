import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { answerUnavailable, ClientConnection, isUnanswered, refuse } from './client-connection.js';

/** Whether the rest of a body is still to come when the answer is given does not show on a socket every time. */
describe('mount: answers of its own', () => {
  function exchange(request: object = {}, answered: object = {}) {
    const socket = new EventEmitter() as unknown as Socket;
    const written: unknown[] = [];
    const response = {
      headersSent: false,
      writableEnded: false,
      destroyed: false,
      ...answered,
      writeHead: (status: number, headers: object) => {
        written.push(status, headers);
        return response;
      },
      end: (body: string) => void written.push(body),
    } as unknown as ServerResponse;
    const asked = { httpVersionMajor: 1, complete: true, socket, ...request } as unknown as IncomingMessage;
    return { request: asked, response, written, connection: ClientConnection.of(socket) };
  }

  const UNAVAILABLE = { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '5' };
  const REFUSED = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  const sentence = {
    502: 'The authorization server is not available right now.',
    503: 'Too many requests are waiting for the authorization server. Try again in a moment.',
  };
  for (const status of [502, 503] as const) {
    it(`${status} keeps the connection when the request was read as a whole`, () => {
      const { request, response, written, connection } = exchange();
      answerUnavailable(request, response, status, '/connect');
      const body = { error: 'temporarily_unavailable', error_description: sentence[status] };
      expect(written).to.deep.equal([status, UNAVAILABLE, JSON.stringify(body)]);
      expect(connection.condemned).to.equal(false);
    });
  }

  // AS-18: a client in a browser can read the answer, and keeps its tokens (AS-200).
  for (const [path, isAllowed] of [
    ['/oauth/mcp/token', true],
    ['/oauth/mcp/register', true],
    ['/app/oauth/mcp/revoke', true],
    ['/.well-known/oauth-authorization-server/app', true],
    ['/oauth/mcp/authorize', false],
    ['/connect', false],
    ['/backend/api/v1/auth/login', false],
  ] as const) {
    it(`${isAllowed ? 'allows' : 'does not allow'} other origins to read the answer of ${path}`, () => {
      const { request, response, written } = exchange();
      answerUnavailable(request, response, 503, path);
      const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
      expect(written[1]).to.deep.equal({ ...UNAVAILABLE, ...(isAllowed && cors) });
      const preflight = exchange({ method: 'OPTIONS' });
      answerUnavailable(preflight.request, preflight.response, 502, path);
      const [answered, headers] = preflight.written as [number, Record<string, string>];
      expect(answered).to.equal(isAllowed ? 204 : 502);
      expect(headers['access-control-allow-headers']?.includes('authorization')).to.equal(isAllowed || undefined);
    });
  }

  for (const [path, isAllowed] of [
    ['/oauth/mcp/token?a=b', true],
    ['/app/oauth/mcp/register', true],
    ['/.well-known/oauth-protected-resource', true],
    ['/oauth/mcp/authorize?a=/oauth/mcp/token', false],
    ['/backend/api/v1/auth/login', false],
  ] as const) {
    it(`${isAllowed ? 'allows' : 'does not allow'} other origins to read why ${path} is refused (AS-18)`, () => {
      const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
      for (const status of [400, 408, 431, 500, 503, 505]) {
        const { request, response, written } = exchange();
        refuse(request, response, { status, reason: 'Why.' }, path);
        expect(written).to.deep.equal([status, { ...REFUSED, ...(isAllowed && cors), connection: 'close' }, 'Why.\n']);
        const preflight = exchange({ method: 'OPTIONS' });
        refuse(preflight.request, preflight.response, { status, reason: 'Why.' }, path);
        const [answered, headers] = preflight.written as [number, Record<string, string>];
        // A browser sends no preflight request that is malformed itself.
        const isPassed = isAllowed && status !== 400;
        expect(answered).to.equal(isPassed ? 204 : status);
        expect(headers['access-control-allow-headers']?.includes('authorization')).to.equal(isPassed || undefined);
        expect(headers['connection']).to.equal('close');
      }
    });
  }

  it('502 ends the connection behind a request whose body is still to come (RFC 9112 §9.6)', () => {
    const { request, response, written, connection } = exchange({ complete: false });
    answerUnavailable(request, response, 502, '/connect');
    expect(written[1]).to.deep.equal({ ...UNAVAILABLE, connection: 'close' });
    expect(connection.condemned).to.equal(true);
  });

  const refusal = { status: 400, reason: 'This method takes no body.' };
  it('a refusal ends the connection of HTTP/1 (RFC 9112 §9.6)', () => {
    const { request, response, written, connection } = exchange();
    refuse(request, response, refusal, '/connect');
    expect(written).to.deep.equal([400, { ...REFUSED, connection: 'close' }, 'This method takes no body.\n']);
    expect(connection.condemned).to.equal(true);
  });

  it('a refusal leaves a connection of HTTP/2 to the requests of others (RFC 9113 §8.2.2)', () => {
    const { request, response, written, connection } = exchange({ httpVersionMajor: 2 });
    refuse(request, response, refusal, '/connect');
    expect(written).to.deep.equal([400, REFUSED, 'This method takes no body.\n']);
    expect(connection.condemned).to.equal(false);
  });

  for (const answered of ['headersSent', 'writableEnded', 'destroyed']) {
    it(`none is written when the response is ${answered}`, () => {
      const { request, response, written, connection } = exchange({ complete: false }, { [answered]: true });
      expect(isUnanswered(response)).to.equal(false);
      answerUnavailable(request, response, 502, '/connect');
      expect(connection.condemned, 'its body may still be wanted').to.equal(false);
      refuse(request, response, refusal, '/connect');
      expect(written).to.deep.equal([]);
    });
  }
});
