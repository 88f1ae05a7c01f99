import { expect } from 'chai';
import { Part } from './part.js';

const Component = () => null;

describe('a part that loads on demand (AD-200)', () => {
  it('loads its file once, even if requested several times', async () => {
    let loads = 0;
    const part = new Part(() => {
      loads += 1;
      return Promise.resolve(Component);
    });
    expect(part.get()).to.deep.equal({ kind: 'waiting' });
    await Promise.all([part.load(), part.load()]);
    await part.load();
    expect(part.get()).to.deep.equal({ kind: 'ready', component: Component });
    expect(loads).to.equal(1);
  });

  it('does not cache a failure: the next load can succeed', async () => {
    const outcomes = [Promise.reject(new Error('gone')), Promise.resolve(Component)];
    const part = new Part(() => outcomes.shift() ?? Promise.reject(new Error('asked too often')));
    const seen: unknown[] = [];
    part.subscribe(() => seen.push(part.get()));
    await part.load();
    expect(part.get()).to.deep.equal({ kind: 'failed', isRetrying: false });
    await part.load();
    expect(seen).to.deep.equal([
      { kind: 'failed', isRetrying: false },
      { kind: 'failed', isRetrying: true },
      { kind: 'ready', component: Component },
    ]);
  });
});
