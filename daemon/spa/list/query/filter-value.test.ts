import { expect } from 'chai';
import type { FilterView } from '../../api/views.js';
import { asMoments, bounded, single } from './filter-value.js';

const DAYS: FilterView = {
  name: 'published_at',
  type: 'daterange',
  label: 'Published',
  multiple: false,
  optionsFromServer: false,
  dependsOn: [],
};
const FILTER: FilterView = { ...DAYS, moments: true };

describe("filters: days in the reader's time zone as timestamps (docs/admin/api.md, Queries)", () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  for (const [where, day, from, to] of [
    ['America/Los_Angeles', '2026-12-23', '2026-12-23T08:00:00.000Z', '2026-12-24T07:59:59.999Z'],
    // 23 hours long, because daylight saving time begins.
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['America/Los_Angeles', '9999-12-31', '9999-12-31T08:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    it(`${day} in ${where}`, () => {
      process.env['TZ'] = where;
      const expected = { values: [], bounds: { after: from, before: to } };
      expect(asMoments(FILTER, bounded({ after: day, before: day }))).to.deep.equal(expected);
      expect(asMoments({ ...FILTER, type: 'date' }, single(day))).to.deep.equal(expected);
    });
  }

  it('leaves an open end open and values that are no days of the calendar unchanged', () => {
    process.env['TZ'] = 'UTC';
    expect(asMoments(FILTER, bounded({ before: '2026-01-01' })).bounds).to.have.all.keys('before');
    for (const after of ['yesterday', '2026-02-30', '2026-13-01', '2026-00-10']) {
      expect(asMoments(FILTER, bounded({ after })).bounds).to.deep.equal({ after });
    }
  });

  it('leaves the days of a date column unchanged', () => {
    const value = bounded({ after: '2026-01-01', before: '2026-01-31' });
    expect(asMoments(DAYS, value)).to.deep.equal(value);
  });
});
