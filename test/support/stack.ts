import type { OAuthOptions } from '@gatehouse/host';
import { expect } from 'chai';
import type { Exit } from './child.js';
import { connectConsent, type ConsentClient } from './consent-client.js';
import { freePort } from './free-port.js';
import { startGatehouse, type Gatehouse } from './gatehouse.js';
import { startHost, type HostSettings, type Loopback, type TestHost } from './host.js';
import type { LittleInternet } from './little-internet.js';
import { OAuthFlow } from './oauth-flow.js';
import { startPostgres } from './postgres.js';
import { startRedis, type RedisServer } from './redis.js';
import { borrowDaemon } from './shared-daemon.js';
import { Started } from './started.js';

export interface StackSettings {
  readonly engine?: 'uws' | 'node';
  /** Default "memory". */
  readonly state?: 'memory' | 'redis';
  /** Default "sqlite". */
  readonly database?: 'sqlite' | 'postgres';
  readonly oauth?: Partial<OAuthOptions>;
  readonly issuerPath?: string;
  readonly resourcePath?: string;
  /** A resource with an origin other than the issuer's. */
  readonly resource?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly onStep?: HostSettings['onStep'];
  readonly signIn?: HostSettings['signIn'];
  readonly internet?: LittleInternet;
  /** The host speaks HTTP in that encoding. Default: gRPC. */
  readonly hostEncoding?: 'proto' | 'json';
  /**
   * Its daemon served earlier suites and serves later ones (shared-daemon.ts). For suites that neither stop nor disturb daemon or
   * Redis, and do not read the daemon's metrics.
   */
  readonly shared?: boolean;
  /** Puts something between the daemon and the host at this address. Default: nothing. */
  readonly between?: (hostAddress: string) => Promise<{ readonly address: string; close(): void }>;
  /**
   * True if the suite provokes faults that the daemon has to report as errors. Default false: any error fails the
   * suite.
   */
  readonly errorsExpected?: boolean;
}

/** Of a host over HTTP, which requires one. */
const HOST_TOKEN = 'a-shared-token-of-the-stack';

/** A daemon process, a host in this process, and the clients for both. Ready when the promise resolves. */
export interface Stack {
  readonly gatehouse: Gatehouse;
  readonly host: TestHost;
  readonly redis: RedisServer | undefined;
  readonly consent: ConsentClient;
  readonly flow: OAuthFlow;
  readonly issuer: string;
  readonly resource: string;
  /** Ends everything and checks the daemon's log: it has to show an orderly end and no secrets. */
  stop(): Promise<void>;
  /** Ends everything that still runs, in whatever state. Happens automatically after the test that started it. */
  close(): Promise<void>;
}

export async function startStack(settings: StackSettings = {}): Promise<Stack> {
  const started = new Started();
  const shared = settings.shared === true ? await borrowDaemon(settings, () => settings.config ?? {}) : undefined;
  let isGivenBack = false;
  started.add(shared, (borrowed) => (isGivenBack ? undefined : borrowed?.end()));
  const origin = shared?.gatehouse.origin ?? `http://127.0.0.1:${await freePort()}`;
  const hostAddress: Loopback = shared?.hostAddress ?? `127.0.0.1:${await freePort()}`;
  const issuer = origin + (settings.issuerPath ?? '');
  const resource = settings.resource ?? origin + (settings.resourcePath ?? '/mcp');
  const redis =
    shared === undefined && settings.state === 'redis'
      ? started.add(await startRedis(), (server) => server.stop())
      : shared?.redis;
  const host = started.add(
    await startHost({
      address: hostAddress,
      oauth: { issuer, resource, ...settings.oauth },
      ...(settings.database === 'postgres' ? { database: await (await startPostgres()).createDatabase() } : {}),
      ...(settings.onStep === undefined ? {} : { onStep: settings.onStep }),
      ...(settings.signIn === undefined ? {} : { signIn: settings.signIn }),
      ...(settings.hostEncoding === undefined ? {} : { token: HOST_TOKEN }),
    }),
    (running) => running.close(),
  );
  const between = await settings.between?.(hostAddress);
  started.add(between, (proxy) => proxy?.close());
  const gatehouse =
    shared?.gatehouse ??
    started.add(
      await startGatehouse({
        hostAddress: between?.address ?? hostAddress,
        ...(settings.hostEncoding === undefined ? {} : { hostEncoding: settings.hostEncoding, hostToken: HOST_TOKEN }),
        port: Number(new URL(origin).port),
        ...(settings.engine === undefined ? {} : { engine: settings.engine }),
        ...(redis === undefined ? {} : { redisUrl: redis.url }),
        ...(settings.config === undefined ? {} : { config: settings.config }),
        ...(settings.internet === undefined ? {} : { internet: settings.internet }),
      }),
      (daemon) => daemon.stop(),
    );
  await gatehouse.untilReady();
  const consent = started.add(connectConsent(gatehouse.consentAddress), (client) => client.close());
  const flow = new OAuthFlow(issuer, consent);

  return {
    gatehouse,
    host,
    redis,
    consent,
    flow,
    issuer,
    resource,
    async stop() {
      isGivenBack = true;
      await started.close();
      if (shared === undefined) expectOrderlyEnd(await gatehouse.process.exited, gatehouse.log());
      const log = (await shared?.giveBack()) ?? gatehouse.log();
      expectNoSecrets(log, flow.secrets);
      if (settings.errorsExpected !== true) expectNoErrors(log);
    },
    close: () => started.close(),
  };
}

export function expectOrderlyEnd(exit: Exit, log: string): void {
  expect(exit, `${JSON.stringify(exit)}\n${log.slice(-2000)}`).to.deep.equal({ code: 0, signal: null });
}

/** Checks that no secret of the run is in a log (AS-173). */
export function expectNoSecrets(log: string, secrets: ReadonlySet<string>): void {
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      const at = log.indexOf(form);
      expect(at, `a secret in the log: …${log.slice(Math.max(0, at - 200), at)}`).to.equal(-1);
    }
  }
}

/** JSON lines with level "error" or above report faults of the daemon itself. */
export function expectNoErrors(log: string): void {
  const errors = log.split('\n').filter((line) => /"level":("(error|fatal)"|[56]0)[,}]/.test(line));
  expect(errors).to.deep.equal([]);
}
