import { expect } from 'chai';
import { chooseCoding, CODINGS } from './content-coding.js';

describe('http/content-coding (RFC 9110 §12.5.3)', () => {
  for (const [header, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, br;q=0.2', 'gzip'],
    ['gzip;q=1.0,br;q=1.000', 'br'],
    ['gzip ; q=0.9 , br ; q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity, br', 'br'],
    ['identity, br;q=0.9', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity;q=0', 'identity'],
    ['br;q=2', 'identity'],
    ['br;q=, gzip;q=1', 'gzip'],
    ['br;q=0., gzip;q=1.', 'gzip'],
    ['gzip;q=0.25, br;q=0.125', 'gzip'],
    ['br;q=0.1234, gzip;q=0.1', 'gzip'],
    ['br;q=1.0000, gzip;q=0.1', 'gzip'],
    ['br;q=1.001, gzip;q=0.1', 'gzip'],
    ['br  ;  q=0.1', 'br'],
    ['br;q=-1, gzip;q=abc', 'identity'],
    ['br;level=9, gzip', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['b r', 'identity'],
  ] as const) {
    it(`${JSON.stringify(header)} is answered with ${coding}`, () => {
      expect(chooseCoding(header, CODINGS)).to.equal(coding);
    });
  }

  it('never chooses what is not there', () => {
    expect(chooseCoding('br, gzip;q=0.1', ['gzip', 'identity'])).to.equal('gzip');
    expect(chooseCoding('br, gzip', ['identity'])).to.equal('identity');
  });

  it('reads no more of a header than browsers send', () => {
    expect(chooseCoding(`${'x,'.repeat(1000)}br`, CODINGS)).to.equal('identity');
  });
});
