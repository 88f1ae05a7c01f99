import { Gauge, type Registry } from 'prom-client';
import type { Refused } from '../http/framing.js';
import type { RequestObserver } from '../http/pipeline.js';
import type { Count, Distribution } from './series.js';
import { Counter, DURATION_BOUNDS, Histogram } from './series.js';

export interface HttpMetrics extends RequestObserver {
  /** A request was refused before routing, as malformed. */
  refused(refusal: Refused): void;
  /** A connection was closed as it came, because there was no room for it. */
  connectionRefused(): void;
  /** From now on the number of open connections is asked for at every scrape. */
  countConnections(open: () => number): void;
  /** A defect of ours kept a request from its answer. */
  faulted(): void;
}

/** From 200 on: an answer is final. */
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The HTTP side, as gatehouse_http_… metrics, by route and class of status: nothing of a path or query is a label. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const requests = new Counter(registry, {
    name: 'gatehouse_http_requests_total',
    help: 'Answered requests by route and class of status.',
    labels: ['route', 'status'],
  });
  const durations = new Histogram(registry, {
    name: 'gatehouse_http_request_duration_seconds',
    help: 'From the whole request read to the answer ready.',
    labels: ['route'],
    bounds: DURATION_BOUNDS,
  });
  const refusals = new Counter(registry, {
    name: 'gatehouse_http_refused_total',
    help: 'Requests refused before routing, because they were malformed.',
    labels: ['reason'],
  });
  const faults = new Counter(registry, {
    name: 'gatehouse_http_faults_total',
    help: 'Requests that a defect of Gatehouse kept from their answer; described in the log.',
    labels: [],
  }).child();

  const refusedConnections = new Counter(registry, {
    name: 'gatehouse_http_connections_refused_total',
    help: 'Connections closed as they came, because http.max_connections were open.',
    labels: [],
  }).child();

  const routes = new Map<string, { readonly byClass: readonly Count[]; readonly duration: Distribution }>();
  return {
    answered(_method, route, status, durationMs) {
      let series = routes.get(route);
      if (series === undefined) {
        series = {
          byClass: STATUS_CLASSES.map((status) => requests.child(route, status)),
          duration: durations.child(route),
        };
        routes.set(route, series);
      }
      series.byClass[Math.floor(status / 100) - 2]?.add();
      series.duration.observe(durationMs / 1000);
    },
    refused: ({ refused }) => refusals.child(refused).add(),
    connectionRefused: () => refusedConnections.add(),
    countConnections(open) {
      new Gauge({
        name: 'gatehouse_http_connections',
        help: 'Connections that are open, of http.max_connections.',
        registers: [registry],
        aggregator: 'sum',
        collect() {
          this.set(open());
        },
      });
    },
    faulted: () => faults.add(),
  };
}
