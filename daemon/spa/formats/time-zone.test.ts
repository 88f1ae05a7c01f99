import { expect } from 'chai';
import { formatMoment, momentOf } from './date-format.js';
import { isZone } from '../../admin/api/zoned-time.js';
import { chooseZone, chosenZone, midnightIn } from './time-zone.js';

describe("the administrator's time zone (AD-246)", () => {
  afterEach(() => chooseZone(undefined));

  it('begins the day in that zone, also when the clocks change', () => {
    const at = (zone: string, year: number, month: number, day: number) =>
      midnightIn(zone, year, month, day).toISOString();
    expect(at('Europe/Berlin', 2026, 1, 1)).to.equal('2025-12-31T23:00:00.000Z');
    expect(at('Europe/Berlin', 2026, 3, 29)).to.equal('2026-03-28T23:00:00.000Z');
    expect(at('Europe/Berlin', 2026, 3, 30)).to.equal('2026-03-29T22:00:00.000Z');
    expect(at('America/Los_Angeles', 2026, 3, 8)).to.equal('2026-03-08T08:00:00.000Z');
    expect(at('America/Los_Angeles', 2026, 3, 9)).to.equal('2026-03-09T07:00:00.000Z');
    expect(at('Pacific/Kiritimati', 2026, 1, 32)).to.equal('2026-01-31T10:00:00.000Z');
  });

  it('begins a day after the midnight that the clocks skip, and with the first of two midnights (AD-450)', () => {
    const at = (zone: string, month: number, day: number) => midnightIn(zone, 2026, month, day).toISOString();
    // To 01:00 at midnight, and back to 00:00 at 01:00.
    expect(at('America/Santiago', 9, 6)).to.equal('2026-09-06T04:00:00.000Z');
    expect(at('America/Havana', 11, 1)).to.equal('2026-11-01T04:00:00.000Z');
    expect(at('Asia/Beirut', 3, 29)).to.equal('2026-03-28T22:00:00.000Z');
  });

  it('applies to moments, but not to dates and to columns in UTC', () => {
    chooseZone('Asia/Tokyo');
    const shown = (value: string, useTimezone?: boolean) =>
      formatMoment(momentOf(value, useTimezone)!, 'datetime', 'Y-m-d H:i', 'en');
    expect(shown('2026-01-31T18:00:00Z')).to.equal('2026-02-01 03:00');
    expect(shown('2026-01-31T18:00:00Z', false)).to.equal('2026-01-31 18:00');
    expect(shown('2026-01-31')).to.equal('2026-01-31 00:00');
  });

  it('ignores a zone that the browser does not know', () => {
    expect(isZone('Mars/Olympus')).to.equal(false);
    chooseZone('Mars/Olympus');
    expect(chosenZone()).to.equal(undefined);
  });
});
