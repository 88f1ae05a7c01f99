import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedisOptions } from '../../daemon/state/redis/connection.js';
import { connectRedisState } from '../../daemon/state/redis/state.js';
import type { State } from '../../daemon/state/state.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import {
  startRedis,
  type RedisServer,
  PATIENT_NODES_MS,
  startRedisCluster,
  type RedisCluster,
  startRedisSentinel,
  startSentinel,
  type RedisSentinel,
} from '../support/redis.js';
import { run } from '../support/child.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { tempDir } from '../support/temp-dir.js';
import { whileNodeAcceptsEveryCertificate } from '../support/unverified.js';
import { newState, RecordingLogger } from './redis-under-test.js';
import { concurrently, countOf, expectUnavailable } from './state-under-test.js';

const MINUTE = 60_000;
const SHORT_MS = 2000;
/** cluster-node-timeout of the tests in which nodes fail. */
const IMPATIENT_NODES_MS = 1000;

describe('state in a Redis Cluster when nodes fail or slots move', () => {
  let cluster: RedisCluster;
  let state: State;

  before(async () => (cluster = await startRedisCluster(IMPATIENT_NODES_MS)));
  after(() => cluster.stop());
  beforeEach(async () => {
    await cluster.untilWhole();
    await cluster.setNodeTimeout(PATIENT_NODES_MS);
    state = newState(cluster.url);
    await eventually(() => state.ping());
  });
  afterEach(() => {
    state.close();
  });

  it('immediately serves a burst of calls that need connections to every node', async () => {
    const found = await concurrently(200, (n) => state.replays.find(`burst ${n}`));
    expect(countOf(found, (one) => one === undefined)).to.equal(200);
  });

  for (const [how, fail, recover] of [
    ['is killed', () => cluster.nodes[1]!.kill(), () => cluster.nodes[1]!.restart()],
    ['hangs', () => cluster.nodes[1]!.pause(), () => cluster.nodes[1]!.resume()],
  ] as const) {
    it(`throws Unavailable while a node ${how}, is not ready in the meantime, and recovers automatically`, async () => {
      state.close();
      state = newState(cluster.url, SHORT_MS);
      await eventually(() => state.ping());
      await cluster.setNodeTimeout(IMPATIENT_NODES_MS);
      await fail();
      try {
        await eventually(() => expectUnavailable(state.ping()));
        const saves = concurrently(30, (n) =>
          state.replays.save(`${how} ${n}`, Buffer.from('x'), MINUTE).then(
            () => 'saved',
            (error: unknown) => (error as Error).name,
          ),
        );
        expect(await saves).to.include('Unavailable');
      } finally {
        await recover();
      }
      await eventually(() => state.ping());
      await eventually(() =>
        concurrently(30, (n) => state.replays.save(`${how} again ${n}`, Buffer.from('x'), MINUTE)),
      );
    });
  }

  it('is not ready if all nodes respond but no node serves one of the slots (CLUSTER INFO: cluster_state)', async () => {
    const [node] = cluster.nodes;
    const slot = (await node!.command('CLUSTER', 'SLOTS')).split('\n')[0]!.trim();
    const owners = await Promise.all(cluster.nodes.map((each) => each.command('CLUSTER', 'MYID')));
    const all = await node!.command('CLUSTER', 'NODES');
    const first = (line: string): string => /(\d+)-\d+/.exec(line)?.[1] ?? '';
    const owner = all.split('\n').find((line) => first(line.split(' connected ')[1] ?? '') === slot);
    const index = owners.indexOf(owner?.split(' ')[0] ?? '');
    for (const each of cluster.nodes) await each.command('CLUSTER', 'DELSLOTS', slot);
    try {
      await eventually(() => expectUnavailable(state.ping()));
      for (const each of cluster.nodes) expect(await each.command('PING')).to.equal('PONG');
    } finally {
      await cluster.nodes[index]!.command('CLUSTER', 'ADDSLOTS', slot);
    }
    await eventually(() => state.ping());
  });

  it('is not ready while a node, which the others reach, rejects this daemon, and says which one', async () => {
    const [first, second, third] = cluster.nodes;
    const user = ['ACL', 'SETUSER', 'gatehouse', 'on', '~*', '+@all'];
    for (const node of [first!, third!]) await node.command(...user, '>right');
    await second!.command(...user, '>another');
    state.close();
    state = newState(cluster.url.replace('//', '//gatehouse:right@'));
    const problem = (): Promise<string> =>
      state.ping().then(
        () => 'it is ready',
        (error: unknown) => String(error),
      );
    await eventually(async () => expect(await problem()).to.match(/cannot reach 127\.0\.0\.1:\d+: .*WRONGPASS/));
    for (let times = 0; times < 200; times++) expect(await problem()).to.contain('WRONGPASS');
    await second!.command(...user, 'resetpass', '>right');
    await eventually(() => state.ping());
  });

  it('follows slots that move to another node, and loses nothing', async () => {
    const keys = Array.from({ length: 100 }, (_, n) => `moving ${n}`);
    for (const key of keys) await state.replays.save(key, Buffer.from(key), MINUTE);
    const [from, to] = await Promise.all(
      [cluster.nodes[0]!, cluster.nodes[1]!].map((node) => node.command('CLUSTER', 'MYID')),
    );
    const reshard = ['--cluster-from', from!, '--cluster-to', to!, '--cluster-slots', '1000', '--cluster-yes'];
    const moved = run('redis-cli', ['--cluster', 'reshard', `127.0.0.1:${cluster.nodes[0]!.port}`, ...reshard]);
    let moving = true;
    const watched = moved.finally(() => (moving = false));
    const look = async (): Promise<void> => {
      for (const key of keys) expect(String(await state.replays.find(key))).to.equal(key);
      if (moving) await look();
    };
    await Promise.all([watched, look()]);
    for (const key of keys) expect(String(await state.replays.find(key))).to.equal(key);
  });
});

