import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBundle } from './bundle-age.js';
import { startChild, untilReady, type Child, type Exit } from './child.js';
import { freePort } from './free-port.js';
import { send } from './http-client.js';
import { withLittleInternet, type LittleInternet } from './little-internet.js';

export const MAIN = fileURLToPath(new URL('../../daemon/main.js', import.meta.url));
checkBundle(dirname(MAIN), 'program.cjs');
/** Enough for all the output of one suite, so that a test can search all of it for secrets. */
const KEPT_LOG = 64 * 1024 * 1024;

export interface GatehouseSettings {
  /** The address of its host, even before that listens: "127.0.0.1:9090". */
  readonly hostAddress: string;
  /** The host at that address speaks HTTP, in that encoding, and requires the token. Default: gRPC. */
  readonly hostEncoding?: 'proto' | 'json';
  readonly hostToken?: string;
  readonly engine?: 'uws' | 'node';
  /** The program. Default: the one from the build. */
  readonly main?: string;
  /** Without it, the daemon keeps state in memory. */
  readonly redisUrl?: string;
  readonly port?: number;
  /** Additional configuration keys: `{ 'host.deadline': '1s' }`. */
  readonly config?: Readonly<Record<string, string>>;
  /**
   * A file in the format of /etc/hosts, with the names that the daemon's operating system knows. It may change while the
   * daemon runs. A library of Debian (libnss-wrapper) takes the place of the C library's lookups: that of the machine
   * would need its configuration changed.
   */
  readonly names?: string;
  /** Replaces the real internet, for client metadata documents. */
  readonly internet?: LittleInternet;
}

/** A real daemon process: `gatehouse serve`. */
export interface Gatehouse {
  /** "http://127.0.0.1:20123", which is also the issuer of the stack's hosts. */
  readonly origin: string;
  readonly consentAddress: string;
  readonly metricsOrigin: string;
  readonly process: Child;
  /** All its output so far. */
  log(): string;
  /** Resolves when /readyz reports success: the host has described itself and the state store responds. */
  untilReady(): Promise<void>;
  stop(): Promise<Exit>;
}

/** Throttles are off unless `config` enables them: a suite makes more requests in a minute than any client. */
const WITHOUT_THROTTLES = {
  'throttle.register_per_ip.limit': '0',
  'throttle.register_global.limit': '0',
  'throttle.unconsented_per_ip.share': '0',
  'throttle.token_failures.limit': '0',
  'throttle.authorize_per_ip.limit': '0',
  'throttle.authorize_per_client.limit': '0',
  'throttle.documents_per_ip.limit': '0',
  'throttle.documents_per_host.limit': '0',
};

/**
 * On a busy machine, Redis gets no processor for a second and a host none for five, which are the defaults. A suite about a silent
 * peer sets its own.
 */
const PATIENT_WITH_REDIS = { 'redis.command_timeout': '20s' };
const PATIENT_WITH_HOST = { 'host.deadline': '30s' };
/** The same for daemons that other programs start with the environment of the test. */
export const PATIENT_ENVIRONMENT = environment({ ...PATIENT_WITH_REDIS, ...PATIENT_WITH_HOST });

/** Starts it and waits until it listens. Whether it is ready depends on its host (`untilReady`). */
export async function startGatehouse(settings: GatehouseSettings): Promise<Gatehouse> {
  const gatehouse = await launchGatehouse(settings);
  await untilReady(gatehouse.process, 'gatehouse', () => send(`${gatehouse.origin}/healthz`));
  return gatehouse;
}

/** Starts it without waiting: it may not be listening yet. */
export async function launchGatehouse(settings: GatehouseSettings): Promise<Gatehouse> {
  const port = settings.port ?? (await freePort());
  const consentPort = await freePort();
  const metricsPort = await freePort();
  const config: Record<string, string> = {
    'http.port': String(port),
    'http.engine': settings.engine ?? 'uws',
    'consent.address': `127.0.0.1:${consentPort}`,
    'metrics.port': String(metricsPort),
    ...(settings.hostEncoding === undefined
      ? { 'host.address': settings.hostAddress }
      : { 'host.url': `http://${settings.hostAddress}`, 'host.encoding': settings.hostEncoding }),
    ...(settings.hostToken === undefined ? {} : { 'host.token': settings.hostToken }),
    ...PATIENT_WITH_HOST,
    'log.level': 'debug',
    ...(settings.redisUrl === undefined ? {} : { 'redis.url': settings.redisUrl, ...PATIENT_WITH_REDIS }),
    ...WITHOUT_THROTTLES,
    ...settings.config,
  };
  const internet = settings.internet === undefined ? { args: [], env: {} } : withLittleInternet(settings.internet);
  const child = await startChild(process.execPath, [...internet.args, settings.main ?? MAIN, 'serve'], {
    env: { PATH: process.env.PATH, ...internet.env, ...namesFrom(settings.names), ...environment(config) },
    keptOutput: KEPT_LOG,
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    consentAddress: `127.0.0.1:${consentPort}`,
    metricsOrigin: `http://127.0.0.1:${metricsPort}`,
    process: child,
    log: () => child.output(),
    untilReady: () =>
      untilReady(child, 'gatehouse', async () => {
        const { status, body } = await send(`${origin}/readyz`);
        if (status !== 200) throw new Error(`/readyz answers ${status}: ${body}`);
      }),
    stop: () => child.end(),
  };
}

function namesFrom(file: string | undefined): NodeJS.ProcessEnv {
  return file === undefined ? {} : { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_HOSTS: file };
}

/** docs/configuration.md: prefix GATEHOUSE_, upper case, "__" for a dot. */
function environment(config: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [`GATEHOUSE_${name.toUpperCase().replaceAll('.', '__')}`, value]),
  );
}
