import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { createClientDocuments, MAX_FETCHES_EACH } from '../../daemon/client-documents/client-documents.js';
import { fetchDocument } from '../../daemon/client-documents/fetch-document.js';
import { createMemoryThrottle } from '../../daemon/state/memory/throttle.js';
import { startChild } from '../support/child.js';
import {
  certificateFor,
  HOST_NAME,
  sendJsonDocument,
  startDocumentsServer,
  type DocumentsServer,
} from '../support/documents-server.js';
import { eventually } from '../support/eventually.js';

const NETWORK = '192.0.2.1';
const UNLIMITED = { limit: 0, windowMs: 60_000 };

/** What node:http and TLS accept from a server without a limit, or do not report (docs/security.md). */
describe('client metadata documents of a server that attacks (draft-ietf-oauth-client-id-metadata-document §8.6)', () => {
  let server: DocumentsServer;
  beforeEach(async () => (server = await startDocumentsServer()));
  afterEach(() => server.close());

  const switching: RequestListener = (_request, { socket }) =>
    void socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
  /** Sends the bytes again and again, each time as one TLS record, until the client has closed the connection. */
  const flood =
    (bytes: string): RequestListener =>
    (_request, { socket }) => {
      const more = (connection: Socket): void => {
        if (connection.writable) connection.write(bytes, () => setImmediate(more, connection));
      };
      if (socket) more(socket);
    };

  for (const [what, answer, reason] of [
    ['switches to another protocol (RFC 9110 §15.2.2)', switching, 'its server switched to another protocol'],
    [
      'sends interim responses without end (RFC 9110 §15.2)',
      flood('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
      'its server sends more than a document, or sends it in too many pieces',
    ],
    [
      'sends line breaks without end, one by one, before its response',
      flood('\r\n'),
      'its server sends more than a document, or sends it in too many pieces',
    ],
  ] as const) {
    it(`ends the fetch from one that ${what}`, async () => {
      server.answerWith(answer);
      const failure = await fetchDocument(`${server.origin}/client.json`, server.network).catch(
        (error: unknown) => error,
      );
      expect(failure).to.be.an('error').with.property('message', reason);
    });
  }

  it('ends the fetch from one that sends session tickets without end (RFC 8446 §4.6.1)', async () => {
    const { keyFile, certFile, cert } = await certificateFor(HOST_NAME);
    const website = await startChild('/usr/bin/python3', ['-c', TICKETS, certFile, keyFile]);
    const port = await eventually(() => Promise.resolve(Number(website.output().match(/^\d+/)![0])));
    const failure = await fetchDocument(`https://${HOST_NAME}:${port}/client.json`, {
      ...server.network,
      certificateAuthority: cert,
    }).catch((error: unknown) => error);
    await website.end('SIGKILL');
    expect(failure)
      .to.be.an('error')
      .with.property('message', 'its server sends more than a document, or sends it in too many pieces');
  });

  it('whose name has more addresses than a website: connects to none of them (docs/decisions, Permitted addresses)', async () => {
    const fetchFrom = (count: number) =>
      fetchDocument(`${server.origin}/client.json`, {
        ...server.network,
        resolve: async () => new Array<string>(count).fill('127.0.0.1'),
      });
    const failure = await fetchFrom(33).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'its host name resolves to more than 32 addresses');
    expect(server.connections()).to.equal(0);
    server.answerWith((_request, response) => sendJsonDocument(response, { client_id: 'x' }));
    expect((await fetchFrom(32)).document).to.deep.equal({ client_id: 'x' });
  });

  it('that switches protocols keeps no place: its fetches end, and other documents are fetched for the same network', async () => {
    const documents = documentsOf(server);
    server.answerWith(switching);
    const finds = Array.from({ length: MAX_FETCHES_EACH }, (_, n) =>
      documents.find(`${server.origin}/${n}.json`, NETWORK, false),
    );
    for (const { found } of await Promise.all(finds)) expect(found).to.equal(false);
    server.answerWith((_request, response) => sendJsonDocument(response, { client_id: 'x' }));
    expect((await documents.find(`${server.origin}/client.json`, NETWORK, false)).found).to.equal(true);
  });

  it('with many small values takes no more room in the cache than its bytes: it is kept as text', async () => {
    const documents = documentsOf(server);
    const values = { client_id: 'x', more: Array.from({ length: 450 }, () => ({})) };
    server.answerWith((_request, response) => sendJsonDocument(response, values));
    const find = () => documents.find(`${server.origin}/client.json`, NETWORK, false);
    await find();
    const [one, other] = [await find(), await find()];
    expect(server.requests).to.have.length(1);
    expect(one).to.deep.equal({ found: true, document: values });
    // Equal, and made for this caller alone.
    expect(one.found && other.found && one.document !== other.document).to.equal(true);
  });
});

/** Accepts one connection with TLS 1.3, and sends a million session tickets before it reads the request. */
const TICKETS = `
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.num_tickets = 1000000
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
context.wrap_socket(listener.accept()[0], server_side=True)
`;

function documentsOf({ network }: DocumentsServer) {
  const now = (): number => 0;
  return createClientDocuments({
    clock: { now },
    throttle: createMemoryThrottle(1000, { now }),
    limits: { documentsPerIp: UNLIMITED, documentsPerHost: UNLIMITED },
    logger: { info: () => undefined },
    network,
  });
}
