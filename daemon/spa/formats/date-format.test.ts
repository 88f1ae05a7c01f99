import { expect } from 'chai';
import type { Moment } from './date-format.js';
import { formatMoment, momentOf, phpDate } from './date-format.js';

function moment(value: string, useTimezone = false): Moment {
  const found = momentOf(value, useTimezone);
  if (found === undefined) throw new Error(`${value} is no moment`);
  return found;
}

describe('formats of dates (AD-206)', () => {
  const noon = moment('2026-02-03T12:05:09.007Z');

  for (const [format, expected] of [
    ['d.m.Y H:i', '03.02.2026 12:05'],
    ['D, j M y', 'Tue, 3 Feb 26'],
    ['l jS \\o\\f F Y h:i:s A', 'Tuesday 3rd of February 2026 12:05:09 PM'],
    ['N w z t L', '2 2 33 28 0'],
    ['o-\\WW', '2026-W06'],
    ['G:i g a', '12:05 12 pm'],
    ['P O Z e', '+00:00 +0000 0 UTC'],
    ['U v', '1770120309 007'],
    ['x X', '2026 +2026'],
    ['c', '2026-02-03T12:05:09+00:00'],
    ['r', 'Tue, 03 Feb 2026 12:05:09 +0000'],
    ['u p', '007000 Z'],
    ['b f', 'b f'],
    ['', ''],
  ] as const) {
    it(`formats ${format} like PHP`, () => expect(phpDate(format, noon, 'en')).to.equal(expected));
  }

  it("uses the language's names of days and months", () => {
    expect(phpDate('l, j. F', noon, 'de')).to.equal('Dienstag, 3. Februar');
    expect(phpDate('jS', noon, 'de')).to.equal('3');
  });

  it('adds English ordinal suffixes', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31];
    const texts = days.map((day) => phpDate('jS', moment(`2026-01-${String(day).padStart(2, '0')}`), 'en'));
    expect(texts.join(' ')).to.equal('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
  });

  it('assigns the first days of January to the last ISO 8601 week of the previous year if they belong to it', () => {
    expect(phpDate('o W', moment('2027-01-01'), 'en')).to.equal('2026 53');
    expect(phpDate('o W', moment('2024-12-30'), 'en')).to.equal('2025 01');
  });

  it('has the weekdays and weeks of the first century, which a typing error can reach', () =>
    expect(phpDate('D Y-m-d W z t L P', moment('0026-02-03'), 'en')).to.equal('Tue 0026-02-03 06 33 28 0 +00:00'));

  it('uses the clock of the time zone', () => {
    const there: Moment = { instant: new Date('2026-07-01T22:30:00Z'), zone: 'Asia/Kolkata' };
    expect(phpDate('Y-m-d H:i P', there, 'en')).to.equal('2026-07-02 04:00 +05:30');
  });

  it('shows midnight as 00 and as 12', () => {
    expect(phpDate('H G h g A', moment('2026-01-01T00:00:00Z'), 'en')).to.equal('00 0 12 12 AM');
  });
});

describe('dates and times of the API', () => {
  it('shows a date as the same date in every time zone', () => {
    expect(formatMoment(moment('2026-02-28', true), 'date', undefined, 'en')).to.equal('Feb 28, 2026');
  });

  it('shows a time of day without a time zone', () => {
    expect(formatMoment(moment('23:59:59.123456', true), 'time', 'H:i:s', 'de')).to.equal('23:59:59');
    expect(formatMoment(moment('08:05', true), 'time', undefined, 'de')).to.equal('08:05');
  });

  it('shows a timestamp in UTC with useTimezone: false', () => {
    expect(formatMoment(moment('2026-02-28T23:30:00Z'), 'datetime', 'd H:i', 'en')).to.equal('28 23:30');
  });

  it('returns undefined for values that are not dates', () => {
    for (const value of ['never', '', '2026-13-40T00:00:00Z', '25:00:61x', 7, null]) {
      expect(momentOf(value), String(value)).to.equal(undefined);
    }
  });
});
