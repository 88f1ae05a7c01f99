import { CalendarDate, parseAbsolute, Time } from '@internationalized/date';
import { expect } from 'chai';
import {
  dayOf,
  dayValue,
  firstDay,
  firstMoment,
  lastDay,
  lastMoment,
  momentOf,
  momentValue,
  timeOf,
  timeValue,
  withFullYear,
} from './date-value.js';

const BERLIN = 'Europe/Berlin';
const HONOLULU = 'Pacific/Honolulu';

describe('dates in forms (AD-48)', () => {
  it("shows a timestamp in the administrator's time zone and sends it in UTC", () => {
    const moment = momentOf('2026-07-01T22:30:00.000Z', BERLIN);
    expect(moment?.toString()).to.equal('2026-07-02T00:30:00+02:00[Europe/Berlin]');
    expect(momentValue(moment!.add({ hours: 1 }), BERLIN)).to.equal('2026-07-01T23:30:00.000Z');
  });

  it('keeps seconds that the picker does not show', () => {
    expect(momentValue(momentOf('2026-07-01T22:30:59.123Z', BERLIN)!, BERLIN)).to.equal('2026-07-01T22:30:59.123Z');
  });

  it('adds the century that a year of two digits leaves out, in the time zone of the reader (AD-448)', () => {
    const next = new Date().getUTCFullYear() + 1;
    expect(withFullYear(`00${String(next).slice(2)}-12-24`, BERLIN)).to.equal(`${next}-12-24`);
    expect(withFullYear('0099-02-01', BERLIN)).to.equal('1999-02-01');
    expect([withFullYear('0100-02-01', BERLIN), withFullYear(null, BERLIN), withFullYear('?', BERLIN)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    const typed = momentOf('0099-07-01T12:00:00.000Z', BERLIN)!.set({ hour: 18, minute: 5, second: 0 });
    expect(withFullYear(momentValue(typed, BERLIN), BERLIN)).to.equal('1999-07-01T16:05:00.000Z');
  });

  it('shows a date as the same date in every time zone', () => {
    for (const zone of [BERLIN, HONOLULU, 'Pacific/Kiritimati']) {
      expect(dayOf('2026-03-29', zone)?.toString()).to.equal('2026-03-29');
      expect(dayValue(new CalendarDate(2026, 3, 29), 'date', null, zone)).to.equal('2026-03-29');
    }
  });

  it('shows a time of day unchanged in every time zone', () => {
    expect(timeOf('23:05:00', HONOLULU)?.toString()).to.equal('23:05:00');
    expect(timeValue(new Time(7, 5), 'time', null, HONOLULU)).to.equal('07:05:00');
  });

  it('keeps the part of a timestamp that the field does not show', () => {
    const before = '2026-07-01T22:30:15.000Z';
    expect(dayOf(before, BERLIN)?.toString()).to.equal('2026-07-02');
    expect(dayValue(new CalendarDate(2026, 12, 24), 'timestamp', before, BERLIN)).to.equal('2026-12-23T23:30:15.000Z');
    expect(timeValue(new Time(12, 0), 'timestamp', before, BERLIN)).to.equal('2026-07-02T10:00:00.000Z');
  });

  it('starts at midnight if there was no timestamp before', () => {
    expect(dayValue(new CalendarDate(2026, 7, 2), 'timestamp', null, BERLIN)).to.equal('2026-07-01T22:00:00.000Z');
  });

  it('moves a time that clocks skip to the next hour, and takes the first of two equal times', () => {
    expect(timeValue(new Time(2, 30), 'timestamp', '2026-03-29T10:00:00Z', BERLIN)).to.equal(
      '2026-03-29T01:30:00.000Z',
    );
    expect(timeValue(new Time(2, 30), 'timestamp', '2026-10-25T10:00:00Z', BERLIN)).to.equal(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('returns undefined for values that are not dates', () => {
    expect([dayOf(null, BERLIN), momentOf('', BERLIN), timeOf(null, BERLIN)]).to.deep.equal([null, null, null]);
    expect([dayOf('soon', BERLIN), momentOf('2026-07-01', BERLIN), timeOf('25:00', BERLIN)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect([dayValue(null, 'date', '2026-01-01', BERLIN), momentValue(null, BERLIN)]).to.deep.equal([null, null]);
  });

  it('converts a date from another calendar to the Gregorian calendar', () => {
    const gregorian = parseAbsolute('2026-07-01T00:00:00Z', 'UTC');
    expect(dayValue(gregorian, 'date', null, 'UTC')).to.equal('2026-07-01');
  });

  it('treats limits as UTC days, like the server', () => {
    expect(firstMoment('2026-01-01', HONOLULU).toAbsoluteString()).to.equal('2026-01-01T00:00:00.000Z');
    expect(lastMoment('2026-01-01', HONOLULU).toAbsoluteString()).to.equal('2026-01-01T23:59:59.999Z');
  });

  it('offers the days whose timestamps the server accepts', () => {
    const ends = (column: 'date' | 'timestamp', before: string | null, zone: string) => [
      firstDay('2026-01-01', column, before, zone).toString(),
      lastDay('2026-12-31', column, before, zone).toString(),
    ];
    expect(ends('date', null, BERLIN)).to.deep.equal(['2026-01-01', '2026-12-31']);
    // In UTC, midnight of 1 January is still in the previous year.
    expect(ends('timestamp', null, BERLIN)).to.deep.equal(['2026-01-02', '2027-01-01']);
    expect(ends('timestamp', '2026-07-01T10:00:00.000Z', BERLIN)).to.deep.equal(['2026-01-01', '2026-12-31']);
    // In UTC, 8 p.m. is already the next day.
    expect(ends('timestamp', '2026-07-02T06:00:00.000Z', HONOLULU)).to.deep.equal(['2025-12-31', '2026-12-30']);
    for (const zone of [BERLIN, HONOLULU, 'Pacific/Kiritimati']) {
      const [first, last] = [
        firstDay('2026-01-01', 'timestamp', null, zone),
        lastDay('2026-12-31', 'timestamp', null, zone),
      ];
      expect(dayValue(first, 'timestamp', null, zone)).to.match(/^2026-01-01/);
      expect(dayValue(last, 'timestamp', null, zone)).to.match(/^2026-12-31/);
    }
  });
});
