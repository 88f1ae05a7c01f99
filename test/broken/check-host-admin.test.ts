import type { ListRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListRecordsRequest';
import type { RunActionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunActionRequest';
import { expect } from 'chai';
import { CHECKS } from '../../daemon/hostcheck/list.js';
import type { Report } from '../../daemon/hostcheck/report.js';
import { failures, formatResult, formatSummary } from '../../daemon/hostcheck/report.js';
import { MemoryAccounts } from './admin/accounts.js';
import { BROKEN_SECOND_FACTORS } from './admin/broken-second-factors.js';
import { MemoryBulk } from './admin/bulk.js';
import { BROKEN_SEARCH, MemorySearch } from './admin/broken-search.js';
import { BROKEN_SESSIONS } from './admin/broken-sessions.js';
import { BROKEN_ACCOUNTS } from './admin/broken-accounts.js';
import { BROKEN_BULK, BROKEN_IMPORTS } from './admin/broken-bulk.js';
import { BROKEN_DIRECTORIES } from './admin/broken-directories.js';
import { BROKEN_QUERIES } from './admin/broken-queries.js';
import { BROKEN_RECORDS } from './admin/broken-records.js';
import { BROKEN_SCRATCH } from './admin/broken-scratch.js';
import { BROKEN_ADMIN_STREAMS } from './admin/broken-streams.js';
import { BROKEN_VIEWS } from './admin/broken-views.js';
import { REGISTRATION } from './admin/blog.js';
import { INACTIVE, MemoryDirectory } from './admin/directory.js';
import { ManagedRecords } from './admin/managed-records.js';
import { MemoryRecords } from './admin/records.js';
import { MemorySecondFactors } from './admin/second-factors.js';
import { MemorySessions } from './admin/sessions.js';
import { serveAdmin } from './admin/serve.js';
import { MemoryViews } from './admin/views.js';
import { hostChecker } from './checked-host.js';

const isOfThisHost = ({ on, capability }: (typeof CHECKS)[number]): boolean =>
  (on === 'admin' || on === 'admin-unary') && (capability === undefined || capability === 'CAPABILITY_ADMIN_SESSION');
const ACCOUNT_CHECK_NAMES = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_ACCOUNTS').map(
  ({ name }) => name,
);

const BULK_CHECK_NAMES = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_BULK').map(
  ({ name }) => name,
);

const BROKEN_ADMIN_HOSTS = [...BROKEN_DIRECTORIES, ...BROKEN_RECORDS, ...BROKEN_QUERIES, ...BROKEN_SCRATCH];
const TOKEN = 'a-shared-token-of-the-test';
const SCRATCH = { scratch: true, partials: ['stats'], inactiveAdministrator: INACTIVE } as const;

