import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SETPRIV = '/usr/bin/setpriv';
const GRACE_MS = 10_000;
const TAIL_LINES = 15;

/** One process of the demo. Its output goes to a separate log file. */
export class Part {
  /** Resolves when it has ended; never rejects. */
  readonly ended: Promise<void>;
  #exit: string | undefined;

  private constructor(
    readonly name: string,
    readonly logFile: string,
    private readonly child: ChildProcess,
  ) {
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = signal ?? `code ${String(code)}`;
        resolve();
      });
      child.once('error', (error) => {
        this.#exit = error.message;
        resolve();
      });
    });
  }

  /** Runs a program in that directory. `environment` is added to the launcher's. */
  static start(name: string, command: readonly string[], environment: Record<string, string>, directory: string): Part {
    const logFile = join(directory, `${name.toLowerCase()}.log`);
    const log = openSync(logFile, 'w', 0o600);
    const [program = '', ...argv] = [...tie(), ...command];
    // Detached, so that Ctrl-C in the terminal reaches only the launcher, which then stops the parts in order.
    const child = spawn(program, argv, {
      // Not the launcher's working directory: a gatehouse.yaml there does not belong to the demo.
      cwd: directory,
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    return new Part(name, logFile, child);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** How the process ended, and its last output; undefined while it runs. */
  get obituary(): string | undefined {
    if (this.#exit === undefined) return undefined;
    const tail = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n  ');
    return `${this.name} ended (${this.#exit}). The end of ${this.logFile}:\n\n  ${tail}\n`;
  }

  /** Asks the process to end; after a timeout, kills it and all processes that it started. */
  async stop(): Promise<void> {
    if (this.#exit === undefined) this.child.kill('SIGTERM');
    const tooLong = setTimeout(() => this.#killGroup(), GRACE_MS);
    await this.ended;
    clearTimeout(tooLong);
    this.#killGroup();
  }

  #killGroup(): void {
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** On Linux the kernel stops the part when the launcher ends, even if the launcher was killed. */
function tie(): string[] {
  return process.platform === 'linux' && existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig=TERM', '--'] : [];
}

const LIMIT_MS = 180_000;

/** Waits until all addresses return 200. Rejects if a part ends before that, or after a timeout. */
export async function untilReady(urls: readonly string[], parts: readonly Part[], stop: AbortSignal): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  for (const url of urls) {
    while (!(await answers(url))) {
      stop.throwIfAborted();
      const dead = parts.find((part) => part.obituary !== undefined);
      if (dead) throw new Error(dead.obituary);
      if (Date.now() > deadline) {
        const logs = parts.map((part) => part.logFile).join(' and ');
        throw new Error(`${url} did not return 200 within ${LIMIT_MS / 1000} s. See ${logs}.`);
      }
      await sleep(50);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
