import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const gone = () => Promise.reject(new Error('gone'));
    const outcomes = [gone, gone, () => Promise.resolve(Component)];
    const part = new Part(() => outcomes.shift()?.() ?? Promise.reject(new Error('asked too often')));
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

  it('is broken, and not missing, if its file throws: no load is tried any more, and the error is reported (AD-330)', async () => {
    const reported: unknown[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'part-'));
    const path = join(folder, 'throws.mjs');
    await writeFile(path, 'export const Component = () => null; undefined.member;');
    let loads = 0;
    const part = new Part(
      async () => {
        loads += 1;
        return ((await import(path)) as { readonly Component: () => null }).Component;
      },
      (error) => reported.push(error),
    );
    await part.load();
    expect(part.get()).to.deep.equal({ kind: 'broken' });
    await part.load();
    expect(loads).to.equal(2);
    expect(reported).to.have.lengthOf(1);
    expect(reported[0]).to.be.instanceOf(TypeError);
    await rm(folder, { recursive: true });
  });
});