describe('gatehouse check-host against a host with an admin backend', () => {
  const check = hostChecker();

  function failed(report: Report): string[] {
    return failures(report).map(({ name }) => name);
  }

  it('passes a sound host that has only the admin backend, and runs no other checks on it', async () => {
    const records = new MemoryRecords();
    const served = await serveAdmin(new MemoryDirectory(), records, {}, { token: TOKEN });
    const report = await check(served, { token: TOKEN, ...SCRATCH });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    const names = report.results.map(({ name }) => name);
    expect(names).to.include.members(CHECKS.filter(isOfThisHost).map(({ name }) => name));
    expect(names).to.not.include('transaction/atomic');
    expect(report.notOffered).to.include('CAPABILITY_BACKEND');
  });

  it('changes no record and no link of a sound host', async () => {
    const records = new MemoryRecords();
    const before = structuredClone(records.data);
    const report = await check(await serveAdmin(new MemoryDirectory(), records));
    expect(records.data).to.deep.equal(before);
    expect(formatSummary(report)).to.match(/Left out: \d+ checks that write\. --scratch runs them/);
  });

  it('with --scratch removes its records and restores what it changed', async () => {
    const records = new MemoryRecords();
    const before = structuredClone([records.data, records.settings.cells]);
    const report = await check(await serveAdmin(new MemoryDirectory(), records), SCRATCH);
    expect([records.data, records.settings.cells]).to.deep.equal(before);
    expect(records.created).to.be.above(0);
    expect(formatSummary(report)).to.not.contain('Left');
  });

  it('takes no change by an action for a write after its deadline (HC-9)', async () => {
    const records = new (class extends MemoryRecords {
      override RunAction(request: RunActionRequest__Output): object {
        for (const post of this.data.posts) Object.assign(post, { version: `${post.version}+`, title: 'Published' });
        return super.RunAction(request);
      }
    })();
    const only = ['records/deadline-rolls-back', 'actions/run'];
    const report = await check(await serveAdmin(new MemoryDirectory(), records), { ...SCRATCH, only });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    expect(report.results.map(({ name }) => name)).to.include.members(only);
  });

  it('with --scratch removes its records after a check that failed', async () => {
    const records = new (class extends MemoryRecords {
      override ListRecords(request: ListRecordsRequest__Output): object {
        return this.created === 0 ? super.ListRecords(request) : { page: {} };
      }
    })();
    const { posts } = structuredClone(records.data);
    const report = await check(await serveAdmin(new MemoryDirectory(), records), {
      scratch: true,
      only: ['records/create'],
    });
    expect(failed(report)).to.deep.equal(['records/create']);
    expect(records.data.posts).to.deep.equal(posts);
  });

  it('with --scratch reports the records that the host does not remove', async () => {
    const records = new (class extends MemoryRecords {
      override DeleteRecords(): object {
        return { refused: { message: 'Posts stay.' } };
      }
    })();
    const report = await check(await serveAdmin(new MemoryDirectory(), records), {
      scratch: true,
      only: ['records/create'],
    });
    expect(failed(report)).to.deep.equal([]);
    expect(formatSummary(report)).to.contain(
      'Left behind: 2 records or settings that the host did not remove or restore.',
    );
  });

  for (const {
    name,
    caughtBy,
    directory = MemoryDirectory,
    records = MemoryRecords,
    ...served
  } of BROKEN_ADMIN_HOSTS) {
    it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
      const report = await check(await serveAdmin(new directory(), new records(), {}, served), {
        only: caughtBy,
        ...SCRATCH,
      });
      expect(failed(report)).to.include.members([...caughtBy]);
      for (const { failure, citation } of failures(report)) {
        expect(failure).to.include.all.keys('expected', 'got', 'advice');
        expect(citation).to.match(/\.proto: /);
      }
    });
  }

  it('has a broken host for every check of the admin backend', () => {
    const caught = new Set(BROKEN_ADMIN_HOSTS.flatMap(({ caughtBy }) => caughtBy));
    expect([...caught]).to.have.members(CHECKS.filter(isOfThisHost).map(({ name }) => name));
  });

  for (const { name, caughtBy, serve } of BROKEN_ADMIN_STREAMS) {
    it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')} (HC-7)`, async () => {
      expect(failed(await check(await serve(), { only: caughtBy }))).to.include.members([...caughtBy]);
    });
  }

  it('has a broken host for every check of the stream of the admin backend', () => {
    const caught = new Set(BROKEN_ADMIN_STREAMS.flatMap(({ caughtBy }) => caughtBy));
    expect([...caught]).to.have.members(CHECKS.filter(({ on }) => on === 'admin-stream').map(({ name }) => name));
  });

  describe('with accounts of administrators', () => {
    const withAccounts = async (accounts: typeof MemoryAccounts, records: typeof ManagedRecords, served = {}) => {
      const directory = new MemoryDirectory();
      return serveAdmin(directory, new records(directory), {}, { ...served, accounts: new accounts(directory) });
    };

    it('passes a sound host', async () => {
      const report = await check(await withAccounts(MemoryAccounts, ManagedRecords), {
        only: ACCOUNT_CHECK_NAMES,
        scratch: true,
      });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(ACCOUNT_CHECK_NAMES);
    });

    for (const broken of BROKEN_ACCOUNTS) {
      const { name, caughtBy, accounts = MemoryAccounts, records = ManagedRecords, ...served } = broken;
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withAccounts(accounts, records, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      const caught = new Set(BROKEN_ACCOUNTS.flatMap(({ caughtBy }) => caughtBy));
      expect([...caught]).to.have.members(ACCOUNT_CHECK_NAMES);
    });
  });

  describe('with a list of sessions', () => {
    const names = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_SESSION_LIST').map(
      ({ name }) => name,
    );
    const withSessions = async (sessions: typeof MemorySessions, memory: typeof MemoryDirectory, served = {}) => {
      const directory = new memory();
      const accounts = new MemoryAccounts(directory);
      return serveAdmin(
        directory,
        new ManagedRecords(directory),
        {},
        { ...served, accounts, sessions: new sessions(accounts) },
      );
    };

    it('passes a sound host', async () => {
      const report = await check(await withSessions(MemorySessions, MemoryDirectory), { only: names, scratch: true });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(names);
    });

    for (const broken of BROKEN_SESSIONS) {
      const { name, caughtBy, sessions = MemorySessions, directory = MemoryDirectory, ...served } = broken;
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withSessions(sessions, directory, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      expect([...new Set(BROKEN_SESSIONS.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
    });
  });

  describe('with second factors', () => {
    const names = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_SECOND_FACTOR').map(
      ({ name }) => name,
    );
    const withFactors = async (factors: typeof MemorySecondFactors, served = {}) => {
      const directory = new MemoryDirectory();
      const accounts = new MemoryAccounts(directory);
      return serveAdmin(
        directory,
        new ManagedRecords(directory),
        {},
        { ...served, accounts, factors: new factors(accounts) },
      );
    };

    it('passes a sound host', async () => {
      const report = await check(await withFactors(MemorySecondFactors), { only: names, scratch: true });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(names);
    });

    for (const { name, caughtBy, factors = MemorySecondFactors, ...served } of BROKEN_SECOND_FACTORS) {
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withFactors(factors, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      expect([...new Set(BROKEN_SECOND_FACTORS.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
    });
  });

  describe('with actions on many records', () => {
    const withBulk = async (bulk: typeof MemoryBulk, served = {}) => {
      const records = new MemoryRecords();
      return serveAdmin(new MemoryDirectory(), records, {}, { ...served, bulk: new bulk(records) });
    };

    it('passes a sound host', async () => {
      const report = await check(await withBulk(MemoryBulk), { only: BULK_CHECK_NAMES, scratch: true });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(BULK_CHECK_NAMES);
    });

    for (const { name, caughtBy, bulk = MemoryBulk, ...served } of BROKEN_BULK) {
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withBulk(bulk, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      const caught = new Set(BROKEN_BULK.flatMap(({ caughtBy }) => caughtBy));
      expect([...caught]).to.have.members(BULK_CHECK_NAMES);
    });
  });

  describe('with imports', () => {
    const names = CHECKS.filter(({ capability }) => capability?.startsWith('CAPABILITY_ADMIN_IMPORT')).map(
      ({ name }) => name,
    );
    const withImports = async (bulk: typeof MemoryBulk, of: typeof ManagedRecords, served = {}) => {
      const directory = new MemoryDirectory();
      const records = new of(directory);
      return serveAdmin(directory, records, {}, { ...served, bulk: new bulk(records) });
    };

    it('passes a sound host (HC-63, HC-82)', async () => {
      const report = await check(await withImports(MemoryBulk, ManagedRecords), { only: names, scratch: true });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(names);
    });

    for (const { name, caughtBy, bulk = MemoryBulk, records = ManagedRecords, ...served } of BROKEN_IMPORTS) {
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')} (HC-63, HC-64)`, async () => {
        const report = await check(await withImports(bulk, records, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      expect([...new Set(BROKEN_IMPORTS.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
    });
  });

  describe('with a search in several lists', () => {
    const names = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_SEARCH').map(({ name }) => name);
    const withSearch = async (search: typeof MemorySearch, served = {}) => {
      const records = new MemoryRecords();
      return serveAdmin(new MemoryDirectory(), records, {}, { ...served, search: new search(records) });
    };

    it('passes a sound host', async () => {
      const report = await check(await withSearch(MemorySearch), { only: names });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(names);
    });

    for (const { name, caughtBy, search = MemorySearch, ...served } of BROKEN_SEARCH) {
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withSearch(search, served), { only: caughtBy });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      expect([...new Set(BROKEN_SEARCH.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
    });
  });

  describe('with saved views', () => {
    const names = CHECKS.filter(({ capability }) => capability === 'CAPABILITY_ADMIN_VIEWS').map(({ name }) => name);
    const withViews = async (views: typeof MemoryViews, served = {}) => {
      const directory = new MemoryDirectory();
      const services = { accounts: new MemoryAccounts(directory), views: new views(directory) };
      return serveAdmin(directory, new ManagedRecords(directory), {}, { ...served, ...services });
    };

    it('passes a sound host', async () => {
      const report = await check(await withViews(MemoryViews), { only: names, scratch: true });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(report.results.map(({ name }) => name)).to.include.members(names);
    });

    for (const { name, caughtBy, views = MemoryViews, ...served } of BROKEN_VIEWS) {
      it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
        const report = await check(await withViews(views, served), { only: caughtBy, scratch: true });
        expect(failed(report)).to.include.members([...caughtBy]);
      });
    }

    it('has a broken host for every check', () => {
      expect([...new Set(BROKEN_VIEWS.flatMap(({ caughtBy }) => caughtBy))]).to.have.members(names);
    });
  });

  it('reports every error in a registration', async () => {
    const admin = { ...REGISTRATION, defaultLocale: 'EN', models: [] };
    const report = await check(await serveAdmin(new MemoryDirectory(), new MemoryRecords(), { admin }), {
      only: ['describe/valid'],
    });
    expect(failures(report)[0]?.failure?.got)
      .to.contain('default_locale')
      .and.to.contain('controllers["acme.blog.posts"].model');
  });

  it('fails, rather than skips, a host that registers but offers nothing', async () => {
    const served = await serveAdmin(new MemoryDirectory(), new MemoryRecords(), { capabilities: [] });
    const report = await check(served, { only: ['records/get'] });
    expect(failures(report)[0]?.notRun).to.contain('CAPABILITY_ADMIN');
  });

  it('fails a host whose admin services accept callers without the token', async () => {
    const served = await serveAdmin(new MemoryDirectory(), new MemoryRecords());
    expect(failed(await check(served, { token: TOKEN, only: ['token/'] }))).to.deep.equal(['token/required']);
  });
});
