import { expect } from 'chai';
import type { FigureAim, RatioAim } from './aims.js';
import { judgeFigures, judgeRatios } from './judge.js';
import type { ContenderResult, Measurement, ScenarioResult } from './results.js';

const AIM: RatioAim = {
  what: 'exchange, of the floor',
  scenarios: ['exchange'],
  compared: 'cpu',
  connections: [16],
  against: ['floor'],
  limit: { atMost: 1.8 },
  reviewed: '4.1x',
};

/** Rounds of 100 requests that cost this many microseconds each. */
function contender(name: string, cpu: readonly number[], connections = 16): ContenderResult {
  const rounds = cpu.map((micros): Measurement => ({
    requests: 100,
    seconds: 1,
    p50: micros / 10,
    p99: micros,
    cpuSeconds: micros / 1e4,
  }));
  return { name, rounds: new Map([[connections, rounds]]) };
}

function exchange(...contenders: readonly ContenderResult[]): readonly ScenarioResult[] {
  return [{ scenario: 'exchange', contenders, control: [20, 22, 20] }];
}

describe('the verdicts on the aims', () => {
  it('divides round by round, and the median of these ratios decides (docs/benchmarks.md)', () => {
    // The last round was slow for both; medians of each side alone would give 200 / 100.
    const results = exchange(contender('ours', [160, 200, 900]), contender('floor', [100, 90, 500]));
    const [verdict] = judgeRatios([AIM], results, 'ours');
    expect(verdict?.values.map((value) => value.toFixed(2))).to.deep.equal(['1.60', '2.22', '1.80']);
    expect(verdict?.median).to.be.closeTo(1.8, 1e-9);
    expect(verdict?.isMet).to.equal(true);
  });

  it('does not call an aim met that one lucky run meets (docs/benchmarks.md)', () => {
    const results = exchange(contender('ours', [100, 200, 200]), contender('floor', [100, 100, 100]));
    expect(judgeRatios([AIM], results, 'ours').map(({ isMet }) => isMet)).to.deep.equal([false]);
  });

  it('turns the ratio around where more is better, and takes the best of several (docs/benchmarks.md)', () => {
    const aim: RatioAim = { ...AIM, against: ['slow', 'fast'], limit: { atLeast: 1 } };
    const results = exchange(contender('ours', [100]), contender('slow', [300]), contender('fast', [90]));
    const [verdict] = judgeRatios([aim], results, 'ours');
    expect([verdict?.median.toFixed(1), verdict?.isMet]).to.deep.equal(['0.9', false]);
  });

  it('compares latencies where the aim says so (docs/benchmarks.md)', () => {
    const aim: RatioAim = { ...AIM, compared: 'p99', limit: { atMost: 1 } };
    const results = exchange(contender('ours', [50]), contender('floor', [100]));
    expect(judgeRatios([aim], results, 'ours')[0]?.median).to.equal(0.5);
  });

  it('gives no verdict on what was not measured (docs/benchmarks.md)', () => {
    expect(judgeRatios([AIM], exchange(contender('ours', [100])), 'ours')).to.deep.equal([]);
    const others = exchange(contender('ours', [100], 64), contender('floor', [100], 64));
    expect(judgeRatios([AIM], others, 'ours')).to.deep.equal([]);
  });

  it('reports how much the control varied beside each verdict (docs/benchmarks.md)', () => {
    const [verdict] = judgeRatios([AIM], exchange(contender('ours', [1]), contender('floor', [1])), 'ours');
    expect(verdict?.noise).to.be.closeTo(0.1, 1e-9);
  });

  it('judges figures by their median (docs/benchmarks.md)', () => {
    const aim: FigureAim = { what: 'idle', figure: 'memory idle', unit: 'MiB', limit: { atMost: 110 }, reviewed: '' };
    const of = (...values: readonly number[]) => new Map([['memory idle', { values, control: [1] }]] as const);
    expect(judgeFigures([aim], of(90, 110, 300)).map(({ isMet }) => isMet)).to.deep.equal([true]);
    expect(judgeFigures([aim], of(90, 111, 300)).map(({ isMet }) => isMet)).to.deep.equal([false]);
    expect(judgeFigures([aim], new Map())).to.deep.equal([]);
  });
});
