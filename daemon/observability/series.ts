import type { Metric, Registry } from 'prom-client';

/**
 * Counters and histograms whose hot path is an addition on a plain object. prom-client builds a key from the labels at every
 * increment, which costs more than the rest of a metadata request. Here, the holder of a child resolves the labels once, and
 * each scrape builds the text. Labels must come from fixed sets: nothing is dropped unless its owner removes it.
 */
export interface SeriesOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

interface Sample {
  readonly metricName?: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

/** Children by their label values, made on first use. */
class Family<Child> {
  readonly #children = new Map<string, { readonly labels: Record<string, string>; readonly child: Child }>();

  constructor(
    private readonly labelNames: readonly string[],
    private readonly create: () => Child,
  ) {}

  child(...values: readonly string[]): Child {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\0');
    let entry = this.#children.get(key);
    if (entry === undefined) {
      const labels = Object.fromEntries(this.labelNames.map((name, index) => [name, values[index] ?? '']));
      entry = { labels, child: this.create() };
      this.#children.set(key, entry);
    }
    return entry.child;
  }

  /** Drops the series. A child that is still held counts for nothing. */
  remove(...values: readonly string[]): void {
    this.#children.delete(values.join('\0'));
  }

  samples(of: (child: Child, labels: Record<string, string>) => readonly Sample[]): Sample[] {
    return [...this.#children.values()].flatMap(({ child, labels }) => of(child, labels));
  }
}

export class Count {
  value = 0;

  add(amount = 1): void {
    this.value += amount;
  }
}

export class Counter extends Family<Count> {
  constructor(registry: Registry, { name, help, labels }: SeriesOptions) {
    super(labels, () => new Count());
    // Without labels there is exactly one series, which appears from the start.
    if (labels.length === 0) this.child();
    register(registry, 'counter', name, help, () =>
      this.samples((count, own) => [{ labels: own, value: count.value }]),
    );
  }
}

export class Distribution {
  readonly counts: number[];
  sum = 0;
  total = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.sum += value;
    this.total += 1;
    const bucket = this.bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }
}

export class Histogram extends Family<Distribution> {
  constructor(
    registry: Registry,
    { name, help, labels, bounds }: SeriesOptions & { readonly bounds: readonly number[] },
  ) {
    super(labels, () => new Distribution(bounds));
    register(registry, 'histogram', name, help, () =>
      this.samples(({ counts, sum, total }, own) => {
        let cumulated = 0;
        return [
          ...bounds.map((le, index) => {
            cumulated += counts[index] ?? 0;
            return { metricName: `${name}_bucket`, labels: { le, ...own }, value: cumulated };
          }),
          { metricName: `${name}_bucket`, labels: { le: '+Inf', ...own }, value: total },
          { metricName: `${name}_sum`, labels: own, value: sum },
          { metricName: `${name}_count`, labels: own, value: total },
        ];
      }),
    );
  }
}

/** Seconds, from a call on the same machine to one that reached its deadline. */
export const DURATION_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The registry reads only name and samples of its members, although its type says class Metric. */
function register(registry: Registry, type: string, name: string, help: string, samples: () => Sample[]): void {
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: async () => ({ name, help, type, aggregator: 'sum', values: samples() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}
