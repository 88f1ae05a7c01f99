import { expect } from 'chai';
import { report } from './report.js';
import { soak } from './soak.js';

/** The short form of `make soak` (docs/operations.md). */
describe('mixed load while each part is stopped, killed and paused', function () {
  this.timeout(300_000);

  it('loses no token without a reason, allows no second use, and fails no request in a rolling restart', async () => {
    const ledger = await soak({ seconds: 10 });
    const all = report(ledger);
    expect(ledger.usedTwice, all).to.deep.equal([]);
    expect(ledger.lost, all).to.deep.equal([]);
    expect(ledger.faults, all).to.deep.equal([]);
    expect(ledger.failedInRollingRestart, all).to.deep.equal([]);
    for (const kind of ['exchange', 'refresh', 'search']) expect(ledger.succeeded.get(kind), all).to.be.at.least(1);
    for (const name of ['daemon a', 'daemon b', 'host'])
      expect(ledger.samples.map((sample) => sample.name)).to.include(name);
  });
});
