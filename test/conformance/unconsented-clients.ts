import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { concurrently, countOf, daemonFor, type StateUnderTest } from './state-under-test.js';

const DAY = 24 * 3_600_000;
const SHORT_MS = 50;

/** The suite of oauth/ports/state.ts. */
export function unconsentedClientsConformance(open: () => StateUnderTest): void {
  describe('clients without consent', () => {
    let store: StateUnderTest;
    before(() => (store = open()));

    const clients = (n = 0) => daemonFor(store, n).unconsentedClients;
    const newName = (): string => randomBytes(8).toString('hex');
    const hold = (network: string, clientId = newName(), limit = 3, n = 0, lifeMs = DAY) =>
      clients(n).hold(network, clientId, limit, lifeMs);

    it('are held up to the limit of their network, by all daemons together; other networks go on', async () => {
      const network = newName();
      const verdicts = await concurrently(50, (n) => hold(network, newName(), 3, n));
      expect(countOf(verdicts, ({ allowed }) => allowed)).to.equal(3);
      expect(await hold(newName())).to.deep.equal({ allowed: true });
    });

    it('tell in whole seconds when the first place ends, and it is free then', async () => {
      const network = newName();
      for (let n = 0; n < 3; n++) await hold(network);
      const denied = await hold(network);
      expect(denied.allowed ? 0 : denied.retryAfterSeconds).to.be.within(DAY / 1000 - 5, DAY / 1000);
      await store.elapse(DAY);
      expect(await hold(network)).to.deep.equal({ allowed: true });
    });

    it('keep a place for its own life, whatever the life of one that came later', async () => {
      const network = newName();
      await hold(network);
      await hold(network, newName(), 3, 0, DAY / 2);
      await store.elapse(DAY / 2);
      expect(await hold(network, newName(), 1)).to.include({ allowed: false });
    });

    it('leave a place when its life ends, although an older one lives on', async () => {
      const network = newName();
      await hold(network);
      await hold(network, newName(), 2, 0, SHORT_MS);
      await store.elapse(SHORT_MS);
      // Redis goes by its own clock, which no test can set.
      await eventually(async () => expect(await hold(network, newName(), 2)).to.deep.equal({ allowed: true }));
    });

    it('leave one place when one is released, on any daemon, and a second release leaves no other', async () => {
      const network = newName();
      const clientId = newName();
      await hold(network, clientId);
      for (let n = 0; n < 2; n++) await hold(network);
      for (let n = 0; n < 3; n++) await clients(n).release(clientId);
      expect(await hold(network)).to.deep.equal({ allowed: true });
      expect(await hold(network)).to.include({ allowed: false });
    });

    it('take one place however often the same client is registered', async () => {
      const network = newName();
      const clientId = newName();
      for (let n = 0; n < 5; n++) expect(await hold(network, clientId, 3, n)).to.deep.equal({ allowed: true });
      for (let n = 0; n < 2; n++) expect(await hold(network)).to.deep.equal({ allowed: true });
      expect(await hold(network)).to.include({ allowed: false });
    });

    it('count against the network that registered them last, and against no other', async () => {
      const [first, last] = [newName(), newName()];
      const clientId = newName();
      await hold(first, clientId);
      await hold(last, clientId, 3, 1);
      for (let n = 0; n < 3; n++) expect(await hold(first, newName(), 3, n)).to.deep.equal({ allowed: true });
      for (let n = 0; n < 2; n++) await hold(last);
      expect(await hold(last)).to.include({ allowed: false });
      await clients().release(clientId);
      expect(await hold(last)).to.deep.equal({ allowed: true });
    });

    it('that were denied hold nothing, and their release leaves nothing', async () => {
      const network = newName();
      for (let n = 0; n < 3; n++) await hold(network);
      const denied = newName();
      await hold(network, denied);
      await clients().release(denied);
      await clients().release(newName());
      expect(await hold(network)).to.include({ allowed: false });
    });
  });
}
