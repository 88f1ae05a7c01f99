import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../../test/support/temp-dir.js';
import { GATEHOUSE, type Contender, type Running } from '../contenders.js';
import { startDaemon } from '../daemon.js';
import { peerFile, MeasuredProcess } from '../measure/process.js';
import { adminRequests, API, LOGIN } from '../peers/admin/requests.js';
import { ADMINISTRATOR, createShop } from '../peers/admin/shop-rows.js';
import { ADMIN_SCENARIOS, type AdminScenario, type Scenario } from '../peers/peer.js';

export const HAND_WRITTEN = 'node:http, prepared';
export const GATEHOUSE_ON_MILLIONS = 'gatehouse, 2,000,000';
const ROWS = 100_000;
const MILLIONS = 2_000_000;
/** Folder that contains plugins/. */
const ROOT = fileURLToPath(new URL('../../../bench', import.meta.url));

export const ADMIN_CONTENDERS: readonly Contender[] = [
  { name: GATEHOUSE, scenarios: ADMIN_SCENARIOS, start: () => startGatehouseAdmin() },
  { name: HAND_WRITTEN, scenarios: ADMIN_SCENARIOS, start: startHandWritten },
  { name: GATEHOUSE_ON_MILLIONS, scenarios: ['admin-page'], start: () => startGatehouseAdmin({}, MILLIONS) },
];

/** The SDK README's recommendation for a host with little memory. */
const SMALL_HOST = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** The daemon, and a host on a copy of the shop: two processes on the same core. */
export async function startGatehouseAdmin(
  settings: Readonly<Record<string, string>> = {},
  rows = ROWS,
): Promise<Running> {
  const { file, remove } = await copyOfShop(rows);
  const [host, { address }] = await MeasuredProcess.start<{ address: string }>(
    peerFile('admin/shop-host'),
    { BENCH_SQLITE: file },
    SMALL_HOST,
  );
  const { daemon, port } = await startDaemon(address, {
    GATEHOUSE_APP__URL: 'http://localhost',
    GATEHOUSE_BACKEND__ROOT: ROOT,
    GATEHOUSE_ADMIN__JWT__SECRET: 'a secret of the benchmark and of nothing else',
    GATEHOUSE_ADMIN__LOGIN__MAX_ATTEMPTS: '1000',
    ...settings,
  });
  const signIn = await fetch(`http://127.0.0.1:${String(port)}${API}${LOGIN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  });
  const { data } = (await signIn.json()) as { readonly data: { readonly token: string } };
  return {
    port,
    processes: [daemon, host],
    authorization: `Bearer ${data.token}`,
    prepare: (scenario, count) => adminRequests(adminScenario(scenario), count, rows),
    async stop() {
      await daemon.stop();
      await host.stop();
      await remove();
    },
  };
}

async function startHandWritten(): Promise<Running> {
  const { file, remove } = await copyOfShop(ROWS);
  const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile('admin/hand-written'), {
    BENCH_SQLITE: file,
  });
  return {
    port,
    processes: [server],
    prepare: (scenario, count) => adminRequests(adminScenario(scenario), count, ROWS),
    async stop() {
      await server.stop();
      await remove();
    },
  };
}

const directory = tempDir('bench');
const shops = new Map<number, Promise<string>>();

/** Created once for each number of rows; every start gets a copy. */
async function copyOfShop(rows: number): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const made = shops.get(rows) ?? makeShop(rows);
  shops.set(rows, made);
  const copy = tempDir('bench');
  const file = join(copy, 'shop.db');
  await copyFile(await made, file);
  return { file, remove: () => rm(copy, { recursive: true }) };
}

async function makeShop(rows: number): Promise<string> {
  const file = join(directory, `shop-${String(rows)}.db`);
  await createShop(file, rows);
  return file;
}

function adminScenario(scenario: Scenario): AdminScenario {
  const found = ADMIN_SCENARIOS.find((one) => one === scenario);
  if (found === undefined) throw new Error(`${scenario} is not a scenario of an admin backend`);
  return found;
}
