import { expect } from 'chai';
import { clockIn, instantIn, isZone } from './zoned-time.js';

describe('time zones', () => {
  it('are those that this program knows', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles']) expect(isZone(zone), zone).to.equal(true);
    for (const zone of ['', 'Mars/Olympus', 'Europe', 'Europe/Berlin ']) expect(isZone(zone), zone).to.equal(false);
  });

  it('have an instant for each time of their clocks, whatever the year and the offset', () => {
    const at = (zone: string, wall: string) => new Date(instantIn(zone, Date.parse(`${wall}Z`))).toISOString();
    expect(at('UTC', '2026-07-01T12:00:00')).to.equal('2026-07-01T12:00:00.000Z');
    expect(at('Asia/Kolkata', '2026-07-01T00:00:00')).to.equal('2026-06-30T18:30:00.000Z');
    expect(at('Pacific/Kiritimati', '2026-01-01T00:00:00.250')).to.equal('2025-12-31T10:00:00.250Z');
    expect(at('Pacific/Pago_Pago', '2026-12-31T23:59:59')).to.equal('2027-01-01T10:59:59.000Z');
    // At midnight, where some clocks would say 24.
    expect(at('Europe/Berlin', '2026-03-29T00:00:00')).to.equal('2026-03-28T23:00:00.000Z');
  });

  it('have the first instant of a time that their clocks show twice, and one behind a time that they skip (RFC 5545 §3.3.5)', () => {
    for (const [zone, wall, instant] of [
      // Clocks go back from 03:00 to 02:00, east and west of Greenwich.
      ['Europe/Berlin', '2026-10-24T12:00:00', '2026-10-24T10:00:00'],
      ['Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59'],
      ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00'],
      ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
      ['Europe/Berlin', '2026-10-25T12:00:00', '2026-10-25T11:00:00'],
      ['America/New_York', '2026-11-01T00:30:00', '2026-11-01T04:30:00'],
      ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00'],
      ['America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00'],
      // Clocks go forward from 02:00 to 03:00.
      ['Europe/Berlin', '2026-03-28T12:00:00', '2026-03-28T11:00:00'],
      ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
      ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
      ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
      ['Europe/Berlin', '2026-03-29T12:00:00', '2026-03-29T10:00:00'],
      ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00'],
      ['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00'],
    ] as const) {
      const found = instantIn(zone, Date.parse(`${wall}Z`));
      expect(new Date(found).toISOString(), `${zone} ${wall}`).to.equal(`${instant}.000Z`);
    }
  });

  it('show a time at each instant, with its milliseconds', () => {
    const shown = (zone: string, instant: string) => new Date(clockIn(zone, Date.parse(instant))).toISOString();
    expect(shown('Europe/Berlin', '2026-07-01T12:00:00.250Z')).to.equal('2026-07-01T14:00:00.250Z');
    expect(shown('Europe/Berlin', '2026-01-01T23:00:00Z')).to.equal('2026-01-02T00:00:00.000Z');
    expect(shown('America/New_York', '1969-12-31T23:59:59.999Z')).to.equal('1969-12-31T18:59:59.999Z');
    expect(shown('UTC', '0099-12-31T23:59:59Z')).to.equal('0099-12-31T23:59:59.000Z');
  });
});
