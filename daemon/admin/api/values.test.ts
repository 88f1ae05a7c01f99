import { expect } from 'chai';
import { truthOf } from './values.js';
import { instantIn, isZone } from './zoned-time.js';

describe('truth values in a query', () => {
  it('have three words each, and no others', () => {
    expect(['1', 'true', 'on', '0', 'false', 'off'].map(truthOf)).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    for (const word of ['', 'yes', 'TRUE', ' 1', 'constructor', '__proto__']) {
      expect(truthOf(word), word).to.equal(undefined);
    }
  });
});

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
});