describe('state in a Redis Cluster whose node sends one reply too many', () => {
  it('drops a connection with a reply that belongs to no command (docs/security-shared-connections.md)', async () => {
    const node = await startRedis(['--cluster-enabled', 'yes']);
    const through = await startTcpProxy(node.port);
    let state: State | undefined;
    try {
      await node.command('CONFIG', 'SET', 'cluster-announce-ip', '127.0.0.1');
      await node.command('CONFIG', 'SET', 'cluster-announce-port', String(through.port));
      await node.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
      state = newState(`redis+cluster://127.0.0.1:${through.port}`);
      await eventually(() => state?.ping());
      // Without the connections by which ioredis learns of changes.
      const ours = async () => {
        const clients = (await node.command('CLIENT', 'LIST')).split('\n');
        return clients.flatMap((client) => /^id=(\d+) .* name=gatehouse /.exec(client)?.[1] ?? []);
      };
      const before = await ours();
      expect(before).to.not.deep.equal([]);
      void through.inject('$7\r\nforeign\r\n');
      await eventually(async () => {
        const now = await ours();
        expect(now.filter((id) => before.includes(id))).to.deep.equal([]);
      });
    } finally {
      state?.close();
      await through.close();
      await node.stop();
    }
  });
});

describe('state in a Redis with Sentinel', () => {
  let sentinel: RedisSentinel;
  let state: State;

  beforeEach(async () => {
    sentinel = await startRedisSentinel();
    state = newState(sentinel.url);
    await eventually(() => state.ping());
  });
  afterEach(async () => {
    state.close();
    await sentinel.stop();
  });

  const isCopied = (key: string): Promise<string> =>
    sentinel.replica.command('EXISTS', `gatehouse-test:replay:{${key}}`);

  it('switches to the replica that Sentinel promotes when the master dies', async () => {
    await state.replays.save('before', Buffer.from('x'), MINUTE);
    await eventually(async () => expect(await isCopied('before')).to.equal('1'));
    await sentinel.master.kill();
    await eventually(() => expectUnavailable(state.ping()));
    await eventually(() => state.replays.save('after', Buffer.from('x'), MINUTE));
    expect(await isCopied('after')).to.equal('1');
    expect(await state.replays.find('before')).to.not.equal(undefined);
  });

  it('switches to the new master although the former one is still up: writes to that one would be lost', async () => {
    // Sentinel cannot demote it, so it remains a master that is cut off from the others.
    await sentinel.master.command('ACL', 'SETUSER', 'default', '-replicaof', '-slaveof', '-config');
    await sentinel.failover();
    await eventually(async () => {
      await state.replays.save('after', Buffer.from('x'), MINUTE);
      expect(await isCopied('after')).to.equal('1');
    });
    expect(await sentinel.master.command('ROLE')).to.match(/^master/);
  });
});

