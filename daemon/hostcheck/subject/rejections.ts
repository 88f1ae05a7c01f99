import { NoJsonForm } from '@gatehouse/proto/encoding';
import { status } from '@grpc/grpc-js';
import { statusName } from './backend.js';
import { RpcStatus } from './connection.js';
import { expectThat } from './expectations.js';

/** How many cases the report of a failure names. */
const SHOWN = 12;

/** Counts the malformed requests that a host does not reject with INVALID_ARGUMENT. */
export class Rejections {
  readonly #accepted: string[] = [];
  #tried = 0;

  async attempt(what: string, send: () => Promise<unknown>): Promise<void> {
    const answered = await send().then(
      () => status.OK as number,
      (error: unknown) => {
        if (error instanceof RpcStatus) return error.code;
        // Over HTTP with JSON, some malformed values cannot be sent at all.
        if (error instanceof NoJsonForm) return undefined;
        throw error;
      },
    );
    if (answered === undefined) return;
    this.#tried += 1;
    if (answered !== (status.INVALID_ARGUMENT as number)) this.#accepted.push(`${what}: ${statusName(answered)}`);
  }

  expectAll(advice: string): void {
    const accepted = this.#accepted;
    const shown = `${accepted.slice(0, SHOWN).join('; ')}${accepted.length > SHOWN ? ' …' : ''}`;
    expectThat(
      accepted.length === 0,
      `INVALID_ARGUMENT for each of ${this.#tried} malformed requests`,
      `something else for ${accepted.length} of them: ${shown}`,
      advice,
    );
  }
}
