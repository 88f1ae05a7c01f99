import { expect } from 'chai';
import { importRecords, RecordsRefused } from './import-records.js';

describe('an import that names its refused records', () => {
  const clock = Date.now;
  afterEach(() => (Date.now = clock));

  it('stops when half of the time is over, even before it meets one (HC-63)', async () => {
    const begun = clock();
    const limits = { deadline: new Date(begun + 20_000), signal: new AbortController().signal };
    const seconds = [0];
    Date.now = () => begun + 1000 * (seconds.shift() ?? 11);
    const records = [{ values: [], relations: [], existing: null }];
    // Before the first record: it needs neither a controller nor a database.
    const nothing = {} as never;
    const stopped: unknown = await importRecords(nothing, nothing, records, limits, 'all', nothing).catch(
      (error: unknown) => error,
    );
    expect(stopped).to.be.instanceOf(RecordsRefused);
    expect(stopped).to.deep.include({ records: [], hasMore: true });
  });
});
