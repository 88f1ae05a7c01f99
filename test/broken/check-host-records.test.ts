import { expect } from 'chai';
import type { Report } from '../../daemon/hostcheck/report.js';
import { failures, formatResult } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import { MemoryDirectory } from './admin/directory.js';
import { MemoryRecords } from './admin/records.js';
import { serveAdmin } from './admin/serve.js';

describe('gatehouse check-host against a host without records (HC-9)', () => {
  const withoutRecords = async (records: MemoryRecords, scratch: boolean): Promise<[Report, string[]]> => {
    records.data.posts = [];
    const notices: string[] = [];
    const served = await serveAdmin(new MemoryDirectory(), records);
    const options = { address: served.address, only: ['records/list-pages', 'records/create'], scratch };
    const report = await runHostCheck(
      options,
      () => undefined,
      (notice) => notices.push(notice),
    );
    await served.close();
    return [report, notices];
  };

  it('says before all results that the checks need some: without any they prove nothing', async () => {
    const [report, notices] = await withoutRecords(new MemoryRecords(), false);
    expect(notices.join('\n')).to.match(/^acme\.blog\.posts has no records, .*Add a few.*--scratch.*$/);
    expect(failures(report)[0]?.failure?.expected).to.contain('a record of acme.blog.posts');
  });

  it('creates some with --scratch, and deletes them at the end', async () => {
    const records = new MemoryRecords();
    const [report, notices] = await withoutRecords(records, true);
    expect(notices).to.deep.equal([
      'Created 3 records of acme.blog.posts, which had none; they are deleted at the end.',
    ]);
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    expect(records.data.posts).to.deep.equal([]);
  });

  it('says why the application accepts none', async () => {
    const refusing = new (class extends MemoryRecords {
      override CreateRecord(): object {
        return { refused: { message: 'Posts come from the newsroom.' } };
      }
    })();
    const [, notices] = await withoutRecords(refusing, true);
    expect(notices.join('\n')).to.match(/accepts none from check-host \(Posts come from the newsroom\.\)\. Add a few/);
  });
});
