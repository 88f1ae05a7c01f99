import type { Registry } from 'prom-client';
import type { HostTelemetry } from '../host/telemetry.js';
import { Counter, DURATION_BOUNDS, Histogram } from './series.js';

/** The connection to the host, as gatehouse_host_… metrics. */
export function createHostMetrics(registry: Registry): HostTelemetry {
  const calls = new Counter(registry, {
    name: 'gatehouse_host_rpcs_total',
    help: 'Calls to the host by rpc and outcome.',
    labels: ['rpc', 'outcome'],
  });
  const durations = new Histogram(registry, {
    name: 'gatehouse_host_rpc_duration_seconds',
    help: 'How long calls to the host took.',
    labels: ['rpc'],
    bounds: DURATION_BOUNDS,
  });
  const violations = new Counter(registry, {
    name: 'gatehouse_host_contract_violations_total',
    help: 'Answers of the host that the contract does not allow: its fault, described in the log.',
    labels: ['rpc'],
  });
  return {
    rpcFinished(rpc, outcome, seconds) {
      calls.child(rpc, outcome).add();
      durations.child(rpc).observe(seconds);
    },
    contractViolation: (rpc) => violations.child(rpc).add(),
  };
}
