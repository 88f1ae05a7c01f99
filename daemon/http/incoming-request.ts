import type { Request } from './request.js';

const EMPTY = Buffer.alloc(0);

/** The request that both adapters hand to a handler. The signal is made only for the handler that asks for it. */
export class IncomingRequest implements Request {
  body: Buffer = EMPTY;
  #controller: AbortController | undefined;
  #abandoned = false;

  constructor(
    readonly method: string,
    readonly path: string,
    readonly query: string,
    readonly headers: ReadonlyMap<string, string>,
    readonly remoteAddress: string,
  ) {}

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abandoned) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** The adapter's: the client went away before the answer. */
  abandon(): void {
    this.#abandoned = true;
    this.#controller?.abort();
  }
}

/** Joins what came more than once as RFC 9110 §5.3 and, for cookies, RFC 9113 §8.2.3 say. */
export function collectHeaders(headers: readonly string[], count: number): Map<string, string> {
  const collected = new Map<string, string>();
  for (let i = 0; i < count; i += 2) {
    const name = headers[i] ?? '';
    const value = headers[i + 1] ?? '';
    const earlier = collected.get(name);
    collected.set(name, earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return collected;
}
