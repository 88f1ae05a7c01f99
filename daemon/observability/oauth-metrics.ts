import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Telemetry } from '../oauth/ports/telemetry.js';
import { Counter } from './series.js';

/** What the authorization server tells about itself, as gatehouse_oauth_… metrics. */
export function createOAuthMetrics(registry: Registry): Telemetry {
  const counter = (name: string, help: string, ...labels: string[]) =>
    new Counter(registry, { name: `gatehouse_oauth_${name}`, help, labels });
  const gauge = (name: string, help: string) =>
    // Every worker knows what the host counted when it last registered a client: the highest is the latest but for sweeps.
    new Gauge({ name: `gatehouse_oauth_${name}`, help, registers: [registry], aggregator: 'max' });

  const tokenRequests = counter('token_requests_total', 'Token requests by grant and outcome.', 'grant', 'outcome');
  const authorizations = counter('authorizations_total', 'Authorization requests by outcome.', 'outcome');
  const registrations = counter('registrations_total', 'Client registrations by outcome.', 'outcome');
  const revocations = counter('revocations_total', 'Revocation requests by outcome.', 'outcome');
  const reuse = counter('reuse_detected_total', 'Spent codes and refresh tokens that were presented again.', 'kind');
  const replays = counter(
    'replays_total',
    'Refreshes answered identically once more, within the retry window.',
  ).child();
  const pending = counter('pending_requests_total', 'What happened to requests that wait for consent.', 'event');
  const swept = counter('swept_total', 'Rows removed because they expired or were never consented to.', 'kind');
  const clients = gauge('clients', 'Unrevoked clients, as the host counted at the last registration.');
  const cap = gauge('client_cap', 'Unrevoked clients that there may be; 0 is no limit.');

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
