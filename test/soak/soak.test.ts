import { expect } from 'chai';
import { detail } from '../support/every-test.js';
import { RESTART_OF_DAEMONS, RESTART_OF_HOSTS } from './ledger.js';
import { report } from './report.js';
import { soak } from './soak.js';

/** The faults of the short form: without the ones that other tests hold too. */
const FAULTS = [
  'one host killed',
  'host paused',
  RESTART_OF_HOSTS,
  'snapshot open',
  'search without a hit',
  'Redis paused',
  RESTART_OF_DAEMONS,
  'daemon killed',
  'daemon paused',
  'Redis killed',
];

/** Seconds. Beside other suites on a slow machine, a daemon may get no CPU for five seconds. */
const HOST_DEADLINE = 20;
/** Seconds. A daemon that has just started there runs for more than a second before it reads an answer of Redis. */
const REDIS_TIMEOUT = 10;

/** Each fault still meets many requests, as nearly all of the time goes into restarts. */
const PAUSE_MS = 400;

/** The short form of `make soak` (docs/operations.md). */
describe('mixed load while each part is stopped, killed and paused', function () {
  this.timeout(900_000);

  detail(
    'loses no token without a reason, allows no second use, and fails no request in a rolling restart (HC-17)',
    async () => {
      const ledger = await soak({
        seconds: 10,
        only: FAULTS,
        hostDeadline: HOST_DEADLINE,
        redisTimeout: REDIS_TIMEOUT,
        pauseMs: PAUSE_MS,
      });
      const all = report(ledger);
      expect(ledger.usedTwice, all).to.deep.equal([]);
      expect(ledger.lost, all).to.deep.equal([]);
      expect(ledger.faults, all).to.deep.equal([]);
      expect(ledger.failedInRollingRestart, all).to.deep.equal([]);
      for (const kind of ['exchange', 'refresh', 'search']) expect(ledger.succeeded.get(kind), all).to.be.at.least(1);
      for (const name of ['daemon a', 'daemon b', 'daemon c', 'host a', 'host b'])
        expect(ledger.samples.map((sample) => sample.name)).to.include(name);
    },
  );
});
