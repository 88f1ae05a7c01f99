import { Unavailable } from '../core/faults.js';

/** Calls that wait for the host. One more than `max` fails at once, so that a slow host cannot fill our memory. */
export class InFlight {
  #pending = 0;

  constructor(private readonly max: number) {}

  get pending(): number {
    return this.#pending;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#pending >= this.max) {
      throw new Unavailable('host', `${this.#pending} calls wait for the host already (host.maxInFlight)`);
    }
    this.#pending += 1;
    try {
      return await work();
    } finally {
      this.#pending -= 1;
    }
  }
}
