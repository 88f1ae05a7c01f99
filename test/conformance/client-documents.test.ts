import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  createClientDocuments,
  FAILURE_PAUSE_MS,
  type ClientDocumentsDependencies,
  MAX_FETCHES,
  MAX_FETCHES_EACH,
  PATIENCE_MS,
} from '../../daemon/client-documents/client-documents.js';
import { fetchDocument, MAX_DOCUMENT_BYTES } from '../../daemon/client-documents/fetch-document.js';
import { INTERNET, type Network } from '../../daemon/client-documents/network.js';
import { createMemoryThrottle } from '../../daemon/state/memory/throttle.js';
import { sendJsonDocument, startDocumentsServer, type DocumentsServer } from '../support/documents-server.js';

const MINUTE = 60_000;

describe('client metadata documents on the web (draft-ietf-oauth-client-id-metadata-document)', () => {
  let server: DocumentsServer;
  let url: string;

  beforeEach(async () => {
    server = await startDocumentsServer();
    url = `${server.origin}/client.json`;
  });

  afterEach(() => server.close());

  const document = { client_id: 'x', nested: { list: [1, 'ü'] } };
  const reasonOf = async (network: Network = server.network): Promise<string> => {
    const outcome = await documentsIn(network).find(url);
    if (outcome.found) throw new Error('the document was found');
    return outcome.reason;
  };

  describe('a fetch', () => {
    it('sends an Accept header for JSON, a user agent, and nothing else about us', async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      const fetched = await fetchDocument(`${url}?v=1`, server.network);
      expect(fetched.document).to.deep.equal(document);
      const [request] = server.requests;
      expect([request?.method, request?.url]).to.deep.equal(['GET', '/client.json?v=1']);
      expect(request?.headers).to.deep.equal({
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'gatehouse',
        host: new URL(url).host,
        connection: 'close',
      });
    });

    it('has its own connection: bytes behind an earlier answer are never read (RFC 9112 §9.3)', async () => {
      const forged = JSON.stringify({ client_id: 'of another' });
      const surplus = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${forged.length}\r\n\r\n${forged}`;
      let answered = 0;
      server.answerWith((_request, response) => {
        const body = JSON.stringify({ number: ++answered });
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
        // Offers keep-alive, in spite of the requested Connection: close.
        response.socket?.write(`${head}connection: keep-alive\r\n\r\n${body}${surplus}`);
      });
      for (let number = 1; number <= 3; number++) {
        const fetched = await fetchDocument(`${server.origin}/client-${number}.json`, server.network);
        expect(fetched.document).to.deep.equal({ number });
      }
      expect(server.connections()).to.equal(3);
    });

    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/client+json']) {
      it(`accepts ${type}`, async () => {
        server.answerWith((_request, response) => sendJsonDocument(response, document, { 'content-type': type }));
        expect((await fetchDocument(url, server.network)).document).to.deep.equal(document);
      });
    }

    const refusals: readonly (readonly [what: string, answer: RequestListener, reason: RegExp])[] = [
      ...[201, 203, 206, 301, 302, 303, 307, 308, 404, 410, 500, 503].map(
        (status) =>
          [
            `status ${status}, wherever it points (§5: no redirects)`,
            ((_request, response) => {
              const headers = { 'content-type': 'application/json', location: `${server.origin}/other` };
              response.writeHead(status, headers).end('{}');
            }) satisfies RequestListener,
            new RegExp(`status ${status}`),
          ] as const,
      ),
      ...['text/html', 'text/plain', 'application/jsonp', 'application/x-json', ''].map(
        (type) =>
          [
            `the media type "${type}"`,
            ((_request, response) => {
              response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('{}');
            }) satisfies RequestListener,
            /media type/,
          ] as const,
      ),
      [
        'a compressed body',
        (_request, response) => sendJsonDocument(response, {}, { 'content-encoding': 'gzip' }),
        /compressed/,
      ],
      [
        'a body that is too large',
        (_request, response) => sendJsonDocument(response, 'x'.repeat(MAX_DOCUMENT_BYTES)),
        /more than 16384/,
      ],
      [
        'an endless body (§8.7)',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const more = (): void => void (response.writable && response.write(' '.repeat(1024), more));
          more();
        },
        /more than 16384/,
      ],
      [
        'a truncated body',
        (_request, response) => {
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
            .write('{}', () => response.destroy());
        },
        /aborted|hang up|ECONNRESET/i,
      ],
      [
        'a body that is not JSON',
        (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{,}'),
        /not valid JSON/,
      ],
      [
        'a body that is not UTF-8',
        (_request, response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
        /not valid JSON in UTF-8/,
      ],
      [
        'an endless head',
        (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end('{}'),
        /overflow/i,
      ],
    ];
    for (const [what, answer, reason] of refusals) {
      it(`rejects ${what}`, async () => {
        server.answerWith(answer);
        expect(await reasonOf()).to.match(reason);
        expect(server.requests).to.have.length(1);
      });
    }

    it('accepts a document of exactly the maximum size', async () => {
      const text = 'x'.repeat(MAX_DOCUMENT_BYTES - 2);
      server.answerWith((_request, response) => sendJsonDocument(response, text));
      expect((await fetchDocument(url, server.network)).document).to.equal(text);
    });

    it('times out on a server that does not answer, and on one that sends a few bytes at a time', async () => {
      for (const answer of [
        () => undefined,
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
        },
      ] satisfies RequestListener[]) {
        server.answerWith(answer);
        expect(await failureOf(fetchDocument(url, server.network, undefined, 200))).to.equal(
          'it did not arrive within 200 ms',
        );
      }
    });

    it('times out on a name server that does not answer', async () => {
      const network = { ...server.network, resolve: () => new Promise<never>(() => undefined) };
      expect(await failureOf(fetchDocument(url, network, undefined, 50))).to.equal('it did not arrive within 50 ms');
    });
  });

  describe('the certificate proves the client’s identity', () => {
    it('rejects one from an unknown authority, whatever the environment says', async () => {
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      try {
        const { resolve, mayConnectTo } = server.network;
        expect(await reasonOf({ resolve, mayConnectTo })).to.match(/self-signed certificate/);
      } finally {
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
      expect(server.requests).to.deep.equal([]);
    });

    it('rejects one for another host', async () => {
      url = url.replace('client.test', 'other.test');
      expect(await reasonOf()).to.match(/altnames/i);
      expect(server.requests).to.deep.equal([]);
    });

    it('rejects a connection without TLS', async () => {
      let received = '';
      const plain = createServer((socket) => {
        socket.on('data', (data) => (received += data.toString('latin1')));
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{}');
      });
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      url = `https://client.test:${(plain.address() as AddressInfo).port}/client.json`;
      await reasonOf();
      expect(received).not.to.include('GET');
      await new Promise((resolve) => plain.close(resolve));
    });
  });

  describe('reaches only the public internet (AS-51; §8.6)', () => {
    const answers: readonly (readonly string[])[] = [
      ['127.0.0.1'],
      ['10.0.0.1'],
      ['169.254.169.254'],
      ['0.0.0.0'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['fd00::1'],
      ['fe80::1'],
      ['ff02::1'],
      ['64:ff9b::7f00:1'],
      ['8.8.8.8', '127.0.0.1'],
      ['2606:4700:4700::1111', '::1'],
      ['127.0.0.1', '8.8.8.8'],
    ];
    for (const addresses of answers) {
      it(`a name that resolves to ${addresses.join(' and ')}`, async () => {
        const { mayConnectTo } = INTERNET;
        const network = { ...server.network, mayConnectTo, resolve: async () => addresses };
        expect(await reasonOf(network)).to.match(/is not a public address$/);
        expect(server.connections()).to.equal(0);
      });
    }

    it('a name without an address', async () => {
      expect(await reasonOf({ ...server.network, resolve: async () => [] })).to.equal(
        'its host name does not resolve to an address',
      );
    });

    it('a name that resolves to another address after the check: it is resolved once, and the connection uses that address', async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      let lookUps = 0;
      const resolve = async (): Promise<string[]> => [++lookUps === 1 ? '127.0.0.1' : '127.0.0.2'];
      const outcome = await documentsIn({ ...server.network, resolve }).find(url);
      expect([outcome.found, lookUps]).to.deep.equal([true, 1]);
    });
  });

  describe('the cache', () => {
    it('keeps a document as long as its headers say (RFC 9111)', async () => {
      server.answerWith((_request, response) =>
        sendJsonDocument(response, document, { 'cache-control': 'max-age=600' }),
      );
      let now = 0;
      const documents = documentsIn(server.network, () => now);
      await documents.find(url);
      now = 10 * MINUTE - 1;
      expect(await documents.find(url)).to.deep.equal({ found: true, document });
      expect(server.requests).to.have.length(1);
      now = 10 * MINUTE;
      await documents.find(url);
      expect(server.requests).to.have.length(2);
    });

    it('forgets a document that turned out to be unacceptable', async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      const documents = documentsIn(server.network);
      await documents.find(url);
      documents.forget(url);
      await documents.find(url);
      expect(server.requests).to.have.length(2);
    });

    it('does not fetch a URL again for a moment after a failed fetch, and then retries', async () => {
      let now = 0;
      const documents = documentsIn(server.network, () => now);
      expect((await documents.find(url)).found).to.equal(false);
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      now = FAILURE_PAUSE_MS - 1;
      expect(await documents.find(url)).to.deep.equal({
        found: false,
        reason: 'its last fetch failed moments ago',
      });
      expect(server.requests).to.have.length(1);
      now = FAILURE_PAUSE_MS;
      expect((await documents.find(url)).found).to.equal(true);
    });

    it('fetches once for all concurrent requests, and counts one fetch', async () => {
      const documents = documentsIn(server.network, undefined, { documentsPerIp: { limit: 1, windowMs: MINUTE } });
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      const finds = await Promise.all(Array.from({ length: 100 }, () => documents.find(url)));
      expect(finds.every(({ found }) => found)).to.equal(true);
      expect(server.requests).to.have.length(1);
    });
  });

  describe('limits, because any client chooses the target', () => {
    /** Names of hosts whose name server never answers: each fetch of them hangs. */
    const hanging = (): Network => ({ ...server.network, resolve: () => new Promise<never>(() => undefined) });
    const hung = (n: number, host = `hung-${n}.test`): string => `https://${host}/${n}.json`;

    /** A network in which every host hangs except the real server. */
    const mostlyHanging = (): Network => ({
      ...server.network,
      resolve: (name) => (name === 'client.test' ? server.network.resolve(name) : hanging().resolve(name)),
    });

    it('limits the fetches for one address, whatever the targets; other addresses continue', async () => {
      const documents = documentsIn(server.network, undefined, { documentsPerIp: { limit: 3, windowMs: MINUTE } });
      for (let n = 0; n < 10; n++) await documents.find(`${url}?${n}`);
      expect(server.requests).to.have.length(3);
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      expect((await documents.find(`${url}?other`, '192.0.2.2')).found).to.equal(true);
    });

    it('limits the fetches from one host name, whatever the address of the client', async () => {
      const documents = documentsIn(server.network, undefined, { documentsPerHost: { limit: 3, windowMs: MINUTE } });
      for (let n = 0; n < 10; n++) await documents.find(`${url}?${n}`, `192.0.2.${n}`);
      expect(server.requests).to.have.length(3);
    });

    it("a denied address uses up none of the target host's limit (throttle.ts)", async () => {
      const documents = documentsIn(server.network, undefined, {
        documentsPerIp: { limit: 1, windowMs: MINUTE },
        documentsPerHost: { limit: 2, windowMs: MINUTE },
      });
      for (let n = 0; n < 10; n++) await documents.find(`${url}?${n}`);
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      expect((await documents.find(`${url}?other`, '192.0.2.2')).found).to.equal(true);
    });

    it('runs a few fetches in parallel for one address, and a few at one host', async () => {
      const documents = documentsIn(hanging());
      for (let n = 0; n < MAX_FETCHES_EACH; n++) void documents.find(hung(n));
      expect(await documents.find(hung(99))).to.deep.equal({
        found: false,
        reason: 'too many documents are being fetched for the same address',
      });
      for (let n = 0; n < MAX_FETCHES_EACH; n++) void documents.find(hung(n, 'one.test'), `198.51.100.${n}`);
      expect(await documents.find(hung(99, 'one.test'), '198.51.100.99')).to.deep.equal({
        found: false,
        reason: 'too many documents are being fetched from the same host',
      });
    });

    it(`${MAX_FETCHES} hanging documents do not block a new one: the longest-hanging fetch is aborted`, async () => {
      let now = 0;
      const documents = documentsIn(mostlyHanging(), () => now);
      const finds = Array.from({ length: MAX_FETCHES }, (_, n) => documents.find(hung(n), `198.51.100.${n}`));
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      expect(await documents.find(url)).to.deep.equal({
        found: false,
        reason: 'too many documents are being fetched',
      });
      now = PATIENCE_MS;
      expect((await documents.find(url)).found).to.equal(true);
      expect(await finds[0]).to.deep.equal({
        found: false,
        reason: 'it took too long while other fetches were waiting',
      });
    });
  });
});

const UNLIMITED = { limit: 0, windowMs: MINUTE };

/** Documents as one daemon sees them. The default address of the client is 192.0.2.1. */
function documentsIn(
  network: Network,
  now: () => number = () => 0,
  limits: Partial<ClientDocumentsDependencies['limits']> = {},
) {
  const documents = createClientDocuments({
    clock: { now },
    throttle: createMemoryThrottle(1000, { now }),
    limits: { documentsPerIp: UNLIMITED, documentsPerHost: UNLIMITED, ...limits },
    logger: { info: () => undefined },
    network,
  });
  return {
    find: (url: string, requester = '192.0.2.1') => documents.find(url, requester, false),
    forget: (url: string) => documents.forget(url),
  };
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const outcome = await promise.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return outcome;
}
