import { expect } from 'chai';
import type { StartServer } from '../../../daemon/http/server.js';
import { startFixture, type Fixture } from './fixture.js';

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n';
const CHUNKED_HELLO = '5\r\nhello\r\n0\r\n\r\n';
const post = (headers: string, body = ''): string =>
  `POST /outer HTTP/1.1\r\nHost: h\r\n${headers}\r\n${body}${SMUGGLED}`;
const get = (headers: string, body = ''): string =>
  `GET /outer HTTP/1.1\r\nHost: h\r\n${headers}\r\n${body}${SMUGGLED}`;

/**
 * Requests that RFC 9112 forbids, or that two parsers could read differently, each followed by a second request on the
 * same connection. Neither may ever be dispatched, and the connection must close.
 */
const MALFORMED: Record<string, string> = {
  'CL.CL: Content-Length 0, then the real one (§6.3)': post(
    `Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n`,
  ),
  'CL.CL: twice the same': post('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'),
  'CL.CL: as a list': post('Content-Length: 5, 5\r\n', 'hello'),
  'CL.TE: both lengths (§6.1)': post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', CHUNKED_HELLO),
  'TE.CL: both lengths, the other order': post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', CHUNKED_HELLO),
  'TE.TE: chunked twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', CHUNKED_HELLO),
  'TE.TE: chunked, then identity': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', CHUNKED_HELLO),
  'TE: xchunked': post('Transfer-Encoding: xchunked\r\n', CHUNKED_HELLO),
  'TE: "chunked, identity"': post('Transfer-Encoding: chunked, identity\r\n', CHUNKED_HELLO),
  'TE: "gzip, chunked"': post('Transfer-Encoding: gzip, chunked\r\n', CHUNKED_HELLO),
  'TE: empty': post('Transfer-Encoding:\r\n', CHUNKED_HELLO),
  'TE: with a space before the colon (§5.1)': post('Transfer-Encoding : chunked\r\n', CHUNKED_HELLO),
  'CL: empty': post('Content-Length:\r\n'),
  'CL: +5': post('Content-Length: +5\r\n', 'hello'),
  'CL: -1': post('Content-Length: -1\r\n'),
  'CL: 0x5': post('Content-Length: 0x5\r\n', 'hello'),
  'CL: 5 5': post('Content-Length: 5 5\r\n', 'hello'),
  'CL: 11 digits': post('Content-Length: 00000000005\r\n', 'hello'),
  'CL: beyond 2^64': post('Content-Length: 99999999999999999999\r\n'),
  'CL.0: a POST without any length': post(''),
  'CL.0: a body on GET (§6)': get(`Content-Length: ${SMUGGLED.length}\r\n`),
  'CL.0: a chunked body on GET': get('Transfer-Encoding: chunked\r\n', CHUNKED_HELLO),
  'CL.0: a body on HEAD': `HEAD /outer HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello${SMUGGLED}`,
  'CL.0: a body on OPTIONS': `OPTIONS /outer HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello${SMUGGLED}`,
  'two Hosts (§3.2)': `GET /outer HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n${SMUGGLED}`,
  'no Host (§3.2)': `GET /outer HTTP/1.1\r\nX: y\r\n\r\n${SMUGGLED}`,
  'an empty Host': `GET /outer HTTP/1.1\r\nHost:\r\n\r\n${SMUGGLED}`,
  'a Host with a path': `GET /outer HTTP/1.1\r\nHost: h/x\r\n\r\n${SMUGGLED}`,
  'no headers at all': `GET /outer HTTP/1.1\r\n\r\n${SMUGGLED}`,
  'a header without a name that hides Host': `GET /outer HTTP/1.1\r\n: a\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a header without a name that hides Content-Length': `POST /outer HTTP/1.1\r\nHost: h\r\n: a\r\nContent-Length: 5\r\n\r\nhello${SMUGGLED}`,
  'obs-fold (§5.2)': get('X: a\r\n b\r\n'),
  'obs-fold with a tab': get('X: a\r\n\tb\r\n'),
  'a first header line that begins with a space': `GET /outer HTTP/1.1\r\n Host: h\r\n\r\n${SMUGGLED}`,
  'a header without a colon': get('Xabc\r\n'),
  'a header name with a space': get('X y: z\r\n'),
  'a header name with parentheses': get('X(y): z\r\n'),
  'bare LF between headers (§2.2)': `GET /outer HTTP/1.1\r\nHost: h\nX: y\r\n\r\n${SMUGGLED}`,
  'bare LF everywhere': `GET /outer HTTP/1.1\nHost: h\n\n${SMUGGLED}`,
  'bare CR in a value': get('X: a\rTransfer-Encoding: chunked\r\n'),
  'NUL in a value (RFC 9110 §5.5)': get('X: a\0b\r\n'),
  'absolute-form': `GET http://h/outer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'asterisk-form': `OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'authority-form': `CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a target without a slash': `GET outer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a target with a fragment': `GET /outer#x HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a query with a fragment': `GET /outer?a#x HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'raw bytes in the path': `GET /\xc3\xa9 HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'raw bytes in the query': `GET /outer?\xff HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a control character in the target': `GET /out\x01er HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'DEL in the target': `GET /out\x7fer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'an unknown method': `FOO /outer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'a method in lower case': `get /outer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  TRACE: `TRACE /outer HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'HTTP/1.0': `GET /outer HTTP/1.0\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'HTTP/1.2': `GET /outer HTTP/1.2\r\nHost: h\r\n\r\n${SMUGGLED}`,
  'HTTP/0.9': `GET /outer\r\n\r\n${SMUGGLED}`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'an expectation that is not 100-continue (RFC 9110 §10.1.1)': get('Expect: magic\r\n'),
  '65 headers': get(Array.from({ length: 64 }, (_, i) => `x${i}: 1\r\n`).join('')),
  '200 headers': get(Array.from({ length: 200 }, (_, i) => `x${i}: 1\r\n`).join('')),
  '2,000 headers without a value': get('a:\r\n'.repeat(2000)),
  'a header of 64 KiB': get(`X: ${'a'.repeat(65_536)}\r\n`),
  'a target of 64 KiB': `GET /${'a'.repeat(65_536)} HTTP/1.1\r\nHost: h\r\n\r\n${SMUGGLED}`,
};

