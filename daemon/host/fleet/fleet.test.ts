import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '../channel/call.js';
import type { Connection, HostTarget } from '../channel/connection.js';
import { Reporter } from '../channel/reporter.js';
import { Describer } from '../describe.js';
import type { HostsConfig } from '../link.js';
import { connectHost } from '../link.js';
import { OWN_ADDRESS } from '../testing/own-address.js';
import type { SmallHost, SmallHostBehavior, Transport } from '../testing/small-host.js';
import {
  CALL,
  committedEmpty,
  description,
  freePort,
  Refusal,
  startHost,
  streaming,
  targetOf,
  TRANSPORTS,
  until,
} from '../testing/small-host.js';
import { Fleet } from './fleet.js';

const READ = [{ kind: 'findClient', clientId: 'x' }] as const;
const WRITE = [{ kind: 'stampConsent', clientId: 'x', at: 0 }] as const;

describe('host: several hosts', () => {
  let hosts: SmallHost[];
  let running: ReturnType<typeof linkTo> | undefined;

  beforeEach(() => {
    hosts = [];
  });
  afterEach(async () => {
    await running?.link.stop(0);
    running = undefined;
    for (const host of hosts) host.kill();
  });

  /** A host that counts its transactions under that name. */
  async function hostNamed(
    name: string,
    transport: Transport,
    { port = 0, ...behavior }: SmallHostBehavior & { port?: number } = {},
  ): Promise<SmallHost> {
    const host = await startHost(
      {
        transact: (request) => {
          running?.calls.push(name);
          return committedEmpty(request);
        },
        ...behavior,
      },
      port,
      transport,
    );
    hosts.push(host);
    return host;
  }

  function linkTo(at: readonly HostTarget[], overrides: Partial<HostsConfig> = {}, resolve?: () => Promise<string[]>) {
    const recorded = { calls: [] as string[], inUse: new Map<string, boolean>(), log: [] as string[], described: 0 };
    const note = (_fields: object, message: string): void => void recorded.log.push(message);
    const link = connectHost(
      { at, timeoutMs: 5000, maxInFlight: 100, ...overrides },
      {
        logger: { debug: note, info: note, warn: note, error: note },
        gatehouseVersion: '0.0.0-test',
        telemetry: { rpcFinished: () => undefined, contractViolation: () => undefined },
        seriesOf: (host) => ({
          inUse: (isInUse) => recorded.inUse.set(host, isInUse),
          called: () => undefined,
          gone: () => recorded.inUse.delete(host),
        }),
        onDescription: () => void (recorded.described += 1),
        leftOutMs: 200,
        ...(resolve && { resolve }),
      },
    );
    return { link, ...recorded, inUse: recorded.inUse, described: () => recorded.described };
  }

  const at = ({ port }: { port: number }, transport: Transport): HostTarget => targetOf(transport, port);

  async function start(targets: readonly HostTarget[], overrides?: Partial<HostsConfig>): Promise<void> {
    running = linkTo(targets, overrides);
    await running.link.start();
  }
  const inUse = (): number => [...(running?.inUse.values() ?? [])].filter(Boolean).length;

  for (const transport of TRANSPORTS) {
    describe(`over ${transport}`, () => {
      it('uses all hosts in turn, and applies their common description once (HC-17)', async () => {
        const [a, b] = [await hostNamed('a', transport), await hostNamed('b', transport)];
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 2);
        for (let n = 0; n < 6; n += 1) await running?.link.backend.transact(WRITE, CALL);
        expect([...(running?.calls ?? [])].sort().join('')).to.equal('aaabbb');
        expect(running?.described()).to.equal(1);
        expect(running?.link.status()).to.deep.include({ connected: true, problem: '', warnings: [] });
        expect(await running?.link.checkHealth(CALL)).to.satisfy((problem: string) =>
          transport === 'gRPC' ? problem.includes('UNIMPLEMENTED') : problem === '',
        );
      });

      it('leaves a lost host out at once, names it, and takes it back when it returns (HC-17)', async () => {
        const [a, b] = [await hostNamed('a', transport), await hostNamed('b', transport)];
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 2);
        b.kill();
        // A write that meets the closing connection has an unknown outcome. Over HTTP, only a call notices the loss.
        if (transport === 'gRPC') await until(() => inUse() === 1);
        while (inUse() === 2) await running?.link.backend.transact(READ, CALL);
        running?.calls.splice(0);
        for (let n = 0; n < 6; n += 1) await running?.link.backend.transact(WRITE, CALL);
        expect(running?.calls).to.deep.equal(Array.from({ length: 6 }, () => 'a'));
        expect(running?.link.status().problem).to.equal('');
        expect(running?.link.status().warnings.join()).to.contain(b.address);
        await hostNamed('b', transport, { port: b.port });
        await until(() => inUse() === 2);
        for (let n = 0; n < 2; n += 1) await running?.link.backend.transact(WRITE, CALL);
        expect(running?.calls).to.include('b');
        expect(running?.link.status().warnings).to.deep.equal([]);
      });

      it('repeats a failed read at another host, and never a write (HC-3)', async () => {
        let refused = 0;
        const transact = () => {
          refused += 1;
          throw new Refusal(status.UNAVAILABLE);
        };
        const [a, b] = [await hostNamed('a', transport), await hostNamed('b', transport, { transact })];
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 2);
        for (let n = 0; n < 4; n += 1) await running?.link.backend.transact(READ, CALL);
        expect(refused).to.be.at.least(1);
        expect(running?.calls).to.have.length(4);
        const readsRefused = refused;
        const writes = [1, 2].map(() => running!.link.backend.transact(WRITE, CALL));
        const outcomes = await Promise.allSettled(writes);
        expect(outcomes.map((outcome) => outcome.status).sort()).to.deep.equal(['fulfilled', 'rejected']);
        expect([refused - readsRefused, running?.calls.length]).to.deep.equal([1, 5]);
      });

      it('gives a host that only fails no calls for a while, if another one takes them (HC-53)', async () => {
        let [isFailing, failed] = [true, 0];
        const transact: NonNullable<SmallHostBehavior['transact']> = (request) => {
          if (isFailing) {
            failed += 1;
            throw new Refusal(status.INTERNAL);
          }
          running?.calls.push('b');
          return committedEmpty(request);
        };
        const [a, b] = [await hostNamed('a', transport), await hostNamed('b', transport, { transact })];
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 2);
        const write = () => running!.link.backend.transact(WRITE, CALL).catch(() => undefined);
        await until(() => inUse() === 1 || (void write(), false));
        expect(running?.link.status().problem).to.equal('');
        expect(running?.link.status().warnings.join()).to.contain(b.address).and.contain('all failed');
        // Back after a while: one more failure, and it is out for longer.
        await until(() => inUse() === 2);
        const before = failed;
        await until(() => inUse() === 1 || (void write(), false));
        expect(failed).to.be.above(before);
        isFailing = false;
        await until(() => inUse() === 2);
        await until(() => running!.calls.includes('b') || (void write(), false));
        expect(running?.link.status().warnings).to.deep.equal([]);
      });

      it('uses hosts that only fail when there is no other (HC-53)', async () => {
        let called = 0;
        const transact = () => {
          called += 1;
          throw new Refusal(status.INTERNAL);
        };
        const [a, b] = [await hostNamed('a', transport, { transact }), await hostNamed('b', transport, { transact })];
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 2);
        for (let n = 0; n < 30; n += 1) await running?.link.backend.transact(WRITE, CALL).catch(() => undefined);
        expect([called, running?.link.status().problem]).to.deep.equal([30, '']);
      });

      it('gives a host that describes itself differently no request until the others are gone (HC-18)', async () => {
        const other = () =>
          description({ oauth: { issuer: 'https://other.example', resource: 'https://other.example/mcp' } });
        const a = await hostNamed('a', transport);
        const b = { port: await freePort() };
        await start([at(a, transport), at(b, transport)]);
        await until(() => inUse() === 1);
        await hostNamed('b', transport, { port: b.port, describe: other });
        await until(() => running!.link.status().warnings.join().includes('differently'));
        expect(running?.link.status().warnings.join()).to.contain('oauth.issuer, oauth.resource');
        for (let n = 0; n < 4; n += 1) await running?.link.backend.transact(WRITE, CALL);
        expect(running?.calls).to.deep.equal(['a', 'a', 'a', 'a']);
        expect(running?.link.status().description?.oauth?.issuer).to.equal('https://notes.example');
        a.kill();
        if (transport !== 'gRPC') await running?.link.backend.transact(READ, CALL).catch(() => undefined);
        await until(() => running?.link.status().description?.oauth?.issuer === 'https://other.example');
        await until(() => inUse() === 1);
        await running?.link.backend.transact(WRITE, CALL);
        expect(running?.calls.at(-1)).to.equal('b');
        // The one that comes back with the former description is the different one now.
        await hostNamed('a', transport, { port: a.port });
        await until(() => running!.link.status().warnings.join().includes('differently'));
        expect(running?.described()).to.equal(2);
      });
    });
  }

  it('gives a host behind a server that answers in its place no calls for a while (HC-53)', async () => {
    const [a, b] = [await hostNamed('a', 'HTTP'), await hostNamed('b', 'HTTP')];
    const page = createServer((received, response) => {
      if (received.url?.endsWith('/Describe') === true) {
        const { method = '', url, headers } = received;
        const sent = sendRequest({ host: OWN_ADDRESS, port: b.port, path: url, method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        });
        received.pipe(sent);
      } else
        received.resume().once('end', () => response.writeHead(200, { 'content-type': 'text/html' }).end('Back soon'));
    });
    await once(page.listen(0, OWN_ADDRESS), 'listening');
    hosts.push({ address: '', port: 0, kill: () => void page.close() });
    await start([at(a, 'HTTP'), at(page.address() as AddressInfo, 'HTTP')]);
    await until(() => inUse() === 2);
    const write = () => running!.link.backend.transact(WRITE, CALL).catch(() => undefined);
    await until(() => inUse() === 1 || (void write(), false));
    expect(running?.link.status().warnings.join()).to.contain('all failed');
  });

  it('uses the streams of all hosts in turn', async () => {
    const describe = () => streaming();
    const [a, b] = [await hostNamed('a', 'gRPC', { describe }), await hostNamed('b', 'gRPC', { describe })];
    await start([at(a, 'gRPC'), at(b, 'gRPC')]);
    await until(() => inUse() === 2);
    await until(() => running!.calls.length >= 40 || (void running?.link.backend.transact(WRITE, CALL), false));
    for (const name of ['a', 'b']) expect(running?.calls.filter((call) => call === name)).to.have.length.at.least(10);
  });

  it('takes no late answer of a host that was taken out of use (HC-19)', async () => {
    const taken: unknown[] = [];
    let answer!: (checked: unknown) => void;
    const answered = new Promise((resolve) => (answer = resolve));
    const nothing = (): void => undefined;
    const describer = new Describer({
      caller: { unary: () => answered } as unknown as Caller,
      connection: { onReady: nothing, streams: undefined, target: 'a' } as unknown as Connection,
      logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      gatehouseVersion: '0.0.0-test',
      take: (description) => void taken.push(description),
      hasDescription: () => false,
      onAnswer: (description) => void taken.push(description),
      onSettled: () => void taken.push('settled'),
    });
    describer.start();
    describer.stop();
    answer({ description: {} });
    await answered;
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).to.deep.equal([]);
  });

  it('is not ready without any host, and says why of each', async () => {
    const ports = [await freePort(), await freePort()];
    await start(ports.map((port) => ({ address: `${OWN_ADDRESS}:${port}` })));
    await until(() => running!.link.status().problem.includes('UNAVAILABLE'));
    for (const port of ports) expect(running?.link.status().problem).to.contain(`${OWN_ADDRESS}:${port}: `);
  });

  it('uses the hosts at all addresses of a name, and follows its records (HC-19)', async () => {
    const a = await hostNamed('a', 'gRPC');
    let addresses = [OWN_ADDRESS, '127.0.0.2'];
    running = linkTo(
      [{ address: `hosts.example:${a.port}` }],
      { everyRecord: true, token: 'a-shared-token-of-the-test' },
      () => Promise.resolve(addresses),
    );
    await running.link.start();
    await until(() => inUse() === 1);
    expect([...running.inUse.keys()]).to.have.members([a.address, `127.0.0.2:${a.port}`]);
    await running.link.backend.transact(WRITE, CALL);
    expect(running.calls).to.deep.equal(['a']);
    addresses = [OWN_ADDRESS];
    await until(() => running!.inUse.size === 1);
    await running.link.backend.transact(WRITE, CALL);
  });
});

