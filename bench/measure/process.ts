import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine, startPinned } from './machine.js';

/** @param name below peers/, without its extension */
export function peerFile(name: string): string {
  return fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url));
}

/** Of what a process wrote to stderr, in case it ends before its time: peers print warnings that nobody asked for. */
const KEPT_CHARACTERS = 4000;

/**
 * A server under measurement: one process or several, all pinned to the first core. What they used is read from the
 * kernel's own accounting, so that it does not matter what they say of themselves.
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

  /** Starts `node file` pinned to the first core, and waits until it says `{ ready: … }` over its IPC channel. */
  static async start<Ready>(
    file: string,
    env: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
  ): Promise<[MeasuredProcess, Ready]> {
    const measured = MeasuredProcess.run([process.execPath, ...nodeOptions, file], env);
    const { ready } = await measured.#next<{ ready: Ready }>();
    return [measured, ready];
  }

  /** The same on the core of the load generator, for what is load itself. */
  static async startOnClientCore<Ready>(
    file: string,
    env: Readonly<Record<string, string>>,
  ): Promise<[MeasuredProcess, Ready]> {
    const measured = new MeasuredProcess(startPinned(machine.clientCore, [process.execPath, file], env));
    const { ready } = await measured.#next<{ ready: Ready }>();
    return [measured, ready];
  }

  /** Starts a command pinned to the first core; whoever asks for it finds out by other means when it is ready. */
  static run(command: readonly string[], env: Readonly<Record<string, string>>): MeasuredProcess {
    return new MeasuredProcess(startPinned(machine.serverCore, command, env));
  }

  /** Asks the process for something over IPC: prepared requests, for example. One question at a time. */
  ask<Answer>(question: object): Promise<Answer> {
    const answer = this.#next<Answer>();
    this.#child.send(question);
    return answer;
  }

  /** Hears everything that it says unasked from now on. */
  hear(listener: (news: unknown) => void): void {
    this.#child.on('message', listener);
  }

  #next<Answer>(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void =>
        reject(new Error(`${this.#child.spawnargs.join(' ')} ended with ${String(code)}:\n${this.#stderr}`));
      this.#child.once('exit', ended);
      this.#child.once('message', (message) => {
        this.#child.off('exit', ended);
        resolve(message as Answer);
      });
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start');
    return this.#child.pid;
  }

  /** Seconds of CPU so far, user and system. */
  cpuSeconds(): number {
    // The fields after the command, which may hold spaces: 12 and 13 are utime and stime, in ticks of 10 ms.
    const stat = readFileSync(`/proc/${String(this.#child.pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Resident memory in MiB. */
  memoryMiB(): number {
    const status = readFileSync(`/proc/${String(this.#child.pid)}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }
}
