import { expect } from 'chai';
import { once } from 'node:events';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { healthCheck } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import type { ConsentServer } from './server.js';
import { createConsentServer } from './server.js';

const NOTHING = (): void => undefined;
const TOKEN = 'a-shared-token-of-the-test';
const MESSAGE = Buffer.from([0, 0, 0, 0, 0]);
const OK = '0';
const INVALID_ARGUMENT = '3';
const FAILED_PRECONDITION = '9';
const UNAUTHENTICATED = '16';

describe('consent: server for peers without the token (HC-13; docs/security.md, Limited resources)', () => {
  let server: ConsentServer;
  let session: ClientHttp2Session;

  async function serve(pings?: Parameters<typeof createConsentServer>[2]): Promise<void> {
    server = createConsentServer(
      { address: '127.0.0.1:0', token: TOKEN },
      { operations: () => undefined, logger: { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING } },
      pings,
    );
    await server.start();
    session = connectHttp2(`http://${server.address()}`).on('error', NOTHING);
  }

  afterEach(async () => {
    session.destroy();
    await server.stop(0);
  });

  /** The status of a call that sends its head, and then `message`; without one, it never ends. */
  async function statusOf(path: string, headers: object, message?: Buffer): Promise<unknown> {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    stream.on('error', NOTHING).resume();
    if (message !== undefined) stream.end(message);
    const status = new Promise((resolve) => {
      for (const event of ['response', 'trailers']) {
        stream.on(event, ({ 'grpc-status': status }: IncomingHttpHeaders) => status !== undefined && resolve(status));
      }
      stream.once('close', () => resolve('closed'));
    });
    return status;
  }

  it('refuses a call by its head, before a byte of its message', async () => {
    await serve();
    for (const headers of [{}, { authorization: 'Bearer another-token-of-a-stranger' }, { authorization: TOKEN }]) {
      expect(await statusOf(consentService.Revoke.path, headers)).to.equal(UNAUTHENTICATED);
    }
  });

  it('reads the message of a call with the token, and that of a health check', async () => {
    await serve();
    const authorization = `Bearer ${TOKEN}`;
    const called = statusOf(consentService.Revoke.path, { authorization }, MESSAGE);
    expect(await called).to.be.oneOf([FAILED_PRECONDITION, INVALID_ARGUMENT]);
    expect(await statusOf(healthCheck.path, {}, MESSAGE)).to.equal(OK);
  });

  it('takes 100 calls at once on a connection (RFC 9113 §6.5.2)', async () => {
    await serve();
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).to.equal(100);
  });

  it('ends a connection that begins with HTTP/2 and then answers no ping', async () => {
    await serve({ everyMs: 50, patienceMs: 50 });
    const silent = connect(Number(server.address().split(':')[1]), '127.0.0.1')
      .on('error', NOTHING)
      .resume();
    silent.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await once(silent, 'close');
    // The other one answers pings.
    expect(session.closed).to.equal(false);
    expect(await statusOf(healthCheck.path, {}, MESSAGE)).to.equal(OK);
  });
});
