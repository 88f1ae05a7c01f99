import { expect } from 'chai';
import { CHECKS } from '../../../daemon/hostcheck/list.js';
import { failures, formatResult } from '../../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../../daemon/hostcheck/run.js';
import { PATIENCE_MS } from '../../broken/checked-host.js';
import { ENGINES } from './databases.js';
import { INACTIVE, openSeededShop } from './seeded-shop.js';
import { usual } from '../../support/every-test.js';
import { TOKEN } from '../sdk-host-link.js';

/** `make every-test` runs every way on every database. Flows and the suites of this folder run on both databases anyway. */
const WAYS = ['the stream', 'HTTP', 'HTTP with JSON'] as const;
const SUBJECTS = usual(ENGINES.flatMap(({ engine, openShop }) => WAYS.map((way) => ({ engine, openShop, way }))));

for (const { engine, openShop, way } of SUBJECTS) {
  it(`gatehouse check-host passes the SDK's admin backend on ${engine} through ${way} (HC-15)`, async () => {
    const subject = await openSeededShop(await openShop(), way);
    const report = await runHostCheck({
      ...subject.at,
      token: TOKEN,
      timeoutMs: PATIENCE_MS,
      scratch: true,
      partials: ['stats'],
      inactiveAdministrator: INACTIVE,
    });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    const names = report.results.map(({ name }) => name);
    const hasStreams = way === 'the stream';
    for (const { name, on } of CHECKS.filter(
      ({ on }) => on === 'admin' || on === 'admin-unary' || (on === 'admin-stream' && hasStreams),
    )) {
      expect(names).to.include(name);
      if (on === 'admin' && hasStreams) expect(names).to.include(`${name} (stream)`);
    }
    await subject.close();
  });
}
