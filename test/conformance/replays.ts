import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { daemonFor, type StateUnderTest } from './state-under-test.js';

/** The suite of oauth/ports/state.ts. */
export function replaysConformance(open: () => StateUnderTest): void {
  describe('answers of the retry window', () => {
    let store: StateUnderTest;
    before(() => (store = open()));

    const replays = (n = 0) => daemonFor(store, n).replays;
    const newHash = (): string => randomBytes(32).toString('base64url');

    it('are found, byte for byte, by every daemon', async () => {
      const hash = newHash();
      const sealed = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), randomBytes(5000)]);
      await replays().save(hash, sealed, 60_000);
      expect((await replays(1).find(hash))?.equals(sealed)).to.equal(true);
    });

    it('are the saved ones, even if the caller reuses its buffer', async () => {
      const hash = newHash();
      const sealed = Buffer.from('sealed');
      await replays().save(hash, sealed, 60_000);
      sealed.fill(0);
      expect(String(await replays().find(hash))).to.equal('sealed');
    });

    it('are not found if none was saved', async () => {
      expect(await replays().find(newHash())).to.equal(undefined);
    });

    it('are replaced by a later one', async () => {
      const hash = newHash();
      await replays().save(hash, Buffer.from('one'), 60_000);
      await replays(1).save(hash, Buffer.from('two'), 60_000);
      expect(String(await replays().find(hash))).to.equal('two');
    });

    it('of several concurrent first saves, all callers get the same one until the window ends', async () => {
      const hash = newHash();
      const saved = await Promise.all(
        ['one', 'two', 'three', 'four'].map((text, n) => replays(n).saveFirst(hash, Buffer.from(text), 60_000)),
      );
      expect(new Set(saved.map(String)).size).to.equal(1);
      expect(String(await replays().find(hash))).to.equal(String(saved[0]));
      await store.elapse(60_000);
      expect(String(await replays().saveFirst(hash, Buffer.from('later'), 60_000))).to.equal('later');
    });

    it('are removed when the window ends', async () => {
      const hash = newHash();
      await replays().save(hash, Buffer.from('sealed'), 60_000);
      await store.elapse(30_000);
      expect(await replays().find(hash)).to.not.equal(undefined);
      await store.elapse(30_000);
      expect(await replays().find(hash)).to.equal(undefined);
    });

    it('are not kept if the window has no length', async () => {
      const hash = newHash();
      await replays().save(hash, Buffer.from('sealed'), 0);
      expect(await replays().find(hash)).to.equal(undefined);
      expect(String(await replays().saveFirst(hash, Buffer.from('own'), 0))).to.equal('own');
      expect(await replays().find(hash)).to.equal(undefined);
    });
  });
}
