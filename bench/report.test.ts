import { expect } from 'chai';
import { markdownOf, table } from './report.js';
import type { Verdict } from './judge.js';

const VERDICT: Verdict = {
  what: 'exchange and refresh, against oidc-provider on SQLite',
  scenario: 'refresh',
  connections: 16,
  reviewed: '1.05x to 1.6x',
  values: [2.456, 2.5, 2.6],
  median: 2.5,
  limit: { atLeast: 2.5 },
  isMet: true,
  unit: 'x',
  noise: 0.123,
};

describe('the report of the benchmark', () => {
  it('writes a verdict as a row that docs/benchmarks.md can take (docs/benchmarks.md)', () => {
    const [, , row] = markdownOf([VERDICT]).split('\n');
    expect(row).to.equal(
      '| exchange and refresh, against oidc-provider on SQLite: refresh | 16 | 1.05x to 1.6x | 2.46x, 2.50x, 2.60x | 2.50x | ≥ 2.5x | met | ±12 % |',
    );
  });

  it('writes units of figures, and shows what is not met (docs/benchmarks.md)', () => {
    const figure: Verdict = {
      what: 'memory of both, idle',
      reviewed: '145',
      values: [111.2, 110.6],
      median: 110.9,
      limit: { atMost: 110 },
      isMet: false,
      unit: 'MiB',
      noise: 0,
    };
    expect(markdownOf([figure]).split('\n')[2]).to.equal(
      '| memory of both, idle |  | 145 | 111, 111 | 111 MiB | ≤ 110 MiB | **not met** | ±0 % |',
    );
  });

  it('aligns columns of any number (docs/benchmarks.md)', () => {
    expect(
      table([
        ['', 'a'],
        ['name', '100'],
      ]),
    ).to.equal('        a\nname  100');
  });
});
