import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { atExit } from './at-exit.js';
import { eventually } from './eventually.js';
import { closeAfterRun } from './started.js';

interface ChildOptions {
  readonly cwd?: string;
  /** The whole environment of the child. Default: that of the test process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Runs it as this system user; the test process must be root. */
  readonly user?: string;
  /** The signal that ends it once the test process is gone. Default SIGKILL. */
  readonly lastSignal?: 'SIGKILL' | 'SIGQUIT';
  /** Number of characters of output to keep. Default 64 Ki. */
  readonly keptOutput?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that a test started. It never outlives the test process, even if SIGKILL ends that (Linux). */
export interface Child {
  readonly pid: number;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** The last part of its output on stdout and stderr. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /**
   * Lets the test process end while this one still runs, which then ends too. For servers that several suites share.
   */
  unref(): void;
  /** Asks it to end, kills it if it does not (PATIENCE_MS), and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<Exit>;
}

const KEPT_OUTPUT = 64 * 1024;
/** A program that ends as it should may take seconds, and ten times as long on a busy machine. */
const PATIENCE_MS = 60_000;

/** Rejects if the program cannot be started. */
export async function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Child> {
  const [program, argv] = tied(command, args, options);
  const child = spawn(program, argv, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = options.keptOutput ?? KEPT_OUTPUT;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-kept)));
  }
  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`cannot start ${command}; ${howToInstall}`, { cause })));
  });
  const forget = atExit(() => child.kill(options.lastSignal ?? 'SIGKILL'));
  void exited.then(forget);
  const running: Child = {
    pid: child.pid!,
    exited,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    unref() {
      keep();
      child.unref();
      for (const pipe of [child.stdout, child.stderr]) (pipe as Socket).unref();
    },
    async end(signal = 'SIGTERM') {
      child.ref();
      child.kill(signal);
      child.kill('SIGCONT');
      const tooLong = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      const exit = await exited;
      clearTimeout(tooLong);
      return exit;
    },
  };
  const keep = closeAfterRun(() => running.end());
  void exited.then(keep);
  return running;
}

const howToInstall = 'scripts/test-servers.sh installs what the tests need';

/** Waits until the probe succeeds. Throws immediately, with its output, if the child ends first. */
export async function untilReady(child: Child, what: string, probe: () => unknown): Promise<void> {
  let exit: Exit | undefined;
  void child.exited.then((value) => (exit = value));
  const ready = await eventually(async () => {
    if (exit) return false;
    await probe();
    return true;
  });
  if (!ready) throw new Error(`${what} ended before it was ready (${JSON.stringify(exit)}):\n${child.output()}`);
}

/** On Linux the kernel signals the child when the test process dies, however it dies. */
function tied(command: string, args: readonly string[], options: ChildOptions): [string, string[]] {
  if (process.platform !== 'linux') return [command, [...args]];
  const user =
    options.user === undefined ? [] : [`--reuid=${options.user}`, `--regid=${options.user}`, '--init-groups'];
  const last = (options.lastSignal ?? 'SIGKILL').slice('SIG'.length);
  return ['setpriv', [...user, `--pdeathsig=${last}`, '--', command, ...args]];
}

/** Runs a program until it ends and returns its output. If it fails, throws an error with that output. */
export async function run(command: string, args: readonly string[], options: ChildOptions = {}): Promise<string> {
  const child = await startChild(command, args, options);
  const { code, signal } = await child.exited;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code ?? signal}):\n${child.output()}`);
  return child.output();
}
