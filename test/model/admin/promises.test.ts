import { expect } from 'chai';
import { onBothEngines } from '../../support/admin-stack.js';
import { violation } from './check.js';
import { FAST } from './planted.js';
import { startTarget, type Target } from './target.js';

/** `make model` runs longer. */
const RUNS = 40;

describe('the promises of the write path of the admin backend (AD-89; test/model/admin/promises.ts)', () => {
  let target: Target | undefined;
  afterEach(async () => {
    await target?.stop();
    target = undefined;
  });

  onBothEngines('with concurrent administrators', (database) => {
    it('hold', async () => {
      target = await startTarget({ database });
      const found = await violation(target, { runs: RUNS, seed: 1 });
      expect(found, found?.text).to.equal(undefined);
    });
  });

  for (const { name, within, ...fault } of FAST) {
    it(`detect a part with this fault: ${name}`, async () => {
      target = await startTarget({ database: 'sqlite', ...fault });
      expect(await violation(target, { runs: within, seed: 1, first: true })).to.include.keys('seed', 'path', 'text');
    });
  }
});
