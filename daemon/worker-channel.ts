import type { Worker } from 'node:cluster';
import { messageOf } from './core/faults.js';
import type { Logger } from './core/runtime.js';

/**
 * The messages between the primary process and its workers. A message to a process that is gone is lost, and that is no error:
 * its exit is an event of its own. Without a callback, Node.js would report it as one that ends this process too.
 */

/** From a worker: it takes orders from now on. Node.js drops what arrives earlier. */
const LISTENS = 'gatehouse:listens';

/** From a worker: it works, and accepts requests. */
export const STARTED = 'gatehouse:started';

/** From a worker: it has applied its host's description. */
export const ATTACHED = 'gatehouse:attached';

/** From the primary: the worker should exit. */
const TERMINATE = 'gatehouse:terminate';

interface Question {
  readonly gatehouse: 'question';
  readonly id: number;
  /** A member of Answers. */
  readonly about: string;
}

interface Answer {
  readonly gatehouse: 'answer';
  readonly id: number;
  readonly answer: unknown;
}

/** The answers of a worker, by what the primary asks for. */
export type Answers = Readonly<Record<string, () => unknown>>;

/** A question without content. That there is an answer shows that the worker is not stuck. */
export const PULSE = 'pulse';

/** In a worker process: calls back for each order to exit. */
export function onTerminate(listener: () => void): void {
  process.on('message', (message) => {
    if (message === TERMINATE) listener();
  });
  tellPrimary(LISTENS);
}

/** In a worker process. */
export function tellPrimary(message: string | Answer): void {
  process.send?.(message, undefined, {}, () => undefined);
}

/** In a worker process: answers the primary, which serves probes and metrics for all workers. */
export function answerPrimary(answers: Answers, logger: Logger): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return;
    const { id, about } = message;
    Promise.resolve(about === PULSE ? true : answers[about]?.()).then(
      (answer) => tellPrimary({ gatehouse: 'answer', id, answer }),
      (error: unknown) => logger.error({ about, error: messageOf(error) }, 'failed to answer the primary process'),
    );
  });
}

/** In the primary process: its end of the channel to one worker. */
export class WorkerChannel {
  readonly #worker: Worker;
  /** By the id of the question. */
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #lastId = 0;
  #listens = false;
  #isTerminated = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message) => {
      if (message === LISTENS) {
        this.#listens = true;
        if (this.#isTerminated) this.#send(TERMINATE);
      }
      if (isAnswer(message)) this.#waiting.get(message.id)?.(message.answer);
    });
    worker.on('disconnect', () => {
      for (const done of this.#waiting.values()) done(undefined);
    });
  }

  /** A worker that does not listen yet gets the order as soon as it does. */
  terminate(): void {
    this.#isTerminated = true;
    if (this.#listens) this.#send(TERMINATE);
  }

  /** Undefined if there is no answer within that time, as from a worker that is stuck, gone or not yet listening. */
  ask(about: string, withinMs: number): Promise<unknown> {
    if (!this.#listens || !this.#worker.isConnected()) return Promise.resolve(undefined);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const done = (answer: unknown): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => done(undefined), withinMs);
      this.#waiting.set(id, done);
      this.#send({ gatehouse: 'question', id, about } satisfies Question);
    });
  }

  #send(message: string | Question): void {
    if (this.#worker.isConnected()) this.#worker.process.send(message, undefined, {}, () => undefined);
  }
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'gatehouse' in message && message.gatehouse === 'question';
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'gatehouse' in message && message.gatehouse === 'answer';
}
