import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../../test/support/temp-dir.js';
import type { Contender, Running } from '../contender.js';
import { GATEHOUSE, GATEHOUSE_ON_BETTER_SQLITE } from '../contenders.js';
import { startDaemon } from '../daemon.js';
import { SMALL_HOST, SMALL_HOST_ENV, type HostReady } from '../gatehouse.js';
import type { PreparedRequest } from '../measure/load.js';
import { peerFile, MeasuredProcess } from '../measure/process.js';
import { adminRequests, API, LOGIN } from '../peers/admin/requests.js';
import { ADMINISTRATOR, createShop, type ShopSize } from '../peers/admin/shop-rows.js';
import type { Synchronous } from '../peers/durability.js';
import { ADMIN_SCENARIOS, type AdminScenario, type Scenario } from '../peers/peer.js';
import { BETTER_SQLITE } from '../peers/sqlite-driver.js';

export const HAND_WRITTEN = 'floor: by hand, better-sqlite3';
export const ROWS = 100_000;
const SIZE: ShopSize = { rows: ROWS, administrators: 1 };
/** Folder that contains plugins/. */
const ROOT = fileURLToPath(new URL('../../../bench', import.meta.url));

export const ADMIN_CONTENDERS: readonly Contender[] = [
  { name: GATEHOUSE, scenarios: ADMIN_SCENARIOS, checksEverything: true, start: () => startGatehouseAdmin() },
  {
    name: GATEHOUSE_ON_BETTER_SQLITE,
    scenarios: ['admin-list', 'admin-page', 'admin-search', 'admin-show', 'admin-update'],
    checksEverything: true,
    start: () => startGatehouseAdmin({}, SIZE, BETTER_SQLITE),
  },
  { name: HAND_WRITTEN, scenarios: ADMIN_SCENARIOS, checksEverything: true, start: startHandWritten },
];

/**
 * The daemon, and a host on a copy of the shop: two processes on the same core.
 *
 * @param driver environment that chooses the host's driver (peers/sqlite-driver.ts)
 */
export async function startGatehouseAdmin(
  settings: Readonly<Record<string, string>> = {},
  size: ShopSize = SIZE,
  driver: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const { file, remove } = await copyOfShop(size);
  const [host, { address, synchronous }] = await MeasuredProcess.start<HostReady>(
    peerFile('admin/shop-host'),
    { ...SMALL_HOST_ENV, ...driver, BENCH_SQLITE: file },
    SMALL_HOST,
  );
  const { daemon, port } = await startDaemon(address, {
    GATEHOUSE_APP__URL: 'http://localhost',
    GATEHOUSE_BACKEND__ROOT: ROOT,
    GATEHOUSE_ADMIN__JWT__SECRET: 'a secret of the benchmark and of nothing else',
    GATEHOUSE_ADMIN__LOGIN__MAX_ATTEMPTS: '1000',
    ...settings,
  });
  return {
    ports: [port],
    processes: [daemon, host],
    parts: new Map([
      ['daemon', [daemon.pid]],
      ['host', [host.pid]],
    ]),
    ...(synchronous !== undefined && { synchronous }),
    authorization: await signIn(port),
    prepare: (scenario, count) => adminRequests(adminScenario(scenario), count, size.rows),
    async stop() {
      await daemon.stop();
      await host.stop();
      await remove();
    },
  };
}

async function startHandWritten(): Promise<Running> {
  const { file, remove } = await copyOfShop(SIZE);
  const [server, { port, synchronous }] = await MeasuredProcess.start<{ port: number; synchronous: Synchronous }>(
    peerFile('admin/hand-written'),
    { BENCH_SQLITE: file },
  );
  return {
    ports: [port],
    processes: [server],
    synchronous,
    authorization: await signIn(port),
    prepare: (scenario, count) => adminRequests(adminScenario(scenario), count, ROWS),
    async stop() {
      await server.stop();
      await remove();
    },
  };
}

/** Returns the Authorization header of the administrator. */
async function signIn(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${String(port)}${API}${LOGIN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  });
  const { data } = (await response.json()) as { readonly data: { readonly token: string } };
  return `Bearer ${data.token}`;
}

const directory = tempDir('bench');
const shops = new Map<string, Promise<string>>();

/** Created once for each size; every start gets a copy. */
async function copyOfShop(size: ShopSize): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const name = `shop-${String(size.rows)}-${String(size.administrators)}.db`;
  const made = shops.get(name) ?? makeShop(join(directory, name), size);
  shops.set(name, made);
  const copy = tempDir('bench');
  const file = join(copy, 'shop.db');
  await copyFile(await made, file);
  return { file, remove: () => rm(copy, { recursive: true }) };
}

async function makeShop(file: string, size: ShopSize): Promise<string> {
  await createShop(file, size);
  return file;
}

function adminScenario(scenario: Scenario): AdminScenario {
  const found = ADMIN_SCENARIOS.find((one) => one === scenario);
  if (found === undefined) throw new Error(`${scenario} is not a scenario of an admin backend`);
  return found;
}

/** Sends one prepared request, signed in if the contender has administrators. */
export function send(running: Running, { method, path, contentType, body }: PreparedRequest): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(running.ports[0])}${path}`, {
    method,
    headers: {
      ...(running.authorization !== undefined && { authorization: running.authorization }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  });
}
