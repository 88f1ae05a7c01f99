import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { HostTelemetry } from '../host/channel/reporter.js';
import type { HostSeries } from '../host/fleet/member.js';
import type { Refused } from '../http/framing.js';
import type { RequestObserver } from '../http/pipeline.js';
import type { Telemetry } from '../oauth/ports/dependencies.js';
import type { Count, Distribution } from './series.js';
import { Counter, DURATION_BOUNDS, Histogram } from './series.js';

export interface HttpMetrics extends RequestObserver {
  /** A malformed request was refused before routing. */
  refused(refusal: Refused): void;
  /** A new connection was closed for lack of room. */
  connectionRefused(): void;
  /** From now on, every scrape reads the number of open connections. */
  countConnections(open: () => number): void;
  /** A defect of ours prevented the answer to a request. */
  faulted(): void;
}

/** From 200 on: an answer is final. */
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The HTTP side, as gatehouse_http_… metrics, by route and class of status: no part of a path or query is a label. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const requests = new Counter(registry, {
    name: 'gatehouse_http_requests_total',
    help: 'Completed requests by route and status class.',
    labels: ['route', 'status'],
  });
  const durations = new Histogram(registry, {
    name: 'gatehouse_http_request_duration_seconds',
    help: 'Time from the complete request to the finished response.',
    labels: ['route'],
    bounds: DURATION_BOUNDS,
  });
  const refusals = new Counter(registry, {
    name: 'gatehouse_http_refused_total',
    help: 'Malformed requests rejected before routing.',
    labels: ['reason'],
  });
  const faults = new Counter(registry, {
    name: 'gatehouse_http_faults_total',
    help: 'Requests that failed because of an internal error; see the log.',
    labels: [],
  }).child();

  const refusedConnections = new Counter(registry, {
    name: 'gatehouse_http_connections_refused_total',
    help: 'Connections closed on arrival because http.max_connections were open.',
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
        help: 'Open connections, limited by http.max_connections.',
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

/** Events of the authorization server, as gatehouse_oauth_… metrics. */
export function createOAuthMetrics(registry: Registry): Telemetry {
  const counter = (name: string, help: string, ...labels: string[]) =>
    new Counter(registry, { name: `gatehouse_oauth_${name}`, help, labels });
  const gauge = (name: string, help: string) =>
    // Every worker knows the host's count at its last registration. The highest is the most recent, except after sweeps.
    new Gauge({ name: `gatehouse_oauth_${name}`, help, registers: [registry], aggregator: 'max' });

  const tokenRequests = counter('token_requests_total', 'Token requests by grant and outcome.', 'grant', 'outcome');
  const authorizations = counter('authorizations_total', 'Authorization requests by outcome.', 'outcome');
  const registrations = counter('registrations_total', 'Client registrations by outcome.', 'outcome');
  const revocations = counter('revocations_total', 'Revocation requests by outcome.', 'outcome');
  const reuse = counter('reuse_detected_total', 'Used codes and refresh tokens that were presented again.', 'kind');
  const replays = counter(
    'replays_total',
    'Refreshes that repeated the same response within the retry window.',
  ).child();
  const pending = counter('pending_requests_total', 'Pending authorization requests by outcome.', 'event');
  const swept = counter('swept_total', 'Expired rows and clients without consent that were removed.', 'kind');
  const clients = gauge('clients', 'Unrevoked clients, as counted by the host at the last registration.');
  const cap = gauge('client_cap', 'Maximum number of unrevoked clients; 0 means no limit.');

  return {
    tokenRequest: (grant, outcome) => tokenRequests.child(grant, outcome).add(),
    authorization: (outcome) => authorizations.child(outcome).add(),
    registration: (outcome) => registrations.child(outcome).add(),
    revocation: (outcome) => revocations.child(outcome).add(),
    reuseDetected: (kind) => reuse.child(kind).add(),
    replayed: () => replays.add(),
    pendingRequest: (event) => pending.child(event).add(),
    clients(count, limit) {
      clients.set(count);
      cap.set(limit);
    },
    swept: (kind, count) => swept.child(kind).add(count),
  };
}

/** The connection to the host, as gatehouse_host_… metrics. */
export function createHostMetrics(registry: Registry): {
  readonly telemetry: HostTelemetry;
  readonly seriesOf: (host: string) => HostSeries;
} {
  const calls = new Counter(registry, {
    name: 'gatehouse_host_rpcs_total',
    help: 'Calls to the host by rpc and outcome.',
    labels: ['rpc', 'outcome'],
  });
  const durations = new Histogram(registry, {
    name: 'gatehouse_host_rpc_duration_seconds',
    help: 'Duration of calls to the host.',
    labels: ['rpc'],
    bounds: DURATION_BOUNDS,
  });
  const violations = new Counter(registry, {
    name: 'gatehouse_host_contract_violations_total',
    help: 'Responses of the host that violate the contract; see the log.',
    labels: ['rpc'],
  });
  const ofHosts = new Counter(registry, {
    name: 'gatehouse_host_calls_total',
    help: 'Calls to each host, by whether it answered.',
    labels: ['host', 'outcome'],
  });
  const inUse = new Gauge({
    name: 'gatehouse_host_in_use',
    help: '1 for a host that gets requests, 0 for one that does not.',
    labelNames: ['host'],
    registers: [registry],
    aggregator: 'min',
  });
  return {
    telemetry: {
      rpcFinished(rpc, outcome, seconds) {
        calls.child(rpc, outcome).add();
        durations.child(rpc).observe(seconds);
      },
      contractViolation: (rpc) => violations.child(rpc).add(),
    },
    seriesOf(host) {
      const counts = { answered: ofHosts.child(host, 'answered'), failed: ofHosts.child(host, 'failed') };
      return {
        inUse: (isInUse) => inUse.set({ host }, isInUse ? 1 : 0),
        called: (outcome) => counts[outcome].add(),
        gone() {
          inUse.remove({ host });
          for (const outcome of ['answered', 'failed']) ofHosts.remove(host, outcome);
        },
      };
    },
  };
}
