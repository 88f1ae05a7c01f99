import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './core/faults.js';
import type { Component, Logger } from './core/runtime.js';
import type { Pauses } from './core/timing.js';
import { growingPause } from './core/timing.js';
import { listenProblem } from './http/server.js';
import type { WorkerMetrics } from './observability/metrics-of-workers.js';
import { ATTACHED, PULSE, STARTED, WorkerChannel } from './worker-channel.js';

/** The answer to a probe, as plain values that travel between processes. */
interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

/** Workers answer within half of this, from what they know. One that takes longer is too busy to serve. */
const PROBE_MS = 500;
/** Less than a scrape may take. */
const METRICS_MS = 2000;
/** How often a worker is asked for a sign of life, and how long it may take. */
const PULSE_MS = 5000;
/** So many signs in a row may be missing before a worker counts as stuck. */
const MISSED_PULSES = 3;

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
  /** Every worker whose process runs. */
  readonly #running = new Map<Worker, WorkerChannel>();
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
    const ends = [...this.#running].map(([worker, channel]) => endWithin(worker, channel, timeoutMs));
    const codes = await Promise.all(ends);
    const cut = codes.filter((code) => code !== 0).length;
    return cut === 0 ? undefined : `requests of ${cut} workers (see their log lines)`;
  }

  /** Ready as soon as one worker is; otherwise the problem of a worker. */
  async readiness(): Promise<ProbeAnswer> {
    const answers = await Promise.all([...this.#running.values()].map((channel) => channel.ask('readiness', PROBE_MS)));
    const known = answers.filter((answer) => answer !== undefined) as ProbeAnswer[];
    return (
      known.find(({ status }) => status === 200) ??
      known[0] ?? {
        status: 503,
        body: `${JSON.stringify({ status: 'not_ready', checks: { workers: 'no answer' } })}\n`,
      }
    );
  }

  /** Of each worker that runs, by its id. */
  async metrics(): Promise<ReadonlyMap<number, WorkerMetrics | undefined>> {
    const answers = [...this.#running].map(async ([{ id }, channel]) => {
      return [id, (await channel.ask('metrics', METRICS_MS)) as WorkerMetrics | undefined] as const;
    });
    return new Map(await Promise.all(answers));
  }

  /** Resolves when the worker works; rejects if it exits before, or if no process could be started. */
  #fork(): Promise<void> {
    const worker = cluster.fork();
    const channel = new WorkerChannel(worker);
    this.#running.set(worker, channel);
    const forkedAt = performance.now();
    return new Promise((resolve, reject) => {
      worker.on('error', (error) => {
        // Of a process that runs, this is a signal that did not reach it: it has just ended.
        if (worker.process.pid !== undefined) return;
        this.#running.delete(worker);
        reject(new Error(`cannot start a worker: ${messageOf(error)}`, { cause: error }));
      });
      let started = false;
      let attached = false;
      worker.on('message', (message) => {
        if (message === ATTACHED) attached = true;
        if (message === STARTED) {
          started = true;
          this.#logger.info({ worker: worker.id, pid: worker.process.pid }, 'worker started');
          resolve();
          void this.#watch(worker, channel);
        }
        if (started && attached) this.#addOthers();
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#running.delete(worker);
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

  /**
   * Kills a worker whose event loop is stuck. It would keep its share of the connections waiting without limit, and no supervisor could
   * notice: probes are answered by this process and the other workers.
   */
  async #watch(worker: Worker, channel: WorkerChannel): Promise<void> {
    let missed = 0;
    while (missed < MISSED_PULSES) {
      if (missed === 0) await sleep(PULSE_MS, undefined, { ref: false });
      const answer = await channel.ask(PULSE, PULSE_MS);
      if (this.#stopping || !this.#running.has(worker)) return;
      missed = answer === undefined ? missed + 1 : 0;
    }
    const seconds = (MISSED_PULSES * PULSE_MS) / 1000;
    this.#logger.error(
      { worker: worker.id, pid: worker.process.pid },
      `a worker has given no sign of life for ${seconds} seconds: killing it`,
    );
    worker.process.kill('SIGKILL');
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

/** Exit code of the worker. A worker that does not exit in time is killed, and its code is not 0. */
function endWithin(worker: Worker, channel: WorkerChannel, timeoutMs: number): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs);
    worker.once('exit', (code: number | null) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
    channel.terminate();
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
