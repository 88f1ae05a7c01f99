import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild, untilReady, type Child } from '../../support/child.js';
import { freePort } from '../../support/free-port.js';
import { PATIENT_ENVIRONMENT } from '../../support/gatehouse.js';

const LAUNCHER = fileURLToPath(new URL('../../../demo/main.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../../demo/client.js', import.meta.url));

/** The demo as `make demo` runs it, as a separate process on its own port. */
export interface RunningDemo {
  readonly issuer: string;
  readonly port: number;
  readonly launcher: Child;
  readonly application: number;
  readonly gatehouse: number;
  /** The daemon's own HTTP address. */
  readonly daemonUrl: string;
  /** The directory with its databases and logs. */
  readonly directory: string;
  /** Removes the demo's files. Call this after it has ended. */
  removeFiles(): void;
}

/**
 * By default `launcher` is the launcher itself; "as make does" makes it a shell that waits for the launcher.
 *
 * @param settings environment variables of the launcher and of the parts
 */
export async function startDemo(
  how?: 'as make does',
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const port = await freePort();
  // Another demo on this machine may be about to use the default ports.
  const inner = [await freePort(), await freePort(), await freePort(), await freePort()].join();
  const launcher = await (how === undefined
    ? launch(port, { DEMO_INNER_PORTS: inner, ...settings })
    : startChild('sh', ['-c', 'node "$0"; exit', LAUNCHER], {
        env: { ...demoEnv(port), DEMO_INNER_PORTS: inner, MAKELEVEL: '1' },
      }));
  await untilReady(launcher, 'the demo', () => {
    if (!launcher.output().includes('Ctrl-C stops everything')) throw new Error('not yet');
  });
  const output = launcher.output();
  const [, application, gatehouse] = /application (\d+), gatehouse (\d+)/.exec(output) ?? [];
  const [, daemonUrl = ''] = /Gatehouse +(http\S+)/.exec(output) ?? [];
  const [, directory = ''] = /Files +(\S+)/.exec(output) ?? [];
  return {
    issuer: `http://localhost:${port}`,
    port,
    launcher,
    application: Number(application),
    gatehouse: Number(gatehouse),
    daemonUrl,
    directory,
    removeFiles: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Starts the launcher on a port and does not wait for it. */
export function launch(port: number, settings: Readonly<Record<string, string>> = {}): Promise<Child> {
  return startChild(process.execPath, [LAUNCHER], { env: { ...demoEnv(port), ...settings } });
}

/** The demo client as `make demo-client` runs it. */
export function startDemoClient(port: number): Promise<Child> {
  return startChild(process.execPath, [CLIENT], { env: demoEnv(port) });
}

/** Returns true if a process with that id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Under `make test` the tests inherit make's variables. Without make as its parent, the launcher must not look for it.
 */
function demoEnv(port: number): NodeJS.ProcessEnv {
  return { ...process.env, ...PATIENT_ENVIRONMENT, DEMO_PORT: String(port), MAKELEVEL: undefined };
}
