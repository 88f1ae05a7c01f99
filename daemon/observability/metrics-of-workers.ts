import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { AggregatorRegistry } from 'prom-client';
import type { MetricsSource } from './metrics-listener.js';

type MetricJson = MetricObjectWithValues<MetricValue<string>>;

/** The metrics of one worker, as its registry gives them. */
export type WorkerMetrics = readonly MetricJson[];

/**
 * Alerts watch these for the one process that is in trouble, which a sum or a mean would hide: three idle workers beside one that is
 * out of descriptors, or stuck (deploy/prometheus-rules.yaml).
 */
const OF_THE_WORST: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['process_open_fds', 'max'],
  ['process_max_fds', 'min'],
  ['nodejs_eventloop_lag_seconds', 'max'],
  ['nodejs_eventloop_lag_mean_seconds', 'max'],
  ['nodejs_eventloop_lag_p50_seconds', 'max'],
  ['nodejs_eventloop_lag_p90_seconds', 'max'],
  ['nodejs_eventloop_lag_p99_seconds', 'max'],
]);

/** Every worker that runs, by its id. Undefined: it did not answer. */
export type AskWorkers = () => Promise<ReadonlyMap<number, WorkerMetrics | undefined>>;

/**
 * In the primary process: the sum of all workers' metrics. A counter never falls, because Prometheus takes that for a restart and
 * counts the whole remainder again: the counters of a worker that has ended stay in the sum, and one that does not answer
 * counts with those of its last answer.
 */
export class MetricsOfWorkers implements MetricsSource {
  readonly contentType = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE;
  readonly #latest = new Map<number, WorkerMetrics>();
  /** The sum of all workers that have ended. */
  #ended: WorkerMetrics = [];
  #underWay: Promise<string> | undefined;

  constructor(private readonly ask: AskWorkers) {}

  /** One collection at a time: an older answer that arrives later would let a counter fall. */
  metrics(): Promise<string> {
    this.#underWay ??= this.#collect().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #collect(): Promise<string> {
    const answers = await this.ask();
    for (const [id, latest] of this.#latest) {
      if (answers.has(id)) continue;
      this.#latest.delete(id);
      this.#ended = await sumOf([this.#ended, cumulative(latest)]).getMetricsAsJSON();
    }
    const silent: WorkerMetrics[] = [];
    for (const [id, answer] of answers) {
      if (answer !== undefined) this.#latest.set(id, answer);
      else silent.push(cumulative(this.#latest.get(id) ?? []));
    }
    const answered = [...answers.values()].filter((answer) => answer !== undefined);
    return sumOf([...answered, ...silent, this.#ended]).metrics();
  }
}

function sumOf(metrics: readonly WorkerMetrics[]): Pick<Registry, 'metrics' | 'getMetricsAsJSON'> {
  const judged = metrics.map((ofOne) =>
    ofOne.map((metric) => ({ ...metric, aggregator: OF_THE_WORST.get(metric.name) ?? metric.aggregator })),
  );
  return AggregatorRegistry.aggregate(judged);
}

/** Metrics that only grow. A gauge says something about the present, in which the worker has no part. */
function cumulative(metrics: WorkerMetrics): WorkerMetrics {
  // A text, although the library's type says otherwise.
  return metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
