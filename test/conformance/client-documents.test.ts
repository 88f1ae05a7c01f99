import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createClientDocuments, MAX_FETCHES } from '../../daemon/client-documents/client-documents.js';
import { fetchDocument, MAX_DOCUMENT_BYTES } from '../../daemon/client-documents/fetch-document.js';
import { INTERNET, type Network } from '../../daemon/client-documents/network.js';
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
    const outcome = await createClientDocuments({ now: Date.now }, network).find(url);
    if (outcome.found) throw new Error('the document was found');
    return outcome.reason;
  };

  describe('a fetch', () => {
    it('asks for JSON, names itself, and sends nothing else of ours', async () => {
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

    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/client+json']) {
      it(`takes ${type}`, async () => {
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
        'a body without end (§8.7)',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const more = (): void => void (response.writable && response.write(' '.repeat(1024), more));
          more();
        },
        /more than 16384/,
      ],
      [
        'a body that breaks off',
        (_request, response) => {
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
            .write('{}', () => response.destroy());
        },
        /aborted|hang up|ECONNRESET/i,
      ],
      [
        'what is not JSON',
        (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{,}'),
        /not JSON/,
      ],
      [
        'what is not UTF-8',
        (_request, response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
        /not JSON in UTF-8/,
      ],
      [
        'a head without end',
        (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end('{}'),
        /overflow/i,
      ],
    ];
    for (const [what, answer, reason] of refusals) {
      it(`refuses ${what}`, async () => {
        server.answerWith(answer);
        expect(await reasonOf()).to.match(reason);
        expect(server.requests).to.have.length(1);
      });
    }

    it('takes a document of exactly the permitted size', async () => {
      const text = 'x'.repeat(MAX_DOCUMENT_BYTES - 2);
      server.answerWith((_request, response) => sendJsonDocument(response, text));
      expect((await fetchDocument(url, server.network)).document).to.equal(text);
    });

    it('gives up on a server that does not answer, and on one that drips', async () => {
      for (const answer of [
        () => undefined,
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
        },
      ] satisfies RequestListener[]) {
        server.answerWith(answer);
        expect(await failureOf(fetchDocument(url, server.network, 200))).to.equal('it was not there within 200 ms');
      }
    });

    it('gives up on a name server that does not answer', async () => {
      const network = { ...server.network, resolve: () => new Promise<never>(() => undefined) };
      expect(await failureOf(fetchDocument(url, network, 50))).to.equal('it was not there within 50 ms');
    });
  });

  describe('the certificate is the client’s identity', () => {
    it('refuses one that no known authority signed, whatever the environment says', async () => {
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

    it('refuses one for another host', async () => {
      url = url.replace('client.test', 'other.test');
      expect(await reasonOf()).to.match(/altnames/i);
      expect(server.requests).to.deep.equal([]);
    });

    it('refuses to speak without TLS', async () => {
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

  describe('nothing but the public internet is reached (§8.6)', () => {
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
      it(`a name that leads to ${addresses.join(' and ')}`, async () => {
        const { mayConnectTo } = INTERNET;
        const network = { ...server.network, mayConnectTo, resolve: async () => addresses };
        expect(await reasonOf(network)).to.match(/is not public$/);
        expect(server.connections()).to.equal(0);
      });
    }

    it('a name without an address', async () => {
      expect(await reasonOf({ ...server.network, resolve: async () => [] })).to.equal('its host name has no address');
    });

    it('a name that leads elsewhere as soon as it was checked: it is resolved once, and the connection is bound to that', async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      let lookUps = 0;
      const resolve = async (): Promise<string[]> => [++lookUps === 1 ? '127.0.0.1' : '127.0.0.2'];
      const outcome = await createClientDocuments({ now: Date.now }, { ...server.network, resolve }).find(url);
      expect([outcome.found, lookUps]).to.deep.equal([true, 1]);
    });
  });

  describe('the cache', () => {
    it('keeps a document as long as its headers say (RFC 9111)', async () => {
      server.answerWith((_request, response) =>
        sendJsonDocument(response, document, { 'cache-control': 'max-age=600' }),
      );
      let now = 0;
      const documents = createClientDocuments({ now: () => now }, server.network);
      await documents.find(url);
      now = 10 * MINUTE - 1;
      expect(await documents.find(url)).to.deep.equal({ found: true, document });
      expect(server.requests).to.have.length(1);
      now = 10 * MINUTE;
      await documents.find(url);
      expect(server.requests).to.have.length(2);
    });

    it('forgets a document that turned out not to be acceptable', async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      const documents = createClientDocuments({ now: () => 0 }, server.network);
      await documents.find(url);
      documents.forget(url);
      await documents.find(url);
      expect(server.requests).to.have.length(2);
    });

    it('keeps no failure (§5.2)', async () => {
      const documents = createClientDocuments({ now: () => 0 }, server.network);
      expect((await documents.find(url)).found).to.equal(false);
      server.answerWith((_request, response) => sendJsonDocument(response, document));
      expect((await documents.find(url)).found).to.equal(true);
    });

    it('fetches once however many ask at the same time, and bounds how many documents are fetched at once', async () => {
      const documents = createClientDocuments({ now: () => 0 }, server.network);
      const waiting: (() => void)[] = [];
      server.answerWith((_request, response) => waiting.push(() => sendJsonDocument(response, document)));
      const urls = Array.from({ length: MAX_FETCHES }, (_, index) => `${url}?${index}`);
      const finds = [...urls, ...urls].map((each) => documents.find(each));
      expect(await documents.find(`${url}?one-too-many`)).to.deep.equal({
        found: false,
        reason: 'too many documents are being fetched',
      });
      while (waiting.length < MAX_FETCHES) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const answer of waiting) answer();
      expect((await Promise.all(finds)).every(({ found }) => found)).to.equal(true);
      expect(server.requests).to.have.length(MAX_FETCHES);
    });
  });
});

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const outcome = await promise.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return outcome;
}