describe('state in a Redis behind TLS', () => {
  let dir: string;
  let redis: RedisServer;
  let port: number;
  /** Settings of a server by name, without dashes. */
  let files: readonly (readonly [name: string, value: string])[];
  let ca: Buffer;
  const open: State[] = [];

  before(async () => {
    dir = tempDir('tls');
    const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    await run('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert]);
    ca = readFileSync(cert);
    files = [
      ['tls-cert-file', cert],
      ['tls-key-file', key],
      ['tls-ca-cert-file', cert],
      ['tls-auth-clients', 'no'],
    ];
    port = await freePort();
    redis = await startRedis([
      ...['--tls-port', String(port)],
      ...files.flatMap(([name, value]) => [`--${name}`, value]),
    ]);
  });
  afterEach(() => {
    for (const state of open.splice(0)) state.close();
  });
  after(() => redis.stop());

  function stateAt(url: string, options: Partial<RedisOptions> = {}, logger = new RecordingLogger()): State {
    const state = connectRedisState({ url, keyPrefix: '', commandTimeoutMs: SHORT_MS, ...options }, logger);
    open.push(state);
    return state;
  }

  it('works with the right authority, and is unreachable with any other', async () => {
    const url = `rediss://localhost:${port}`;
    const trusting = stateAt(url, { tls: { ca } });
    await eventually(() => trusting.ping());
    const logger = new RecordingLogger();
    const distrusting = stateAt(url, {}, logger);
    await eventually(() => expect(logger.lines).to.contain('self-signed certificate'));
    await expectUnavailable(distrusting.ping());
  });

  it('with another authority is unreachable also if Node.js accepts every certificate (docs/operations.md, TLS)', async () => {
    await whileNodeAcceptsEveryCertificate(async () => {
      const logger = new RecordingLogger();
      const distrusting = stateAt(`rediss://localhost:${port}`, {}, logger);
      await eventually(() => expect(logger.lines).to.contain('self-signed certificate'));
      await expectUnavailable(distrusting.ping());
    });
  });

  it('is found through a Sentinel that requires TLS and a password (docs/configuration.md, redis.sentinel_password)', async () => {
    const sentinelPort = await freePort();
    const sentinel = await startSentinel(port, [
      'port 0',
      `tls-port ${sentinelPort}`,
      'tls-replication yes',
      'requirepass the-sentinels-own',
      ...files.map((setting) => setting.join(' ')),
    ]);
    try {
      const url = `rediss+sentinel://127.0.0.1:${sentinelPort}/primary`;
      const state = stateAt(url, { tls: { ca }, sentinelPassword: 'the-sentinels-own' });
      await eventually(() => state.ping());
      await state.replays.save('through the Sentinel', Buffer.from('x'), MINUTE);
      expect(await redis.command('EXISTS', 'replay:{through the Sentinel}')).to.equal('1');
    } finally {
      await sentinel.end();
    }
  });
});