describe('host: the metrics of a host whose address leaves the records and returns (HC-69)', () => {
  it('end when it leaves, not when its last call ends, and belong to the returned one', async () => {
    const host = await startHost({});
    const events: string[] = [];
    const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const telemetry = { rpcFinished: () => undefined, contractViolation: () => undefined };
    let number = 0;
    const fleet = new Fleet(
      { timeoutMs: 50, maxInFlight: 100 },
      {
        reporter: new Reporter(telemetry, logger),
        logger,
        gatehouseVersion: '0.0.0-test',
        seriesOf: () => {
          const name = `series ${++number}`;
          return {
            inUse: (isInUse) => void events.push(`${name}: ${isInUse}`),
            called: () => undefined,
            gone: () => void events.push(`${name}: gone`),
          };
        },
        onDescription: () => undefined,
      },
    );
    const target = { address: host.address };
    fleet.start();
    fleet.setTargets([target]);
    await until(() => events.includes('series 1: true'));
    fleet.setTargets([]);
    expect(events.at(-1)).to.equal('series 1: gone');
    fleet.setTargets([target]);
    await until(() => events.includes('series 2: true'));
    fleet.close();
    const after = events.slice(events.indexOf('series 1: gone') + 1);
    expect(after).to.deep.equal(['series 2: false', 'series 2: true', 'series 2: gone']);
    host.kill();
  });
});
