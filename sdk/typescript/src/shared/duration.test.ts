import { expect } from 'chai';
import type { Duration } from './duration.js';
import { milliseconds } from './duration.js';

describe('durations', () => {
  const valid: [Duration, number][] = [
    [0, 0],
    [1500, 1500],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['24h', 86_400_000],
    ['30d', 2_592_000_000],
    ['1.5h', 5_400_000],
    ['1.25s', 1250],
  ];
  for (const [duration, expected] of valid) {
    it(`${duration} is ${expected} ms`, () => {
      expect(milliseconds(duration, 'x')).to.equal(expected);
    });
  }

  for (const wrong of ['', '10', 'm', '-1s', '10 m', '1w', '10mx', 'x10m', '.5h', -1, 0.5, Infinity, Number.NaN]) {
    it(`rejects ${JSON.stringify(wrong)}, naming the option`, () => {
      expect(() => milliseconds(wrong as Duration, 'oauth.codeTtl')).to.throw(TypeError, /^oauth\.codeTtl must be/);
    });
  }
});
