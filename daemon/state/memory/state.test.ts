import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { systemClock } from '../../core/runtime.js';
import { createMemoryState } from './state.js';

describe('state in memory, when the time of the system is changed (docs/security.md, "Clocks")', () => {
  const now = Date.now;
  afterEach(() => (Date.now = now));

  for (const [direction, hours] of [
    ['forward', 1],
    ['back', -1],
  ] as const) {
    it(`keeps everything for exactly its time if it jumps ${direction}`, async () => {
      const state = createMemoryState();
      const bucket = { key: 'login', limit: 1, windowMs: 60_000 };
      await state.throttle.hit([bucket]);
      await state.replays.save('token', Buffer.from('answer'), 60_000);
      await state.replays.save('brief', Buffer.from('answer'), 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      Date.now = () => now() + hours * 3_600_000;
      const verdict = await state.throttle.hit([bucket]);
      expect(verdict).to.include({ allowed: false });
      expect(verdict).to.have.property('retryAfterSeconds').that.is.within(1, 60);
      expect(String(await state.replays.find('token'))).to.equal('answer');
      expect(await state.replays.find('brief')).to.equal(undefined);
    });
  }
});

describe('state in memory, at its limits', () => {
  const { replays, throttle, unconsentedClients } = createMemoryState(systemClock, {
    pendingRequestBytes: 10_000,
    unconsentedClients: 2,
    replays: 1,
    throttleBuckets: 1,
    signInBuckets: 2,
  });

  it('rejects with Unavailable instead of evicting what it holds', async () => {
    await replays.save('one', Buffer.from('1'), 60_000);
    const error: unknown = await replays.save('two', Buffer.from('2'), 60_000).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(Unavailable).with.property('peer', 'state');
    expect(String(await replays.find('one'))).to.equal('1');
  });

  it('evicts only the oldest client when one more arrives than it has room for', async () => {
    const hold = (network: string, client: string) => unconsentedClients.hold(network, client, 1, 60_000);
    for (const network of ['one', 'two', 'three']) {
      expect(await hold(network, `the client of ${network}`)).to.deep.equal({ allowed: true });
    }
    // Makes room for the next requests.
    await unconsentedClients.release('the client of three');
    expect(await hold('two', 'another')).to.include({ allowed: false });
    await unconsentedClients.release('the client of two');
    expect(await hold('one', 'another')).to.deep.equal({ allowed: true });
  });

  it('keeps counting in its existing buckets', async () => {
    const known = { key: 'known', limit: 2, windowMs: 60_000 };
    await throttle.hit([known]);
    const error: unknown = await throttle.hit([{ ...known, key: 'new' }]).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(Unavailable);
    expect(await throttle.hit([known])).to.deep.equal({ allowed: true });
    expect(await throttle.hit([known])).to.include({ allowed: false });
  });
});
