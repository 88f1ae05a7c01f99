import { fileURLToPath } from 'node:url';
import { startChild, untilReady, type Exit, run } from '../support/child.js';

const SOURCES = fileURLToPath(new URL('../../../test/hosts/', import.meta.url));
/** Kept between runs, with what the compilers write. */
const BUILDS = fileURLToPath(new URL('../../../test/output/hosts/', import.meta.url));

interface Program {
  readonly command: string;
  /** The arguments, for the address to listen on. */
  readonly arguments: (address: string) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** For a host that speaks HTTP in JSON: the path of its route. Default: it speaks gRPC. */
  readonly route?: string;
  /** The signal with which a service manager ends it. Default: SIGTERM. */
  readonly stopSignal?: 'SIGINT';
  /** Text of its output once it listens. */
  readonly ready: string;
}

/** By the name of the folder. Uses Debian's Python, because that one has Debian's gRPC. */
export const OTHER_HOSTS = {
  go: { command: `${BUILDS}go/host`, arguments: () => [], ready: 'listening on' },
  python: {
    command: '/usr/bin/python3',
    arguments: () => [`${SOURCES}python/host.py`],
    environment: { PYTHONPATH: `${BUILDS}python`, PYTHONDONTWRITEBYTECODE: '1' },
    ready: 'listening on',
  },
  php: {
    command: 'php',
    arguments: (address) => ['-S', address, `${SOURCES}php/index.php`],
    environment: { HOST_DATABASE: `${BUILDS}php/host.sqlite` },
    route: '/gatehouse',
    stopSignal: 'SIGINT',
    ready: 'started',
  },
} as const satisfies Record<string, Program>;

export type Language = keyof typeof OTHER_HOSTS;

export interface OtherHostSettings {
  readonly address: string;
  readonly issuer: string;
  readonly token: string;
}

/** Where the daemon and check-host find it. */
export function whereItListens(
  language: Language,
  address: string,
): { readonly route?: string; readonly arguments: readonly string[] } {
  const { route }: Program = OTHER_HOSTS[language];
  if (route === undefined) return { arguments: ['--address', address] };
  return { route, arguments: ['--url', `http://${address}${route}`, '--encoding', 'json'] };
}

/** A host in another language, as a separate process. */
export interface OtherHost {
  /** Sends the signal that a service manager would send. */
  stop(): Promise<Exit>;
  kill(): Promise<Exit>;
}

export function buildOtherHost(language: Language): Promise<string> {
  return run(`${SOURCES}${language}/build.sh`, [`${BUILDS}${language}`]);
}

/** Starts a host that has been built. Resolves when it listens. */
export async function startOtherHost(language: Language, settings: OtherHostSettings): Promise<OtherHost> {
  const program: Program = OTHER_HOSTS[language];
  const { address, issuer, token } = settings;
  const child = await startChild(program.command, program.arguments(address), {
    env: {
      PATH: process.env.PATH,
      ...program.environment,
      HOST_ADDRESS: address,
      HOST_ISSUER: issuer,
      HOST_TOKEN: token,
    },
  });
  await untilReady(child, `the ${language} host`, () => {
    if (!child.output().includes(program.ready)) throw new Error(`its output so far:\n${child.output()}`);
  });
  return { stop: () => child.end(program.stopSignal), kill: () => child.end('SIGKILL') };
}
