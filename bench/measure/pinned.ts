import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { atExit } from '../../test/support/at-exit.js';

const MAX_OUTPUT = 16 * 1024 * 1024;
const execute = promisify(execFile);

/** Runs a command on one core to its end. It is ended with the benchmark, also by Ctrl-C. */
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

/** Starts a command on one core. What it writes to stderr is kept for whoever asks why it ended. */
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
