import { fileURLToPath } from 'node:url';
import { run, startChild, untilReady, type Child } from './child.js';
import { send } from './http-client.js';
import { tempDir } from './temp-dir.js';

/** The Go SDK's folder in the repository. */
export const SDK_GO = fileURLToPath(new URL('../../../sdk/go/', import.meta.url));
/** Kept between runs, with the programs that the tests build. */
export const SDK_GO_WORK = fileURLToPath(new URL('../../../test/output/sdk-go/', import.meta.url));

/**
 * A limit for tests that build: the first build of all of Debian's packages takes minutes of processor time, and on a busy machine
 * several times as long.
 */
export const BUILD_MS = 1_800_000;

/** Runs the go command on the SDK with Debian's packages. Resolves with its output. */
export function go(...args: readonly string[]): Promise<string> {
  return run(`${SDK_GO}with-debian.sh`, [SDK_GO_WORK, ...args]);
}

const built = new Map<string, Promise<unknown>>();

/**
 * Builds a host of `drivertest/`, once for all suites of the process: even a build that finds all compiled takes more than a second
 * of processor time.
 */
export async function buildGoHost(name: 'testhost' | 'adminhost' = 'testhost'): Promise<void> {
  const building = built.get(name) ?? go('build', '-o', `${SDK_GO_WORK}${name}`, `./drivertest/${name}`);
  built.set(name, building);
  await building;
}

/** Where a test host serves, and its database: "sqlite:" and a file, or a URL of PostgreSQL. */
export interface GoHostSettings {
  readonly database: string;
  readonly issuer: string;
  readonly token: string;
  readonly address: string;
  readonly http?: string;
  readonly mount?: { readonly address: string; readonly target: string };
}

/** Starts the test host as a separate process. Resolves when it listens. */
export async function startGoHost({ database, issuer, token, address, http, mount }: GoHostSettings): Promise<Child> {
  const child = await startChild(`${SDK_GO_WORK}testhost`, [], {
    env: {
      HOST_DATABASE: database.startsWith('postgres:') ? `${database}?sslmode=disable` : database,
      HOST_ISSUER: issuer,
      HOST_TOKEN: token,
      HOST_ADDRESS: address,
      ...(http === undefined ? {} : { HOST_HTTP: http }),
      ...(mount === undefined ? {} : { HOST_MOUNT: mount.address, HOST_TARGET: mount.target }),
    },
  });
  await untilReady(child, 'the Go host', () => {
    if (!child.output().includes('listening')) throw new Error(`its output so far:\n${child.output()}`);
  });
  return child;
}

/** Starts a Go program that was built. Resolves when its address answers. */
export async function startGo(
  name: string,
  env: Readonly<Record<string, string>>,
  http: string,
  work = SDK_GO_WORK,
): Promise<Child> {
  const child = await startChild(`${work}${name}`, [], { env, cwd: tempDir(name) });
  await untilReady(child, name, async () => send(`http://${http}/`));
  return child;
}
