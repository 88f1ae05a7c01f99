import { expect } from 'chai';
import { BROKEN_HOSTS } from '../../broken/list.js';
import { violation } from './check.js';
import { FAST } from './planted.js';
import { startTarget, type Target } from './target.js';

/** `make model` runs longer, with faults. */
const RUNS = 25;

describe('the promises of the authorization server (test/model/oauth/promises.ts)', () => {
  let target: Target | undefined;
  afterEach(async () => {
    await target?.stop();
    target = undefined;
  });

  for (const settings of [
    { database: 'sqlite', state: 'memory' },
    { database: 'postgres', state: 'redis' },
  ] as const) {
    it(`hold for histories of several concurrent clients, on ${settings.database} and ${settings.state}`, async () => {
      target = await startTarget(settings);
      const found = await violation(target, { runs: RUNS, seed: 1 });
      expect(found, found?.text).to.equal(undefined);
    });
  }

  for (const { name, within } of FAST) {
    it(`detect a host with this fault: ${name}`, async () => {
      const around = BROKEN_HOSTS.find((host) => host.name === name)?.around;
      expect(around, 'the host of test/broken').to.be.a('function');
      target = await startTarget({ database: 'sqlite', state: 'memory', around: around! });
      const found = await violation(target, { runs: within, seed: 1, first: true });
      expect(found, `a violation within ${within} programs`)
        .to.be.an('object')
        .that.includes.keys('seed', 'path', 'text');
    });
  }
});
