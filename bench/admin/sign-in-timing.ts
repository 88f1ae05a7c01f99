import { mannWhitney, median } from '../measure/statistics.js';
import { API, LOGIN } from '../peers/admin/requests.js';
import { ADMINISTRATOR } from '../peers/admin/shop-rows.js';
import { print } from '../report.js';
import { startGatehouseAdmin } from './contenders.js';

const ATTEMPTS = 120;
const WARM_UP = 20;

/**
 * Tests whether the duration of a failed sign-in reveals existing logins: attempts with an unknown login and attempts with a
 * known one and a wrong password, in turn, one at a time. Each comes from a different address to avoid throttles.
 */
export async function measureSignInTiming(): Promise<void> {
  const running = await startGatehouseAdmin({ GATEHOUSE_HTTP__TRUSTED_PROXIES: '127.0.0.1' });
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  try {
    for (let attempt = 0; attempt < WARM_UP + ATTEMPTS; attempt++) {
      for (const [who, login] of [
        ['unknown', `nobody-${String(attempt % 10)}@example.test`],
        ['known', ADMINISTRATOR.login],
      ] as const) {
        const ms = await refusedAfter(
          running.ports[0] ?? 0,
          login,
          `10.0.${String(attempt % 256)}.${who === 'known' ? '1' : '2'}`,
        );
        if (attempt >= WARM_UP) times[who].push(ms);
      }
    }
  } finally {
    await running.stop();
  }
  const { p, superiority } = mannWhitney(times.known, times.unknown);
  print(`\n## failed sign-ins, known and unknown login, ${String(ATTEMPTS)} of each in turn\n`);
  print(`median: known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms`);
  print(
    `a known login takes longer than an unknown one in ${(superiority * 100).toFixed(0)} % of pairs (50 %: no difference)`,
  );
  print(`Mann-Whitney: p = ${p.toFixed(3)}; ${p < 0.01 ? 'DISTINGUISHABLE' : 'not distinguishable'}`);
}

async function refusedAfter(port: number, login: string, address: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${String(port)}${API}${LOGIN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ login, password: 'not the password' }),
  });
  await response.arrayBuffer();
  const ms = performance.now() - startedAt;
  if (response.status !== 401) throw new Error(`a wrong password returned ${String(response.status)}`);
  return ms;
}
