import { expect } from 'chai';
import { decimalSignOf, localDate, localNumber, localTime, localTimestamp } from './local-values.js';

const GERMAN = { decimal: ',', locale: 'de', timeZone: 'Europe/Berlin' } as const;
const ENGLISH = { decimal: '.', locale: 'en', timeZone: 'UTC' } as const;

describe('values of a file as people write them (AD-388)', () => {
  it('reads numbers with the decimal sign of the file, with and without groups', () => {
    const german = (text: string) => localNumber(text, GERMAN);
    expect(['1234,5', '1.234,5', '1.234', '1 234,5', '1\u202F234\u202F567,8', '-0,5', '+7'].map(german)).to.deep.equal([
      ...['1234.5', '1234.5', '1234', '1234.5', '1234567.8', '-0.5', '7'],
    ]);
    // As the API and our exports write it; with three digits, it would be ambiguous, so the decimal sign decides.
    expect(['1234.56', '0.5', '12'].map(german)).to.deep.equal(['1234.56', '0.5', '12']);
    const english = (text: string) => localNumber(text, ENGLISH);
    expect(['1,234.5', '1.234', '1,234', '−12', '١٢'].map(english)).to.deep.equal([
      ...['1234.5', '1.234', '1234', '-12', '12'],
    ]);
    for (const text of ['', 'x', '1,2,3', '1.2.3', '12,34', '1e5', '0x10', '1 2', '--1', '1.', '.5', '∞']) {
      expect(english(text), text).to.equal(undefined);
    }
    expect(['en', 'de', 'fr', 'es'].map(decimalSignOf)).to.deep.equal(['.', ',', ',', ',']);
  });

  it('reads dates as ISO 8601 and in the order of the language, always with a year of four digits', () => {
    expect(localDate('2026-02-28', GERMAN)).to.equal('2026-02-28');
    expect(localDate('2026-2-8', GERMAN)).to.equal('2026-02-08');
    expect(localDate('28.2.2026', GERMAN)).to.equal('2026-02-28');
    expect(localDate('2/28/2026', ENGLISH)).to.equal('2026-02-28');
    expect(localDate('28/02/2026', { locale: 'fr' })).to.equal('2026-02-28');
    expect(localDate('٢٨/٢/٢٠٢٦', { locale: 'ar' })).to.equal('2026-02-28');
    for (const text of [
      '2026-02-28 10:00',
      '2026-02-281',
      '28.2.2026 10:00',
      '28.2.26',
      '29.2.2026',
      '31.4.2026',
      '2/28/2026',
      '2026',
      'x',
      '1.2/2026',
    ]) {
      expect(localDate(text, GERMAN), text).to.equal(undefined);
    }
  });

  it('reads times', () => {
    expect(['9:05', '23:59', '23:59:58', '11:59 pm', '12 am', '12:30 p.m.'].map(localTime)).to.deep.equal([
      ...['09:05:00', '23:59:00', '23:59:58', '23:59:00', '00:00:00', '12:30:00'],
    ]);
    expect(['24:00', '9', '13 pm', '0 am', 'noon'].map(localTime)).to.deep.equal(Array(5).fill(undefined));
  });

  it('reads no instant without a date or with an impossible time', () => {
    const format = { decimal: '.', locale: 'en', timeZone: 'UTC' } as const;
    const read = (text: string) => localTimestamp(text, format);
    expect(read('12/31/2026')).to.equal('2026-12-31T00:00:00.000Z');
    expect(read('2026-12-31t9:05')).to.equal('2026-12-31T09:05:00.000Z');
    for (const text of [
      '',
      'x',
      '10:00',
      'x 10:00',
      '2026-02-30 10:00',
      '2026-12-31 25:00',
      '2026-12-31 x',
      '2026-12-31 9',
    ]) {
      expect(read(text), text).to.equal(undefined);
    }
  });

  it('reads a time without an offset on the clocks of the reader, also when they change', () => {
    expect(localTimestamp('2026-07-01 12:00', GERMAN)).to.equal('2026-07-01T10:00:00.000Z');
    expect(localTimestamp('1.1.2026, 00:30', GERMAN)).to.equal('2025-12-31T23:30:00.000Z');
    expect(localTimestamp('2026-03-29 03:00', GERMAN)).to.equal('2026-03-29T01:00:00.000Z');
    // Skipped, and shown twice: as in the forms, east and west of Greenwich (AD-450).
    const american = { ...ENGLISH, timeZone: 'America/Los_Angeles' };
    expect(localTimestamp('2026-03-29 02:30', GERMAN)).to.equal('2026-03-29T01:30:00.000Z');
    expect(localTimestamp('2026-03-08 02:30', american)).to.equal('2026-03-08T10:30:00.000Z');
    expect(localTimestamp('2026-10-25 02:30', GERMAN)).to.equal('2026-10-25T00:30:00.000Z');
    expect(localTimestamp('2026-11-01 01:30', american)).to.equal('2026-11-01T08:30:00.000Z');
    expect(localTimestamp('2026-11-01 02:00', american)).to.equal('2026-11-01T10:00:00.000Z');
    expect(localTimestamp('2026-03-08 01:59', american)).to.equal('2026-03-08T09:59:00.000Z');
    expect(localTimestamp('2026-07-01', GERMAN)).to.equal('2026-06-30T22:00:00.000Z');
    expect(localTimestamp('2026-07-01T12:00:00Z', GERMAN)).to.equal('2026-07-01T12:00:00Z');
    expect(localTimestamp('2026-07-01T12:00:00+02:00', ENGLISH)).to.equal('2026-07-01T12:00:00+02:00');
    for (const text of ['', 'x', '2026-02-30 12:00', '2026-07-01 25:00', '2026-07-01 x']) {
      expect(localTimestamp(text, GERMAN), text).to.equal(undefined);
    }
  });
});
