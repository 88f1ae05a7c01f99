import { expect } from 'chai';
import { relativeDay, relativeTime } from './relative-time.js';

const NOW = Date.parse('2026-06-15T12:00:00Z');

describe('time since (AD-206)', () => {
  for (const [instant, expected] of [
    ['2026-06-15T11:59:45Z', 'now'],
    ['2026-06-15T12:00:20Z', 'now'],
    ['2026-06-15T11:55:00Z', '5 minutes ago'],
    ['2026-06-15T09:10:00Z', '2 hours ago'],
    ['2026-06-14T11:00:00Z', 'yesterday'],
    ['2026-06-12T12:00:00Z', '3 days ago'],
    ['2026-06-01T12:00:00Z', '2 weeks ago'],
    ['2026-05-15T12:00:00Z', 'last month'],
    ['2025-12-15T12:00:00Z', '5 months ago'],
    ['2025-06-20T12:00:00Z', '11 months ago'],
    ['2020-01-01T00:00:00Z', '6 years ago'],
    ['2026-06-18T13:00:00Z', 'in 3 days'],
  ] as const) {
    it(`shows ${instant} as ${expected}`, () => expect(relativeTime(new Date(instant), NOW, 'en')).to.equal(expected));
  }

  // 20:00 on the 14th in Los Angeles, and already the 15th in UTC.
  for (const [day, expected] of [
    ['2026-06-14', 'today'],
    ['2026-06-15', 'tomorrow'],
    ['2026-06-13', 'yesterday'],
    ['2026-06-20', 'in 6 days'],
    ['2026-06-01', 'last week'],
    ['2025-06-01', 'last year'],
  ] as const) {
    it(`shows the day ${day} to a reader in Los Angeles as ${expected}`, () => {
      const now = Date.parse('2026-06-15T03:00:00Z');
      expect(relativeDay(new Date(`${day}T00:00:00Z`), now, 'America/Los_Angeles', 'en')).to.equal(expected);
    });
  }

  it('uses the given language', () =>
    expect(relativeTime(new Date(NOW - 300_000), NOW, 'de')).to.equal('vor 5 Minuten'));
});
