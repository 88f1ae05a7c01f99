import { expect } from 'chai';
import { dayRange } from './day-range.js';

describe('admin/lists/day-range (admin.md, values: YYYY-MM-DD, RFC 3339 UTC)', () => {
  it('is the day in UTC, up to the instant at which the next one begins', () => {
    expect(dayRange('2024-02-29')).to.deep.equal({
      start: '2024-02-29T00:00:00.000Z',
      nextStart: '2024-03-01T00:00:00.000Z',
    });
    expect(dayRange('2026-12-31')?.nextStart).to.equal('2027-01-01T00:00:00.000Z');
    expect(dayRange('0001-01-01')?.start).to.equal('0001-01-01T00:00:00.000Z');
  });

  it('has no next day after the last one that can be written', () => {
    expect(dayRange('9999-12-31')).to.deep.equal({ start: '9999-12-31T00:00:00.000Z' });
  });

  for (const text of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
  ]) {
    it(`"${text}" is no day`, () => expect(dayRange(text)).to.equal(undefined));
  }
});
