import { expect } from 'chai';
import { CHECKS } from '../../daemon/hostcheck/list.js';
import { failures, formatResult } from '../../daemon/hostcheck/report.js';
import { MemoryAccounts } from './admin/accounts.js';
import { BROKEN_PASSKEYS } from './admin/broken-passkeys.js';
import { MemoryDirectory } from './admin/directory.js';
import { ManagedRecords } from './admin/managed-records.js';
import { MemoryPasskeys } from './admin/passkeys.js';
import { MemorySecondFactors } from './admin/second-factors.js';
import { serveAdmin } from './admin/serve.js';
import { hostChecker } from './checked-host.js';

describe('gatehouse check-host against a host with passkeys', () => {
  const check = hostChecker();
  const names = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_PASSKEYS').map(({ name }) => name);
  const withPasskeys = async ({
    passkeys = MemoryPasskeys,
    factors = MemorySecondFactors,
    ...served
  }: Partial<(typeof BROKEN_PASSKEYS)[number]> = {}) => {
    const directory = new MemoryDirectory();
    const accounts = new MemoryAccounts(directory);
    const kept = new factors(accounts);
    const services = { accounts, factors: kept, passkeys: new passkeys(kept) };
    return serveAdmin(directory, new ManagedRecords(directory), {}, { ...served, ...services });
  };

  it('passes a sound host', async () => {
    const report = await check(await withPasskeys(), { only: names, scratch: true });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    expect(report.results.map(({ name }) => name)).to.include.members(names);
  });

  for (const { name, caughtBy, ...broken } of BROKEN_PASSKEYS) {
    it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
      const report = await check(await withPasskeys(broken), { only: caughtBy, scratch: true });
      expect(failures(report).map(({ name: one }) => one)).to.include.members([...caughtBy]);
    });
  }

  it('has a broken host for every check', () => {
    expect([...new Set(BROKEN_PASSKEYS.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
  });
});
