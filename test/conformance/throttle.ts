import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Bucket, Verdict } from '../../daemon/oauth/ports/state.js';
import { concurrently, countOf, daemonFor, type StateUnderTest } from './state-under-test.js';

const MINUTE = 60_000;

/** The suite of oauth/ports/state.ts. */
export function throttleConformance(open: () => StateUnderTest): void {
  describe('throttle', () => {
    let store: StateUnderTest;
    before(() => (store = open()));

    const throttle = (n = 0) => daemonFor(store, n).throttle;

    async function fill(bucket: Bucket): Promise<void> {
      for (let n = 0; n < bucket.limit; n++) expect(await throttle(n).hit([bucket])).to.deep.equal({ allowed: true });
    }

    it('allows as many events as the limit, and denies the next', async () => {
      const bucket = newBucket(3);
      await fill(bucket);
      expect(await throttle().hit([bucket])).to.include({ allowed: false });
    });

    it('allows exactly the limit of 100 parallel events', async () => {
      const bucket = newBucket(37);
      const verdicts = await concurrently(100, (n) => throttle(n).hit([bucket]));
      expect(countOf(verdicts, isAllowed)).to.equal(37);
    });

    it('returns in whole seconds when the next event is allowed', async () => {
      const bucket = newBucket(1, 90_000);
      await fill(bucket);
      expect(retryAfter(await throttle().hit([bucket]))).to.be.within(1, 90);
      await store.elapse(60_000);
      expect(retryAfter(await throttle().hit([bucket]))).to.be.within(1, 30);
    });

    it('allows the limit again after the window', async () => {
      const bucket = newBucket(2);
      await fill(bucket);
      await store.elapse(MINUTE);
      await fill(bucket);
      expect(await throttle().hit([bucket])).to.include({ allowed: false });
    });

    it('does not extend a window for the events in it, including denied ones', async () => {
      const bucket = newBucket(3);
      await throttle().hit([bucket]);
      for (let n = 0; n < 5; n++) {
        await store.elapse(10_000);
        await throttle().hit([bucket]);
      }
      await store.elapse(10_000);
      expect(await throttle().hit([bucket])).to.deep.equal({ allowed: true });
    });

    it('counts buckets with different keys separately, whatever the difference', async () => {
      const { key, ...rest } = newBucket(1);
      await fill({ key, ...rest });
      for (const other of [`${key} `, key.toUpperCase(), `${key}\0`, `{${key}}`, `${key}🦉`]) {
        expect(await throttle().hit([{ key: other, ...rest }])).to.deep.equal({ allowed: true });
      }
    });

    it('accepts any text as a key, of any length', async () => {
      const { limit, windowMs, key } = newBucket(1);
      const long = { key: `${key}${'x'.repeat(1_000_000)}`, limit, windowMs };
      await fill(long);
      expect(await throttle(1).hit([long])).to.include({ allowed: false });
    });

    it('denies if any bucket is full, for as long as the last of the full ones is', async () => {
      const [empty, short, long] = [newBucket(10), newBucket(1, MINUTE), newBucket(1, 10 * MINUTE)];
      await fill(short);
      await fill(long);
      expect(retryAfter(await throttle().hit([empty, short, long]))).to.be.within(61, 600);
      expect(retryAfter(await throttle().hit([short, empty]))).to.be.within(1, 60);
    });

    it('counts an event that one bucket denies in none of the others', async () => {
      const [own, shared] = [newBucket(1), newBucket(2)];
      await fill(own);
      await concurrently(20, (n) => throttle(n).hit([own, shared]));
      await fill(shared);
    });

    it('does not reduce the limit of a bucket that other events fill in the meantime', async () => {
      const [own, shared] = [newBucket(1), newBucket(30)];
      await fill(own);
      const verdicts = await concurrently(100, (n) => throttle(n).hit(n % 2 === 0 ? [shared] : [own, shared]));
      expect(countOf(verdicts, isAllowed)).to.be.at.most(30);
      const rest = await concurrently(30, (n) => throttle(n).hit([shared]));
      expect(countOf([...verdicts, ...rest], isAllowed)).to.equal(30);
    });

    it('denies no other client while one floods beyond its limit: its denied events use up no shared limit', async () => {
      const [own, other, shared] = [newBucket(5), newBucket(5), newBucket(30)];
      const verdicts = await concurrently(105, (n) => throttle(n).hit([n < 100 ? own : other, shared]));
      expect(countOf(verdicts.slice(0, 100), isAllowed)).to.equal(5);
      expect(countOf(verdicts.slice(100), isAllowed)).to.equal(5);
    });

    it('returns for a peek how long a full window still lasts, as for a hit', async () => {
      const bucket = newBucket(1, 90_000);
      await fill(bucket);
      const [hit, peek] = [await throttle().hit([bucket]), await throttle(1).peek([bucket])];
      expect(retryAfter(peek)).to.be.within(retryAfter(hit) - 1, retryAfter(hit));
      expect(retryAfter(peek)).to.be.greaterThan(80);
    });

    it('does not count if the limit is 0, which means no limit', async () => {
      const unlimited = newBucket(0);
      const verdicts = await concurrently(50, () => throttle().hit([unlimited]));
      expect(countOf(verdicts, isAllowed)).to.equal(50);
      expect(await throttle().peek([unlimited])).to.deep.equal({ allowed: true });
    });

    it('allows if there are no buckets', async () => {
      expect(await throttle().hit([])).to.deep.equal({ allowed: true });
      expect(await throttle().peek([])).to.deep.equal({ allowed: true });
    });

    it('does not count a peek, and returns the result that a hit would get', async () => {
      const bucket = newBucket(2);
      for (let n = 0; n < 5; n++) expect(await throttle().peek([bucket])).to.deep.equal({ allowed: true });
      await fill(bucket);
      expect(retryAfter(await throttle(1).peek([newBucket(1), bucket]))).to.be.within(1, 60);
    });

    it('applies the limit of the current call if that has changed', async () => {
      const bucket = newBucket(2);
      await fill(bucket);
      expect(await throttle().hit([{ ...bucket, limit: 3 }])).to.deep.equal({ allowed: true });
      expect(await throttle().peek([{ ...bucket, limit: 1 }])).to.include({ allowed: false });
    });
  });
}

function newBucket(limit: number, windowMs = MINUTE): Bucket {
  return { key: `register:ip:2001:db8::${randomBytes(8).toString('hex')}`, limit, windowMs };
}

function isAllowed({ allowed }: Verdict): boolean {
  return allowed;
}

function retryAfter(verdict: Verdict): number {
  if (verdict.allowed) throw new Error('expected a denial');
  return verdict.retryAfterSeconds;
}
