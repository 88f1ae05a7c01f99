import { expect } from 'chai';
import { pause } from './connection.js';

describe('pause before the next attempt to connect', () => {
  const DRAWS = 500;

  for (const [attempt, longest] of [
    [1, 100],
    [2, 200],
    [5, 1600],
    [6, 2000],
    [1000, 2000],
  ] as const) {
    it(`is a random time between ${longest / 2} and ${longest} ms after attempt ${attempt}`, () => {
      const pauses = Array.from({ length: DRAWS }, () => pause(attempt));
      expect(Math.min(...pauses)).to.be.within(longest / 2, longest * 0.6);
      expect(Math.max(...pauses)).to.be.within(longest * 0.9, longest);
      expect(new Set(pauses).size).to.be.greaterThan(DRAWS / 2);
    });
  }
});
