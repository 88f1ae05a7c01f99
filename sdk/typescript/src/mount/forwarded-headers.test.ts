import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import {
  hasTooManyHeaders,
  isHeadTooLarge,
  MAX_HEAD_BYTES,
  MAX_HEADERS,
  requestHeaders,
  responseHeaders,
} from './forwarded-headers.js';

const OWN = { host: 'daemon:8081', clientAddress: '192.0.2.1', exchangeId: 'x-1' };
const WRITTEN = ['Host', 'daemon:8081', 'Connection', 'keep-alive', 'gatehouse-exchange', 'x-1'];

function request(...rawHeaders: string[]): IncomingMessage {
  const connection = rawHeaders[rawHeaders.indexOf('Connection') + 1];
  return { rawHeaders, headers: rawHeaders.includes('Connection') ? { connection } : {} } as unknown as IncomingMessage;
}

describe('mount: headers to Gatehouse (RFC 9110 §7.6.1)', () => {
  it('contain the body framing and the client address that the mount determined', () => {
    for (const [framing, own, added] of [
      [{ body: 'none' }, OWN, ['X-Forwarded-For', '192.0.2.1']],
      [{ body: 'chunked' }, OWN, ['Transfer-Encoding', 'chunked', 'X-Forwarded-For', '192.0.2.1']],
      [{ body: 'sized', length: 0 }, OWN, ['Content-Length', '0', 'X-Forwarded-For', '192.0.2.1']],
      [{ body: 'sized', length: 17 }, { ...OWN, clientAddress: undefined }, ['Content-Length', '17']],
    ] as const) {
      expect(requestHeaders(request(), framing, own)).to.deep.equal([...WRITTEN, ...added]);
    }
  });

  const forwarded = (...headers: string[]): string[] =>
    requestHeaders(request(...headers), { body: 'none' }, { ...OWN, clientAddress: undefined }).slice(WRITTEN.length);

  it("contain the client's end-to-end headers unchanged and in order", () => {
    const kept = ['Accept', '*/*', 'COOKIE', 'a=b', 'accept', 'text/html', 'x-a', '', 'Forwarded-By', 'x'];
    expect(forwarded(...kept)).to.deep.equal(kept);
  });

  it('contain none that frame or route a connection, in either spelling', () => {
    const names = [
      'connection content-length expect forwarded host http2-settings keep-alive te trailer transfer-encoding',
      'upgrade via x-real-ip proxy-authorization proxy-connection x-forwarded-for x-forwarded-host gatehouse-exchange',
    ].flatMap((line) => line.split(' '));
    for (const name of names) {
      for (const spelled of [name, name.toUpperCase(), name.replaceAll('-', '_')]) {
        expect(forwarded(spelled, 'x'), spelled).to.deep.equal([]);
      }
    }
  });

  it('contain no names with other characters than letters, digits and hyphens (docs/http.md, Limitations)', () => {
    for (const character of "!#$%&'*+.^_`|~") {
      for (const name of [`X${character}A`, `${character}A`, `A${character}`]) {
        expect(forwarded(name, 'x', 'X-0', 'y'), name).to.deep.equal(['X-0', 'y']);
      }
    }
  });

  it('contain no extensions that Connection names, unless Gatehouse reads them', () => {
    const connection = ['Connection', 'close,X-A ,\tx-b, x-request-id, X-Requested-With, accept'];
    const kept = ['X-Request-Id', '1', 'x-requested-with', '2', 'Accept', '3', 'X-C', '4', 'Close', '5'];
    expect(forwarded(...connection, 'x-a', '1', 'X-B', '2', ...kept)).to.deep.equal(kept);
  });
});

describe('mount: a head that Gatehouse would reject (docs/http.md)', () => {
  const headers = (count: number): string[] => Array.from({ length: count }, () => ['a', '']).flat();

  it('has more than 16 KiB minus the rest of the request line', () => {
    // Each name and each value costs two more bytes for its separator.
    const value = 'v'.repeat(MAX_HEAD_BYTES - '/path'.length - 'name'.length - 4);
    expect(MAX_HEAD_BYTES).to.equal(16_128);
    expect(isHeadTooLarge('/path', ['name', value])).to.equal(false);
    expect(isHeadTooLarge('/path', ['name', `${value}v`])).to.equal(true);
    expect(isHeadTooLarge('/path/', ['name', value])).to.equal(true);
  });

  it('has more than 64 headers', () => {
    expect(isHeadTooLarge('/', headers(MAX_HEADERS))).to.equal(false);
    expect(isHeadTooLarge('/', headers(MAX_HEADERS + 1))).to.equal(true);
    expect(MAX_HEADERS).to.equal(64);
  });

  it('arrived with more than 64, or with as many as the server exposes', () => {
    const tooMany = (count: number, server?: object): boolean =>
      hasTooManyHeaders({ rawHeaders: headers(count), socket: { server } } as unknown as IncomingMessage);
    for (const server of [
      undefined,
      {},
      { maxHeadersCount: null },
      { maxHeadersCount: 0 },
      { maxHeadersCount: 1000 },
    ]) {
      expect([tooMany(0, server), tooMany(64, server), tooMany(65, server)]).to.deep.equal([false, false, true]);
    }
    expect([9, 10, 11].map((count) => tooMany(count, { maxHeadersCount: 10 }))).to.deep.equal([false, true, true]);
  });
});

describe('mount: headers from Gatehouse', () => {
  it('contain the end-to-end headers and the length of the body', () => {
    const kept = { 'content-type': 'a/b', 'content-length': '5', 'set-cookie': ['a=1', 'b=2'], 'x-b': '2' };
    const removed = {
      connection: 'keep-alive, x-a',
      'x-a': '1',
      'transfer-encoding': 'chunked',
      'gatehouse-exchange': 'x',
    };
    expect(responseHeaders({ ...kept, ...removed, 'keep-alive': 'timeout=5' })).to.deep.equal(kept);
    expect(responseHeaders(kept)).to.deep.equal(kept);
  });
});
