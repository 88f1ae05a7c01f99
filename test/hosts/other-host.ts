import { fileURLToPath } from 'node:url';
import { startChild, untilReady, type Exit, run } from '../support/child.js';

const SOURCES = fileURLToPath(new URL('../../../test/hosts/', import.meta.url));
/** Kept between runs: a Go compiler with an empty cache takes half a minute. */
const BUILDS = fileURLToPath(new URL('../../../test/output/hosts/', import.meta.url));

interface Program {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** By the name of the folder. Uses Debian's Python, because that one has Debian's gRPC. */
export const OTHER_HOSTS = {
  go: { command: `${BUILDS}go/host`, arguments: [] },
  python: {
    command: '/usr/bin/python3',
    arguments: [`${SOURCES}python/host.py`],
    environment: { PYTHONPATH: `${BUILDS}python`, PYTHONDONTWRITEBYTECODE: '1' },
  },
} as const satisfies Record<string, Program>;

export type Language = keyof typeof OTHER_HOSTS;

export interface OtherHostSettings {
  readonly address: string;
  readonly issuer: string;
  readonly token: string;
}

/** A host in another language, as a separate process. */
export interface OtherHost {
  /** Sends SIGTERM, as a service manager would. */
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
  const child = await startChild(program.command, program.arguments, {
    env: { ...program.environment, HOST_ADDRESS: address, HOST_ISSUER: issuer, HOST_TOKEN: token },
  });
  await untilReady(child, `the ${language} host`, () => {
    if (!child.output().includes('listening on')) throw new Error(`its output so far:\n${child.output()}`);
  });
  return { stop: () => child.end(), kill: () => child.end('SIGKILL') };
}
