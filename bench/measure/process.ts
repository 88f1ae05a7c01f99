import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machine, startPinned } from './machine.js';
import { cpuSecondsOf, treeOf } from './usage.js';

/** @param name below peers/, without its extension */
export function peerFile(name: string): string {
  return fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url));
}

/** Limit of the stderr that is kept for early ends: some peers print many warnings. */
const KEPT_CHARACTERS = 4000;

/**
 * A measured server and what it starts, pinned to the first core. CPU and memory come from the kernel's accounting, not from
 * the processes themselves.
 */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  #stderr = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-KEPT_CHARACTERS);
    });
  }

  /** Starts `node file` pinned to the first core, and waits until it sends `{ ready: … }` over its IPC channel. */
  static async start<Ready>(
    file: string,
    env: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
  ): Promise<[MeasuredProcess, Ready]> {
    const measured = MeasuredProcess.run([process.execPath, ...nodeOptions, file], env);
    const { ready } = await measured.#next<{ ready: Ready }>();
    return [measured, ready];
  }

  /** The same on the core of the load generator, for processes that generate load or prepare it. */
  static async startOnClientCore<Ready = unknown>(
    file: string,
    env: Readonly<Record<string, string>>,
  ): Promise<[MeasuredProcess, Ready]> {
    const measured = new MeasuredProcess(startPinned(machine.clientCore, [process.execPath, file], env));
    const { ready } = await measured.#next<{ ready: Ready }>();
    return [measured, ready];
  }

  /** Starts a command pinned to the first core. The caller must determine when it is ready. */
  static run(command: readonly string[], env: Readonly<Record<string, string>>): MeasuredProcess {
    return new MeasuredProcess(startPinned(machine.serverCore, command, env));
  }

  /** Sends a question over IPC, for example for prepared requests. One question at a time. */
  ask<Answer>(question: object): Promise<Answer> {
    const answer = this.#next<Answer>();
    this.#child.send(question);
    return answer;
  }

  /** Receives all further messages of the process. */
  hear(listener: (news: unknown) => void): void {
    this.#child.on('message', listener);
  }

  #next<Answer>(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(this.#ended());
      this.#child.once('exit', ended);
      this.#child.once('message', (message) => {
        this.#child.off('exit', ended);
        resolve(message as Answer);
      });
    });
  }

  /** @throws {Error} if it has ended, with what it wrote to stderr */
  expectRunning(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw this.#ended();
  }

  #ended(): Error {
    const how = String(this.#child.exitCode ?? this.#child.signalCode);
    return new Error(`${this.#child.spawnargs.join(' ')} ended with ${how}:\n${this.#stderr}`);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start');
    return this.#child.pid;
  }

  /** The process and everything that it started. */
  get pids(): number[] {
    return treeOf(this.pid);
  }

  /** Seconds of CPU so far, user and system, of all of them. */
  cpuSeconds(): number {
    return cpuSecondsOf(this.pid);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }
}
