import { expect } from 'chai';
import { DeadlineExceeded } from '../../ports/errors.js';
import { limitsOf } from '../../wire/call.js';
import { Turns } from './turns.js';

describe('admin: turns', () => {
  /** The transactions that started, in order; each ends when it is released. */
  let started: string[];
  let release: Map<string, () => void>;
  let turns: Turns;

  beforeEach(() => {
    started = [];
    release = new Map();
    turns = new Turns(1);
  });

  function run(name: string, limits = limitsOf(60_000)): Promise<string> {
    const [administrator = ''] = name.split(' ');
    return turns.run(administrator, limits, async () => {
      started.push(name);
      await new Promise<void>((resolve) => release.set(name, resolve));
      return name;
    });
  }

  async function end(name: string): Promise<void> {
    release.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('runs at most as many as there are places, and the next one after one ends', async () => {
    const both = Promise.all([run('ada 1'), run('ada 2')]);
    expect(started).to.deep.equal(['ada 1']);
    await end('ada 1');
    expect(started).to.deep.equal(['ada 1', 'ada 2']);
    await end('ada 2');
    expect(await both).to.deep.equal(['ada 1', 'ada 2']);
    void run('ada 3');
    expect(started).to.include('ada 3');
  });

  it('gives the next place to another waiting administrator, regardless of the queue', async () => {
    const names = ['ada 1', 'ada 2', 'ada 3', 'ada 4', 'bob 1', 'bob 2', 'eve 1'];
    const all = Promise.all(names.map((name) => run(name)));
    for (let n = 0; n < names.length; n++) await end(started[n] ?? '');
    expect(started).to.deep.equal(['ada 1', 'ada 2', 'bob 1', 'eve 1', 'ada 3', 'bob 2', 'ada 4']);
    await all;
  });

  it('lets many wait at once for the application itself, without a warning of a leak', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): unknown => warnings.push(name);
    process.on('warning', note);
    try {
      const names = Array.from({ length: 12 }, (_, n) => `ada ${n}`);
      const all = Promise.all(names.map((name) => run(name)));
      for (const name of names) await end(name);
      expect(await all).to.deep.equal(names);
    } finally {
      process.off('warning', note);
    }
    expect(warnings).not.to.include('MaxListenersExceededWarning');
  });

  it('frees the place when the work fails', async () => {
    const broken = turns.run('ada', limitsOf(60_000), () => Promise.reject(new Error('broken')));
    const next = turns.run('ada', limitsOf(60_000), () => Promise.resolve('next'));
    expect(await broken.catch(String)).to.equal('Error: broken');
    expect(await next).to.equal('next');
  });

  it('stops waiting after a cancellation or the deadline, without affecting others', async () => {
    const first = run('ada 1');
    const cancelled = new AbortController();
    const tired = run('ada 2', { ...limitsOf(60_000), signal: cancelled.signal }).catch((error: unknown) => error);
    const late = run('ada 3', limitsOf(1)).catch((error: unknown) => error);
    const last = run('ada 4');
    cancelled.abort();
    expect(await tired).to.be.instanceOf(DeadlineExceeded);
    expect(await late).to.be.instanceOf(DeadlineExceeded);
    await end('ada 1');
    expect(started).to.deep.equal(['ada 1', 'ada 4']);
    await end('ada 4');
    await Promise.all([first, last]);
    const aborted = run('ada 5', { ...limitsOf(60_000), signal: AbortSignal.abort() });
    await end('ada 5');
    expect(await aborted).to.equal('ada 5');
  });
});
