import { expect } from 'chai';
import { mannWhitney, median, spread } from './statistics.js';

describe('statistics of the benchmark', () => {
  it('takes the middle value, or the mean of the two in the middle (docs/benchmarks.md)', () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([9, 1, 5, 7])).to.equal(6);
    expect(median([])).to.be.NaN;
  });

  it('reports the largest deviation from the median as a share of it (docs/benchmarks.md)', () => {
    expect(spread([10, 8, 15])).to.equal(0.5);
    expect(spread([10, 10])).to.equal(0);
  });

  it('tells samples apart that differ, and no others (docs/benchmarks.md)', () => {
    const low = Array.from({ length: 40 }, (_, index) => index);
    const high = low.map((value) => value + 30);
    expect(mannWhitney(high, low).p).to.be.lessThan(0.001);
    expect(mannWhitney(high, low).superiority).to.be.greaterThan(0.9);
    expect(mannWhitney(low, [...low].reverse())).to.deep.include({ superiority: 0.5 });
    expect(mannWhitney(low, low).p).to.be.closeTo(1, 1e-6);
  });
});
