import { expect } from 'chai';
import { AggregatorRegistry, Counter as PromCounter, Histogram as PromHistogram, Registry } from 'prom-client';
import { Counter, Histogram } from './series.js';

const NAME = 'things_total';

describe('observability: series', () => {
  it('counts like prom-client and writes the same text', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const mine = new Counter(ours, { name: NAME, help: 'Things.', labels: ['kind', 'outcome'] });
    const reference = new PromCounter({
      name: NAME,
      help: 'Things.',
      labelNames: ['kind', 'outcome'],
      registers: [theirs],
    });
    for (const [kind, outcome, amount] of [
      ['a', 'ok', 1],
      ['a', 'failed', 2],
      ['b "quoted"', 'ok', 3],
      ['a', 'ok', 4],
    ] as const) {
      mine.child(kind, outcome).add(amount);
      reference.inc({ kind, outcome }, amount);
    }
    expect(await ours.metrics()).to.equal(await theirs.metrics());
  });

  it('observes like prom-client and writes the same numbers', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const bounds = [0.1, 1, 10];
    const mine = new Histogram(ours, { name: 'wait_seconds', help: 'Wait.', labels: ['rpc'], bounds });
    const reference = new PromHistogram({
      name: 'wait_seconds',
      help: 'Wait.',
      labelNames: ['rpc'],
      buckets: bounds,
      registers: [theirs],
    });
    for (const value of [0, 0.1, 0.5, 1, 9.5, 11]) {
      mine.child('x').observe(value);
      reference.observe({ rpc: 'x' }, value);
    }
    expect(await ours.metrics()).to.equal(await theirs.metrics());
  });

  it('shows a series without labels from the start', async () => {
    const registry = new Registry();
    new Counter(registry, { name: NAME, help: 'Things.', labels: [] });
    expect(await registry.metrics()).to.contain(`${NAME} 0`);
  });

  it('is summed over workers', async () => {
    const registries = [1, 2].map((amount) => {
      const registry = new Registry();
      new Counter(registry, { name: NAME, help: 'Things.', labels: ['kind'] }).child('a').add(amount);
      new Histogram(registry, { name: 'wait', help: 'Wait.', labels: ['rpc'], bounds: [1] }).child('x').observe(amount);
      return registry;
    });
    const text = await AggregatorRegistry.aggregate(
      await Promise.all(registries.map((registry) => registry.getMetricsAsJSON())),
    ).metrics();
    expect(text).to.contain(`${NAME}{kind="a"} 3`);
    expect(text).to.contain('wait_bucket{le="1",rpc="x"} 1').and.to.contain('wait_bucket{le="+Inf",rpc="x"} 2');
    expect(text).to.contain('wait_sum{rpc="x"} 3').and.to.contain('wait_count{rpc="x"} 2');
  });

  it('separates children whose joined labels look alike', async () => {
    const registry = new Registry();
    const counter = new Counter(registry, { name: NAME, help: 'Things.', labels: ['a', 'b'] });
    counter.child('x', 'yz').add();
    counter.child('xy', 'z').add(5);
    expect(await registry.metrics())
      .to.contain('{a="x",b="yz"} 1')
      .and.to.contain('{a="xy",b="z"} 5');
  });
});
