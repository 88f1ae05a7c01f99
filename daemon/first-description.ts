import type { Component } from './core/component.js';

/**
 * How long a daemon that starts waits for its host before it listens all the same. Shorter than an orchestrator's patience
 * with a process that does not listen, longer than a host that runs takes to describe itself.
 */
const LIMIT_MS = 2000;

/**
 * Started between the connection to the host and the listeners, so that a daemon that is started anew beside others takes
 * no request that it could only answer with 500: a proxy passes a refused connection on to another daemon, and an answer
 * never. A host that stays away is no reason not to listen: the endpoints say what is missing, and so does /readyz.
 */
export class FirstDescription implements Component {
  readonly name = 'description of the host';
  readonly #over: Promise<void>;
  #end: () => void = () => undefined;

  constructor(private readonly limitMs = LIMIT_MS) {
    this.#over = new Promise((resolve) => (this.#end = resolve));
  }

  /** A description of the host is in force. */
  came(): void {
    this.#end();
  }

  async start(): Promise<void> {
    const timer = setTimeout(this.#end, this.limitMs);
    await this.#over;
    clearTimeout(timer);
  }

  stop(): Promise<string | undefined> {
    this.#end();
    return Promise.resolve(undefined);
  }
}
