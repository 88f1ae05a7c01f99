import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { messageOf } from './core/faults.js';
import type { Component, Logger } from './core/runtime.js';
import type { Pauses } from './core/timing.js';
import { growingPause } from './core/timing.js';
import { listenProblem } from './http/server.js';
import { TERMINATE } from './lifecycle.js';

/** The answer to a probe, as plain values that travel between processes. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

const QUESTION = 'gatehouse:readiness?';
const ANSWER = 'gatehouse:readiness';
/** Workers answer within half of this, from what they know. One that takes longer is too busy to serve. */
const ANSWER_WITHIN_MS = 500;

interface Answered extends ProbeAnswer {
  readonly gatehouse: typeof ANSWER;
}

/** In a worker process: answers the primary, which serves probes for all workers. */
export function answerPrimary(readiness: () => Promise<ProbeAnswer>): void {
  process.on('message', (message) => {
    if (message !== QUESTION) return;
    void readiness().then(({ status, body }) => process.send?.({ gatehouse: ANSWER, status, body } satisfies Answered));
  });
}

/** In the primary process: ready as soon as one worker is; otherwise reports the problem of a worker. */
export async function readinessOfWorkers(): Promise<ProbeAnswer> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
  const answers = await Promise.all(workers.map(ask));
  const known = answers.filter((answer) => answer !== undefined);
  return (
    known.find(({ status }) => status === 200) ??
    known[0] ?? { status: 503, body: `${JSON.stringify({ status: 'not_ready', checks: { workers: 'no answer' } })}\n` }
  );
}

function ask(worker: Worker): Promise<ProbeAnswer | undefined> {
  return new Promise((resolve) => {
    const done = (answer: ProbeAnswer | undefined): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      resolve(answer);
    };
    const onMessage = (message: unknown): void => {
      if (isAnswer(message)) done({ status: message.status, body: message.body });
    };
    const timer = setTimeout(() => done(undefined), ANSWER_WITHIN_MS);
    worker.on('message', onMessage);
    worker.send(QUESTION);
  });
}

function isAnswer(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'gatehouse' in message && message.gatehouse === ANSWER;
}

/** The message that a worker sends to its primary when it listens. */
export const STARTED = 'gatehouse:started';

/** The message that a worker sends to its primary when it has applied its host's description. */
export const ATTACHED = 'gatehouse:attached';

/** Exit code of a worker that could not apply its host's description, and has logged why (EX_CONFIG of sysexits). */
export const HOPELESS = 78;

const PAUSES: Pauses = { firstMs: 100, longestMs: 10_000 };
/** A worker that lived this long did not die of an immediate cause, so the next pause is short again. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * The workers as one component of the primary process. The first one runs alone until it has applied its host's description:
 * if it cannot start, or cannot serve the description, the daemon exits and logs the reason once instead of once per worker.
 * After that, a worker that dies is replaced, with growing pauses, because the other workers keep serving.
 */
export class Workers implements Component {
  readonly name = 'workers';
  readonly #count: number;
  readonly #http: { readonly host: string; readonly port: number };
  readonly #logger: Logger;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #fail: (error: unknown) => never;
  #stopping = false;
  /** Whether all workers should run, rather than the first one alone. */
  #complete = false;
  /** Number of workers that died since one was last healthy. */
  #deaths = 0;

  /** @param fail ends the process: no worker can do its work */
  constructor(
    count: number,
    http: { readonly host: string; readonly port: number },
    logger: Logger,
    fail: (error: unknown) => never,
  ) {
    this.#count = count;
    this.#http = http;
    this.#logger = logger;
    this.#fail = fail;
  }

  async start(): Promise<void> {
    await refuseTakenPort(this.#http);
    try {
      // It also removes the leftovers of a killed daemon.
      await this.#fork();
    } catch (error) {
      await this.stop(PAUSES.longestMs);
      throw error;
    }
  }

  async stop(timeoutMs: number): Promise<string | undefined> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const codes = await Promise.all(running().map((worker) => endWithin(worker, timeoutMs)));
    const cut = codes.filter((code) => code !== 0).length;
    return cut === 0 ? undefined : `requests of ${cut} workers (see their log lines)`;
  }

  /** Resolves when the worker works; rejects if it exits before. */
  #fork(): Promise<void> {
    const worker = cluster.fork();
    const forkedAt = performance.now();
    return new Promise((resolve, reject) => {
      let started = false;
      let attached = false;
      worker.on('message', (message) => {
        if (message === ATTACHED) attached = true;
        if (message === STARTED) {
          started = true;
          this.#logger.info({ worker: worker.id, pid: worker.process.pid }, 'worker started');
          resolve();
        }
        if (started && attached) this.#addOthers();
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        if (code === HOPELESS && !this.#complete && !this.#stopping) {
          this.#fail(`worker ${worker.id} could not apply the host's description (see its log line)`);
        }
        if (!started) reject(new Error(`worker ${worker.id} could not start (see its log line)`));
        if (this.#stopping || !started) return;
        if (performance.now() - forkedAt > HEALTHY_AFTER_MS) this.#deaths = 0;
        this.#replace(`worker ${worker.id}: ${signal === null ? `exit code ${code}` : signal}`);
      });
    });
  }

  /** One worker serves, so the others will too. */
  #addOthers(): void {
    if (this.#complete || this.#stopping) return;
    this.#complete = true;
    for (let added = 1; added < this.#count; added++) this.#forkOrReplace();
  }

  #forkOrReplace(): void {
    this.#fork().catch((error: unknown) => {
      if (!this.#stopping) this.#replace(messageOf(error));
    });
  }

  #replace(reason: string): void {
    const pauseMs = growingPause(this.#deaths, PAUSES);
    this.#deaths += 1;
    this.#logger.error({ reason, pauseMs }, 'a worker exited; restarting it after a pause');
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#forkOrReplace();
    }, pauseMs);
    this.#timers.add(timer);
  }
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}

/** Exit code of the worker. A worker that does not exit in time is killed, and its code is not 0. */
function endWithin(worker: Worker, timeoutMs: number): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs);
    worker.once('exit', (code: number | null) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
    if (worker.isConnected()) worker.send(TERMINATE);
  });
}

/**
 * Workers share their port, so another daemon that does the same would go unnoticed: each would get some of the other's
 * requests. So the primary first binds the port exclusively, which fails if another process uses it.
 */
async function refuseTakenPort(http: { readonly host: string; readonly port: number }): Promise<void> {
  const problem = await listenProblem(http);
  if (problem !== undefined) throw problem;
}
