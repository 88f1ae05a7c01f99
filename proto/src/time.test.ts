import { expect } from 'chai';
import { fromDuration, fromTimestamp, toDuration, toTimestamp } from './time.js';

describe('proto/time', () => {
  for (const ms of [0, 1, 999, 1000, 1_763_722_800_123, -1, -1500]) {
    it(`converts ${ms} ms back and forth`, () => {
      expect(fromTimestamp(toTimestamp(ms))).to.equal(ms);
      expect(fromDuration(toDuration(ms))).to.equal(ms);
    });
  }

  it('keeps the nanos of a timestamp positive, as the type requires', () => {
    expect(toTimestamp(-1)).to.deep.equal({ seconds: -1, nanos: 999_000_000 });
  });

  it('rejects a timestamp outside of the years 1 to 9999', () => {
    expect(fromTimestamp({ seconds: 253_402_300_800, nanos: 0 })).to.equal(undefined);
    expect(fromTimestamp({ seconds: -62_135_596_801, nanos: 0 })).to.equal(undefined);
    expect(fromTimestamp({ seconds: 0, nanos: -1 })).to.equal(undefined);
    expect(fromTimestamp({ seconds: 0, nanos: 1_000_000_000 })).to.equal(undefined);
  });

  it('accepts the first and the last moment of the years 1 to 9999 (google.protobuf.Timestamp)', () => {
    expect(fromTimestamp({ seconds: -62_135_596_800, nanos: 0 })).to.equal(Date.parse('0001-01-01T00:00:00Z'));
    const last = { seconds: 253_402_300_799, nanos: 999_999_999 };
    expect(fromTimestamp(last)).to.equal(Date.parse('9999-12-31T23:59:59.999Z'));
  });

  it('reads seconds that arrived as text, like every int64', () => {
    expect(fromTimestamp({ seconds: '1763722800', nanos: 123_999_999 })).to.equal(1_763_722_800_123);
    expect(fromDuration({ seconds: '-1', nanos: -500_000_000 })).to.equal(-1500);
  });
});
