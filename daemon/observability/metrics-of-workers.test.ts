import { expect } from 'chai';
import { Gauge, Registry } from 'prom-client';
import type { WorkerMetrics } from './metrics-of-workers.js';
import { MetricsOfWorkers } from './metrics-of-workers.js';
import { Counter, Histogram } from './series.js';

/** docs/operations.md, Metrics: a counter never falls, or Prometheus would count what remains of it again. */
describe('observability: metrics of workers', () => {
  /** A worker with that many requests, each of which took a second. */
  function worker(requests: number): Promise<WorkerMetrics> {
    const registry = new Registry();
    new Counter(registry, { name: 'requests_total', help: 'Requests.', labels: ['route'] }).child('a').add(requests);
    const wait = new Histogram(registry, { name: 'wait_seconds', help: 'Wait.', labels: [], bounds: [1] });
    for (let n = 0; n < requests; n++) wait.child().observe(1);
    new Gauge({ name: 'connections', help: 'Open.', registers: [registry], aggregator: 'sum' }).set(requests);
    return registry.getMetricsAsJSON();
  }

  async function afterAnswers(
    ...scrapes: (readonly [id: number, requests: number | undefined])[][]
  ): Promise<string[]> {
    const answers = scrapes.map((scrape) =>
      Promise.all(
        scrape.map(
          async ([id, requests]) => [id, requests === undefined ? undefined : await worker(requests)] as const,
        ),
      ),
    );
    const metrics = new MetricsOfWorkers(async () => new Map(await answers.shift()));
    for (let left = scrapes.length; left > 1; left -= 1) await metrics.metrics();
    return (await metrics.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '');
  }

  const lines = (requests: number, connections?: number): string[] => [
    `requests_total{route="a"} ${requests}`,
    `wait_seconds_bucket{le="1"} ${requests}`,
    `wait_seconds_bucket{le="+Inf"} ${requests}`,
    `wait_seconds_sum ${requests}`,
    `wait_seconds_count ${requests}`,
    ...(connections === undefined ? [] : [`connections ${connections}`]),
  ];

  it('are the sum of all workers', async () => {
    expect(await afterAnswers([[1, 3], [2, 4]])).to.have.members(lines(7, 7)); // oxfmt-ignore
  });

  it('are those of the worst worker where an alert watches for one in trouble', async () => {
    const ofWorker = (lag: number, open: number, limit: number) => {
      const registry = new Registry();
      const gauge = (name: string, value: number, aggregator: 'average' | 'sum') =>
        new Gauge({ name, help: name, registers: [registry], aggregator }).set(value);
      gauge('nodejs_eventloop_lag_p99_seconds', lag, 'average');
      gauge('process_open_fds', open, 'sum');
      gauge('process_max_fds', limit, 'sum');
      return registry.getMetricsAsJSON();
    };
    const answers = [await ofWorker(0.01, 30, 1024), await ofWorker(0.4, 1000, 1024), await ofWorker(0.02, 40, 1024)];
    const text = await new MetricsOfWorkers(async () => new Map(answers.entries())).metrics();
    expect(text.split('\n')).to.include.members([
      'nodejs_eventloop_lag_p99_seconds 0.4',
      'process_open_fds 1000',
      'process_max_fds 1024',
    ]);
  });

  it('keep the counters of workers that have ended, and not their gauges', async () => {
    const twoEnded = await afterAnswers([[1, 3], [2, 4]], [[2, 5]], [[3, 1]]); // oxfmt-ignore
    expect(twoEnded).to.have.members(lines(3 + 5 + 1, 1));
  });

  it('count a worker that does not answer with the counters of its last answer', async () => {
    expect(await afterAnswers([[1, 3], [2, 4]], [[1, undefined], [2, 6]])).to.have.members(lines(9, 6)); // oxfmt-ignore
    expect(await afterAnswers([[1, 3]], [[1, undefined]], [[1, 5]])).to.have.members(lines(5, 5));
    expect(await afterAnswers([[1, undefined]])).to.deep.equal([]);
  });

  it('are collected once for scrapes at the same time', async () => {
    let asked = 0;
    const metrics = new MetricsOfWorkers(async () => {
      asked += 1;
      return new Map([[1, await worker(1)]]);
    });
    await Promise.all([metrics.metrics(), metrics.metrics()]);
    expect(asked).to.equal(1);
    await metrics.metrics();
    expect(asked).to.equal(2);
  });
});
