import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
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

describe('gatehouse check-host against a host that accepts nothing but null in a column (HC-9)', () => {
  it('passes it: null over null is no change, and keeps the version (HC-34)', async () => {
    const records = new (class extends MemoryRecords {
      override UpdateRecord(request: UpdateRecordRequest__Output): object {
        return priced(request) ? NO_PRICE : super.UpdateRecord(request);
      }
    })();
    for (const post of records.data.posts) post.others['price'] = { nullValue: true };
    const served = await serveAdmin(new MemoryDirectory(), records);
    const report = await runHostCheck({ address: served.address, only: ['records/update'], scratch: true });
    await served.close();
    expect(failures(report).map(formatResult)).to.deep.equal([]);
  });
});

const NO_PRICE = { invalid: { fields: [{ field: 'price', messages: ['Prices come from the warehouse.'] }] } };

function priced({ values }: UpdateRecordRequest__Output): boolean {
  return values.some(({ column, value }) => column === 'price' && value?.nullValue === undefined);
}
