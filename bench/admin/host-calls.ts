import { freePort } from '../../test/support/free-port.js';
import { adminRequests } from '../peers/admin/requests.js';
import { ADMIN_SCENARIOS } from '../peers/peer.js';
import { print } from '../report.js';
import { send, startGatehouseAdmin } from './contenders.js';

/** Counts the daemon's calls to its host for one request of each kind, from its metrics. */
export async function countHostCalls(): Promise<void> {
  const metricsPort = await freePort();
  const running = await startGatehouseAdmin({ GATEHOUSE_METRICS__PORT: String(metricsPort) });
  print('\n## calls to the host for one request\n');
  try {
    for (const scenario of ADMIN_SCENARIOS) {
      const [request] = await adminRequests(scenario, 1, 1);
      if (request === undefined) continue;
      const before = await callsSoFar(metricsPort);
      const response = await send(running, request);
      await response.arrayBuffer();
      const after = await callsSoFar(metricsPort);
      const rpcs = [...after].filter(([rpc, count]) => count > (before.get(rpc) ?? 0)).map(([rpc]) => rpc);
      print(`${scenario}: ${String(total(after) - total(before))} (${rpcs.join(', ')})`);
    }
  } finally {
    await running.stop();
  }
}

async function callsSoFar(metricsPort: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
  const lines = text.matchAll(/^gatehouse_host_rpcs_total\{[^}]*rpc="(Admin[^"]*)"[^}]*\} (\d+)$/gm);
  return new Map([...lines].map(([, rpc = '', count]) => [rpc, Number(count)]));
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
