import { expect } from 'chai';
import { DISCARD_BYTES, FREE_PIECES } from '../../../daemon/http/body-reader.js';
import type { StartServer } from '../../../daemon/http/server.js';
import { eventually } from '../../support/eventually.js';
import { echo, echoOf, MAX_BODY_BYTES, startFixture, type Fixture } from './fixture.js';
import type { RawResponse } from './raw-connection.js';

const headWith = (length: string): string => `POST /echo HTTP/1.1\r\nHost: h\r\n${length}\r\n\r\n`;
const sized = (bytes: number): string => headWith(`Content-Length: ${bytes}`);
const CHUNKED = headWith('Transfer-Encoding: chunked');

function chunks(body: string, size: number): string {
  let text = '';
  for (let i = 0; i < body.length; i += size) {
    const chunk = body.slice(i, i + size);
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

export function bodySuite(start: StartServer): void {
  describe('request bodies', () => {
    let fixture: Fixture;
    beforeEach(async () => {
      fixture = await startFixture(start, async (request) => Promise.resolve(echo(request)));
    });
    afterEach(() => fixture.stop());

    const body = Array.from({ length: MAX_BODY_BYTES }, (_, i) => String.fromCharCode(i % 256)).join('');

    it('passes every byte of a sized body, up to the limit', async () => {
      expect(echoOf(await fixture.ask(sized(body.length) + body)).body).to.equal(body);
    });

    for (const size of [1, 7, 1000, MAX_BODY_BYTES]) {
      it(`passes every byte of a chunked body, in chunks of ${size}`, async () => {
        // The end of the body also counts as a piece.
        const most = body.slice(0, size * (FREE_PIECES - 1));
        expect(echoOf(await fixture.ask(CHUNKED + chunks(most, size))).body).to.equal(most);
      });
    }

    for (const [what, length] of [
      ['within the limit', MAX_BODY_BYTES],
      ['over the limit', 2 * MAX_BODY_BYTES],
    ] as const) {
      it(`closes the connection on a body ${what} in far too many chunks, without an answer (docs/http.md)`, async () => {
        const connection = await fixture.connect();
        connection.send(CHUNKED + chunks('a'.repeat(length), 1));
        expect(await connection.textUntilClosed()).to.equal('');
        expect(fixture.refused).to.deep.equal(['too_many_pieces']);
        expect((await fixture.ask('GET / HTTP/1.1\r\nHost: h\r\n\r\n')).status).to.equal(200);
      });
    }

    it('reassembles a body that arrives in pieces', async () => {
      for (const [head, rest] of [
        [sized(10), '0123456789'],
        [CHUNKED, chunks('0123456789', 3)],
      ] as const) {
        const connection = await fixture.connect();
        connection.send(head);
        for (const byte of rest) {
          await connection.allRead();
          connection.send(byte);
        }
        expect(echoOf(await connection.response()).body).to.equal('0123456789');
      }
    });

    it('keeps the connection after a body, sized and chunked', async () => {
      const connection = await fixture.connect();
      for (const request of [
        sized(3) + 'abc',
        CHUNKED + chunks('abc', 2),
        sized(0),
        'GET / HTTP/1.1\r\nHost: h\r\n\r\n',
      ]) {
        connection.send(request);
        expect((await connection.response()).status).to.equal(200);
      }
    });

    it('answers Expect: 100-continue with 100, before a byte of the body is sent (RFC 9110 §10.1.1)', async () => {
      for (const framing of ['Content-Length: 3', 'Transfer-Encoding: chunked']) {
        const connection = await fixture.connect();
        connection.send(headWith(`${framing}\r\nExpect: 100-continue`));
        expect(await connection.status(), framing).to.equal(100);
        expect(fixture.handled).to.deep.equal([]);
        connection.send(framing.startsWith('C') ? 'abc' : chunks('abc', 3));
        expect(await connection.status()).to.equal(200);
        expect(fixture.handled.splice(0).map(({ body }) => body.toString())).to.deep.equal(['abc']);
      }
    });

    describe('that the head refuses (docs/http.md, Body size and time)', () => {
      const refusedWith = (length: string): string => headWith(`X-Refuse: 1\r\n${length}`);
      const answered = ({ status, body }: RawResponse): unknown[] => [status, body.toString()];

      it('are not kept, and the connection stays open', async () => {
        const connection = await fixture.connect();
        for (const request of [
          refusedWith(`Content-Length: ${MAX_BODY_BYTES}`) + body,
          refusedWith('Transfer-Encoding: chunked') + chunks(body, 100),
          refusedWith(`Content-Length: ${MAX_BODY_BYTES + DISCARD_BYTES}`) + 'x'.repeat(MAX_BODY_BYTES + DISCARD_BYTES),
        ]) {
          connection.send(request);
          expect(answered(await connection.response())).to.deep.equal([401, '127.0.0.1']);
        }
        expect(fixture.handled).to.deep.equal([]);
        connection.send(sized(1) + 'x');
        expect((await connection.response()).status).to.equal(200);
      });

      it('are not awaited if their declared length is huge: the answer comes immediately, and the connection closes', async () => {
        const connection = await fixture.connect();
        connection.send(refusedWith(`Content-Length: ${MAX_BODY_BYTES + DISCARD_BYTES + 1}`));
        expect((await connection.responsesUntilClosed()).map(answered)).to.deep.equal([[401, '127.0.0.1']]);
        expect(fixture.handled).to.deep.equal([]);
      });

      it('get the same answer if they do not arrive in time, and the connection closes', async () => {
        const connection = await fixture.connect();
        connection.send(refusedWith('Content-Length: 5'));
        expect((await connection.responsesUntilClosed()).map(answered)).to.deep.equal([[401, '127.0.0.1']]);
      });

      it('a handler decides about a request without a body', async () => {
        expect((await fixture.ask(refusedWith('Content-Length: 0'))).status).to.equal(200);
      });
    });

    describe('over the limit', () => {
      const over = 'x'.repeat(MAX_BODY_BYTES + 1);

      it('are rejected in the form of the route (413), and the connection stays open', async () => {
        const connection = await fixture.connect();
        for (const request of [sized(over.length) + over, CHUNKED + chunks(over, 100)]) {
          connection.send(request);
          const answer = await connection.response();
          expect([answer.status, answer.body.toString()]).to.deep.equal([413, 'too_large']);
        }
        expect(fixture.handled).to.deep.equal([]);
        connection.send(sized(1) + 'x');
        expect((await connection.response()).status).to.equal(200);
      });

      it('are rejected immediately if their declared length is huge, and the connection closes', async () => {
        const connection = await fixture.connect();
        connection.send(sized(MAX_BODY_BYTES + DISCARD_BYTES + 1));
        expect((await connection.responsesUntilClosed()).map(({ status }) => status)).to.deep.equal([413]);
      });

      it('are read completely up to the discard limit, and the connection stays open', async () => {
        const connection = await fixture.connect();
        const length = MAX_BODY_BYTES + DISCARD_BYTES;
        connection.send(sized(length) + 'x'.repeat(length));
        expect((await connection.response()).status).to.equal(413);
        connection.send(sized(1) + 'x');
        expect((await connection.response()).status).to.equal(200);
      });

      it('are read only up to a limit if they are chunked without end', async () => {
        const connection = await fixture.connect();
        connection.send(CHUNKED);
        const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
        let sent = 0;
        const timer = setInterval(() => {
          if (connection.socket.writableLength > 0) return;
          connection.send(chunk);
          sent += 65_536;
        }, 1);
        await connection.closed();
        clearInterval(timer);
        expect(sent)
          .to.be.at.least(DISCARD_BYTES)
          .and.below(50 * DISCARD_BYTES);
        expect(fixture.handled).to.deep.equal([]);
      });
    });

    describe('too slow', () => {
      for (const [what, bytes] of [
        ['of which no byte arrives', sized(5)],
        ['whose end does not arrive', `${sized(5)}1234`],
        ['that is chunked, without a last chunk', `${CHUNKED}3\r\nabc\r\n`],
      ] as const) {
        it(`${what}: 408 in the form of the route, and the connection closes`, async () => {
          const connection = await fixture.connect();
          connection.send(bytes);
          const [answer] = await connection.responsesUntilClosed();
          expect([answer?.status, answer?.body.toString()]).to.deep.equal([408, 'too_slow']);
          expect(fixture.handled).to.deep.equal([]);
        });
      }

      it('time out even if a byte arrives now and then', async () => {
        const connection = await fixture.connect();
        connection.send(sized(1000));
        const timer = setInterval(() => {
          connection.send('x');
        }, 20);
        const [answer] = await connection.responsesUntilClosed();
        clearInterval(timer);
        expect(answer?.status).to.equal(408);
      });
    });

    it('are read before the answer even if no handler asked for them', async () => {
      const connection = await fixture.connect();
      const path = 'POST /fixed HTTP/1.1\r\nHost: h\r\n';
      connection.send(`${path}Content-Length: 5000\r\n\r\n${'x'.repeat(5000)}${path}Content-Length: 0\r\n\r\n`);
      for (let i = 0; i < 2; i++) expect((await connection.response()).status).to.equal(200);
    });

    it('that are truncated reach no handler', async () => {
      for (const bytes of [`${sized(5)}123`, `${CHUNKED}3\r\nab`]) {
        const connection = await fixture.connect();
        connection.send(bytes);
        await eventually(() => expect(fixture.dispatched.splice(0)).to.deep.equal(['POST /echo']));
        connection.destroy();
      }
      expect((await fixture.ask(sized(0))).status).to.equal(200);
      expect(fixture.handled).to.have.length(1);
      expect(fixture.faults).to.deep.equal([]);
    });

    for (const [what, chunk] of [
      ['a size that is not a number', 'xyz\r\nhello\r\n0\r\n\r\n'],
      ['a negative size', '-5\r\nhello\r\n0\r\n\r\n'],
      ['a size beyond 64 bits', 'fffffffffffffffff\r\nhello\r\n0\r\n\r\n'],
    ] as const) {
      it(`with ${what} in a chunk reach no handler (RFC 9112 §7.1)`, async () => {
        const connection = await fixture.connect();
        connection.send(CHUNKED + chunk);
        await connection.closed();
        expect(fixture.handled).to.deep.equal([]);
      });
    }
  });
}