/** The engines close a silent connection after 10 s. A connection that closes after an answer closes before that. */
const BEFORE_THE_SILENCE_MS = 8000;

export function malformedSuite(start: StartServer): void {
  describe('malformed requests', function () {
    this.timeout(BEFORE_THE_SILENCE_MS);
    let fixture: Fixture;
    before(async () => {
      fixture = await startFixture(start);
    });
    after(() => fixture.stop());
    beforeEach(() => {
      fixture.dispatched.length = 0;
    });

    const heads = Object.entries(MALFORMED)
      .filter(([, bytes]) => bytes.startsWith('GET /outer'))
      .map(([what, bytes]) => [`HEAD: ${what}`, bytes.replace('GET', 'HEAD')] as const);
    for (const [what, bytes] of [...Object.entries(MALFORMED), ...heads]) {
      it(`rejects ${what}, and closes after the answer`, async () => {
        const connection = await fixture.connect();
        connection.send(bytes);
        // uWebSockets.js waits for the rest of a request that it cannot read. After an answer, the server has to close.
        const impatience = setTimeout(() => {
          if (!connection.hasReceived) connection.socket.end();
        }, 200);
        const text = await connection.textUntilClosed();
        clearTimeout(impatience);
        expect(fixture.dispatched).to.deep.equal([]);
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
        expect(statuses.length).to.be.at.most(1);
        for (const status of statuses) expect(status).to.be.oneOf([400, 411, 417, 431, 501, 505]);
        // uWebSockets.js answers requests that it cannot parse without calling us, with a body even for HEAD.
        if (bytes.startsWith('HEAD') && text !== '' && !text.endsWith('Server</i>')) {
          expect(text).to.match(/\r\n\r\n$/);
        }
      });
    }

    for (const [what, head, status] of [
      [
        '64 headers',
        `GET /ok HTTP/1.1\r\nHost: h\r\n${Array.from({ length: 63 }, (_, i) => `x${i}: 1\r\n`).join('')}\r\n`,
        200,
      ],
      ['a Content-Length of 10 digits', 'POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: 0000000005\r\n\r\nhello', 200],
      ['Expect: 100-Continue in any case', 'GET /ok HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\n\r\n', 200],
    ] as const) {
      it(`accepts ${what}: the valid side of the limit`, async () => {
        expect((await fixture.ask(head)).status).to.equal(status);
      });
    }

    it('rejects the same requests after a well-formed one', async () => {
      const connection = await fixture.connect();
      connection.send(
        'GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n' + post('Content-Length: 0\r\nContent-Length: 5\r\n', 'hello'),
      );
      await connection.closed();
      expect(fixture.dispatched).to.deep.equal(['GET /fixed']);
    });

    it('describes the error, and closes: 411 to a POST without a length (RFC 9110 §15.5.12)', async () => {
      const connection = await fixture.connect();
      connection.send('POST /outer HTTP/1.1\r\nHost: h\r\n\r\n');
      const [answer] = await connection.responsesUntilClosed();
      expect(answer?.status).to.equal(411);
      expect(answer?.headers.get('connection')?.toLowerCase()).to.equal('close');
      expect(answer?.body.toString()).to.contain('Content-Length');
      // The dispatcher knows which paths have CORS headers (AS-18).
      expect(answer?.headers.get('x-of')).to.equal('POST%20/outer');
    });

    it('accepts Content-Length: 0 on GET', async () => {
      expect((await fixture.ask('GET /ok HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n')).status).to.equal(200);
    });

    it('never runs a request in the body of a well-formed request', async () => {
      const answer = await fixture.ask(
        `POST /outer HTTP/1.1\r\nHost: h\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
      );
      expect(answer.status).to.equal(200);
      expect(fixture.dispatched).to.deep.equal(['POST /outer']);
    });

    it('reports each rejection once, under a name', async () => {
      fixture.refused.length = 0;
      await fixture.ask('FOO / HTTP/1.1\r\nHost: h\r\n\r\n');
      await fixture.ask('GET /# HTTP/1.1\r\nHost: h\r\n\r\n');
      expect(fixture.refused).to.deep.equal(['method', 'target']);
    });
  });
}
