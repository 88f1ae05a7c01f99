import { expect } from 'chai';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect as connectPlain, createServer } from 'node:net';
import { join } from 'node:path';
import { connectRedisState } from '../../daemon/state/redis/state.js';
import type { RedisOptions } from '../../daemon/state/redis/connection.js';
import type { State } from '../../daemon/state/state.js';
import type { Authority, Certificate } from '../support/certificates.js';
import { newAuthority } from '../support/certificates.js';
import type { Child } from '../support/child.js';
import { startChild } from '../support/child.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { tempDir } from '../support/temp-dir.js';
import { RecordingLogger } from './redis-under-test.js';

const SHORT_MS = 1500;
const KINDS = ['rediss', 'rediss+cluster', 'rediss+sentinel'] as const;
type Kind = (typeof KINDS)[number];
type Tls = NonNullable<RedisOptions['tls']>;

/** /readyz and the log have to say which server is wrong, and what to do (docs/operations.md, Redis). */
describe('a Redis with a connection over TLS that fails', () => {
  let ours: Authority;
  let others: Authority;
  const ends: (() => unknown)[] = [];
  before(async () => {
    [ours, others] = await Promise.all([newAuthority('ours'), newAuthority('others')]);
  });
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  interface Server {
    readonly certificate?: Certificate;
    readonly asksClients?: boolean;
    readonly settings?: readonly string[];
  }

  /** A server of that kind: a node of a cluster, or a Sentinel. Without a certificate it speaks no TLS. */
  async function start(kind: Kind, { certificate, asksClients = false, settings = [] }: Server): Promise<number> {
    const dir = tempDir('redis-tls');
    const port = await freePort();
    const lines = [...settings, 'bind 127.0.0.1', `dir ${dir}`, 'save ""'];
    if (certificate === undefined) lines.push(`port ${port}`);
    else {
      const files = { cert: certificate.certificate, key: certificate.key, 'ca-cert': ours.certificate };
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(dir, name), content);
        lines.push(`tls-${name}-file ${join(dir, name)}`);
      }
      lines.push('port 0', `tls-port ${port}`, `tls-auth-clients ${asksClients ? 'yes' : 'no'}`);
    }
    if (kind === 'rediss+cluster') lines.push('cluster-enabled yes', `cluster-port ${await freePort()}`);
    if (kind === 'rediss+sentinel') lines.push(`sentinel monitor primary 127.0.0.1 ${port} 1`);
    const file = join(dir, 'redis.conf');
    writeFileSync(file, lines.join('\n'));
    const child: Child = await startChild('redis-server', kind === 'rediss+sentinel' ? [file, '--sentinel'] : [file]);
    ends.push(() => child.end());
    // The log has one line for an outage, with its first reason.
    await eventually(async () => {
      const socket = connectPlain(port, '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
    });
    return port;
  }

  function connect(kind: Kind | 'redis+cluster', port: number, tls: Tls, host = 'localhost') {
    const logger = new RecordingLogger();
    const password = kind === 'rediss+sentinel' ? '' : ':hunter2@';
    const url = `${kind}://${password}${host}:${port}${kind === 'rediss+sentinel' ? '/primary' : ''}`;
    const state: State = connectRedisState({ url, keyPrefix: '', commandTimeoutMs: SHORT_MS, tls }, logger);
    ends.unshift(() => state.close());
    return { state, logger };
  }

  async function expectReason({ state, logger }: ReturnType<typeof connect>, reason: RegExp): Promise<void> {
    await eventually(async () => {
      const failure = await state.ping().then(
        () => 'it is ready',
        (error: unknown) => String(error),
      );
      expect(failure).to.match(reason);
    });
    await eventually(() => expect(logger.lines).to.match(reason));
    expect(logger.lines.match(/cannot reach Redis; /g)).to.have.length(1);
    expect(logger.lines).to.not.contain('hunter2');
  }

  const trusting = (): Tls => ({ ca: ours.certificate });
  const presenting = ({ certificate, key }: Certificate): Tls => ({ ...trusting(), cert: certificate, key });

  for (const kind of KINDS) {
    for (const [what, server, tls, reason] of [
      [
        'whose certificate has expired',
        async () => ({ certificate: await ours.issueExpired() }),
        trusting,
        /certificate has expired/,
      ],
      [
        'whose certificate is of another authority',
        async () => ({ certificate: await others.issue() }),
        trusting,
        /redis\.tls\.ca does not have the authority/,
      ],
      [
        'whose certificate is for another name',
        async () => ({ certificate: await ours.issue('DNS:redis.example') }),
        trusting,
        /localhost\. is not in the cert's altnames: DNS:redis\.example; set redis\.tls\.server_name/,
      ],
      [
        'that asks for a client certificate, without one',
        async () => ({ certificate: await ours.issue(), asksClients: true }),
        trusting,
        /requires a client certificate; set redis\.tls\.cert and redis\.tls\.key/,
      ],
      [
        'that does not accept the client certificate',
        async () => ({ certificate: await ours.issue(), asksClients: true }),
        async () => presenting(await others.issue()),
        /does not accept the client certificate of redis\.tls\.cert/,
      ],
      [
        'that speaks no TLS',
        () => Promise.resolve({}),
        trusting,
        /it does not answer the TLS handshake within 1500 ms; perhaps it does not speak TLS|its port may be one without TLS/,
      ],
    ] as const) {
      it(`says what is wrong with a server ${what} (${kind})`, async () => {
        const port = await start(kind, await server());
        await expectReason(connect(kind, port, await tls()), reason);
      });
    }
  }

  it('says that a server may expect TLS, if it closes connections without TLS', async () => {
    const port = await start('rediss+cluster', { certificate: await ours.issue() });
    await expectReason(connect('redis+cluster', port, {}), /localhost:\d+: .*it may expect TLS: use rediss/);
  });

  it('says that a server which accepts connections does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    ends.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    await expectReason(connect('rediss+cluster', port, trusting(), '127.0.0.1'), /does not answer the TLS handshake/);
    await expectReason(connect('redis+cluster', port, {}, '127.0.0.1'), /127\.0\.0\.1:\d+: it does not answer within/);
  });

  it('finds the nodes of a cluster by their names, if their certificates have no addresses', async () => {
    const names = ['cluster-announce-hostname localhost', 'cluster-preferred-endpoint-type hostname'];
    const port = await start('rediss+cluster', { certificate: await ours.issue('DNS:localhost'), settings: names });
    // It serves no slot.
    await expectReason(connect('rediss+cluster', port, trusting()), /the cluster does not serve all slots/);
  });
});
