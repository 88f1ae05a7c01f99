import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { atExit } from '../../test/support/at-exit.js';

/** The benchmark's requirements: two cores, and two tools that are not on npm. */
export interface Machine {
  /** All measured processes run here. */
  readonly serverCore: number;
  /** The load generator runs here. */
  readonly clientCore: number;
}

const TOOLS = { taskset: 'util-linux', wrk: 'wrk' } as const;

/** @throws {Error} with the missing tool or core, and advice */
function inspect(): Machine {
  for (const [tool, debianPackage] of Object.entries(TOOLS)) {
    if (spawnSync(tool, ['--version']).error !== undefined) {
      throw new Error(
        `the benchmark needs ${tool}: run it with \`make bench\`, or install the package ${debianPackage}`,
      );
    }
  }
  const [serverCore, clientCore] = allowedCores();
  if (serverCore === undefined || clientCore === undefined) {
    throw new Error('the benchmark needs two cores: one for the servers, and one for the load generator');
  }
  return { serverCore, clientCore };
}

/** The cores that this process may use; a container may not have the first ones. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export const machine = inspect();

const MAX_OUTPUT = 16 * 1024 * 1024;
const execute = promisify(execFile);

/** Runs a command on one core to its end. It ends with the benchmark, also on Ctrl-C. */
export async function runPinned(
  core: number,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ stdout: string; stderr: string }> {
  const running = execute('taskset', ['-c', String(core), ...command], {
    env: { ...process.env, ...env },
    maxBuffer: MAX_OUTPUT,
  });
  const forget = endWithUs(running.child);
  try {
    return await running;
  } finally {
    forget();
  }
}

/** Starts a command on one core. Keeps its stderr to explain an unexpected end. */
export function startPinned(
  core: number,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn('taskset', ['-c', String(core), ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  child.once('exit', endWithUs(child));
  return child;
}

function endWithUs(child: ChildProcess): () => void {
  return atExit(() => child.kill('SIGKILL'));
}
