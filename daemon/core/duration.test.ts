import { expect } from 'chai';
import { formatDuration, parseDuration } from './duration.js';

describe('core: duration', () => {
  const pairs: [string, number][] = [
    ['250ms', 250],
    ['10s', 10_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['24h', 86_400_000],
  ];
  for (const [text, ms] of pairs) {
    it(`reads ${text} as ${ms} ms, and formats it the same way`, () => {
      expect(parseDuration(text)).to.equal(ms);
      expect(formatDuration(ms)).to.equal(text);
    });
  }

  it('reads days and formats them as hours', () => {
    expect(parseDuration('30d')).to.equal(30 * 86_400_000);
    expect(formatDuration(86_400_000)).to.equal('24h');
  });

  it('reads a bare 0, which needs no unit', () => {
    expect(parseDuration('0')).to.equal(0);
    expect(formatDuration(0)).to.equal('0s');
  });

  for (const text of ['', '10', '1.5h', '-1s', '10 s', 's', '10S', '1h30m', '9999999999s', '１s']) {
    it(`does not read ${JSON.stringify(text)}`, () => expect(parseDuration(text)).to.equal(undefined));
  }
});
