import { expect } from 'chai';
import { createListener } from './listener.js';

const nothing = (): void => undefined;
/** A host name, because looking one up takes a moment in which the listener can be closed. */
const ADDRESS = 'localhost:0';

describe('the listener of the consent operations', () => {
  for (const [when, pause] of [
    ['at once', () => Promise.resolve()],
    ['while the address is looked up', () => new Promise((resolve) => process.nextTick(resolve))],
  ] as const) {
    it(`does not listen if it is closed ${when}`, async () => {
      const listener = createListener({ address: ADDRESS }, nothing, nothing);
      const outcome = listener.listen().then(
        () => 'it listens',
        (error: unknown) => String(error),
      );
      await pause();
      await listener.close();
      expect(await outcome).to.contain(
        'cannot listen on consent.address localhost:0: it was closed before it listened',
      );
    });
  }
});
