import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectConsent } from '../../test/support/consent-client.js';
import { startDocumentsServer, type DocumentsServer } from '../../test/support/documents-server.js';
import { freePort } from '../../test/support/free-port.js';
import { sendJson } from '../../test/support/http-client.js';
import { withLittleInternet } from '../../test/support/little-internet.js';
import type { RegisteredClient } from '../../test/support/oauth-flow.js';
import { startRedis } from '../../test/support/redis.js';
import { tempDir } from '../../test/support/temp-dir.js';
import { startDaemon } from '../daemon.js';
import { memoryOf, totalOf } from '../measure/memory.js';
import { MeasuredProcess } from '../measure/process.js';
import { createShop } from '../peers/admin/shop-rows.js';
import { REDIRECT_URI } from '../peers/peer.js';
import { print, table } from '../report.js';
import { newVisits, visit, type Visits } from './victim.js';

const FLOOD_SECONDS = Number(process.env['BENCH_FLOOD_SECONDS'] ?? 15);
/** Below the default limit of one address in a minute: the honest user must not be throttled. */
const PAUSE_MS = 1000;
const MOST_VISITS = 15;
const ROOT = fileURLToPath(new URL('../../../bench', import.meta.url));

/**
 * One address floods the shipped daemon with default throttles, while an honest user at another address continues as usual.
 * None of the honest user's requests may fail, and memory must stay bounded: once with state in memory, once in Redis. Exits
 * with 1 if a request of the honest user failed.
 */
export async function measureFlood(): Promise<void> {
  for (const state of ['memory', 'redis'] as const) await flood(state);
}

interface Told {
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
}

async function flood(state: 'memory' | 'redis'): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const documents = await startDocumentsServer();
    stops.push(() => documents.close());
    const blackHole = await startBlackHole();
    stops.push(() => new Promise((resolve) => blackHole.close(resolve)));
    const redis = state === 'redis' ? await startRedis() : undefined;
    if (redis !== undefined) stops.push(() => redis.stop());
    const consentAddress = `127.0.0.1:${String(await freePort())}`;
    const { daemon, port, host } = await startFlooded(documents, {
      GATEHOUSE_CONSENT__ADDRESS: consentAddress,
      ...(redis !== undefined && { GATEHOUSE_REDIS__URL: redis.url }),
    });
    stops.push(
      () => host.stop(),
      () => daemon.stop(),
    );
    const consent = connectConsent(consentAddress);
    stops.push(async () => {
      consent.close();
    });
    const origin = `http://127.0.0.1:${String(port)}`;
    const sharedClient = await registered(origin);
    const site = { origin, consent, documents, sharedClient };

    await visit(site, newVisits(), -1);
    const before = totalOf(memoryOf(daemon.pids));
    const [attacker] = await MeasuredProcess.startOnClientCore<object>(
      fileURLToPath(new URL('attack.js', import.meta.url)),
      {
        FLOOD_ORIGIN: origin,
        FLOOD_SHARED_CLIENT: sharedClient.clientId,
        FLOOD_HANGING_PORT: String((blackHole.address() as AddressInfo).port),
      },
    );
    stops.push(() => attacker.stop());
    let told: Told = { sent: 0, answers: {} };
    attacker.hear((news) => (told = news as Told));
    const visits = newVisits();
    let most = before;
    const endsAt = performance.now() + FLOOD_SECONDS * 1000;
    for (let n = 0; n < MOST_VISITS && performance.now() < endsAt; n++) {
      await visit(site, visits, n);
      most = Math.max(most, totalOf(memoryOf(daemon.pids)));
      await sleep(PAUSE_MS);
    }
    const redisBytes = Number(/used_memory:(\d+)/.exec((await redis?.command('INFO', 'memory')) ?? '')?.[1] ?? 0);
    report(state, told, visits, {
      before,
      most,
      after: totalOf(memoryOf(daemon.pids)),
      redisMiB: redisBytes / 2 ** 20,
    });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function startFlooded(documents: DocumentsServer, settings: Readonly<Record<string, string>>) {
  const file = join(tempDir('bench'), 'shop.db');
  await createShop(file, { rows: 100, administrators: 1 });
  const [host, { address }] = await MeasuredProcess.start<{ address: string }>(
    fileURLToPath(new URL('host.js', import.meta.url)),
    { BENCH_SQLITE: file },
  );
  const internet = withLittleInternet({
    addresses: ['127.0.0.1'],
    loopbackIsPublic: true,
    certificateAuthority: documents.network.certificateAuthority ?? '',
  });
  const { daemon, port } = await startDaemon(address, {
    GATEHOUSE_APP__URL: 'http://localhost',
    GATEHOUSE_BACKEND__ROOT: ROOT,
    GATEHOUSE_ADMIN__JWT__SECRET: 'a secret of the benchmark and of nothing else',
    GATEHOUSE_HTTP__TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: internet.args.join(' '),
    ...internet.env,
    ...settings,
  });
  return { daemon, port, host };
}

/** Accepts connections and never responds. */
async function startBlackHole(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function registered(origin: string): Promise<RegisteredClient> {
  const metadata = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none', client_name: 'Shared' };
  const answer = await sendJson(`${origin}/oauth/mcp/register`, metadata);
  return { clientId: String(answer.json()['client_id']), authMethod: 'none', redirectUri: REDIRECT_URI };
}

function report(
  state: string,
  { sent, answers }: Told,
  { outcomes, slowestMs }: Visits,
  memory: Readonly<Record<'before' | 'most' | 'after' | 'redisMiB', number>>,
): void {
  print(`\n## flood from one address, state in ${state}: ${String(sent)} requests\n`);
  print(
    table([
      ['the attacker sent', 'responses'],
      ...Object.entries(answers)
        .sort()
        .map(([what, count]) => [what, String(count)]),
    ]),
  );
  print(
    `\n${table([
      ['honest user elsewhere', 'succeeded', 'failed', 'reason'],
      ...[...outcomes].map(([what, { succeeded, failed, why }]) => [what, String(succeeded), String(failed), why]),
    ])}`,
  );
  const mib = (value: number): string => value.toFixed(0);
  print(
    `\nslowest step: ${slowestMs.toFixed(0)} ms; daemon: ${mib(memory.before)} MiB before, ${mib(memory.most)} MiB at most, ` +
      `${mib(memory.after)} MiB after (growth ${mib(memory.most - memory.before)} MiB)` +
      (memory.redisMiB === 0 ? '' : `; Redis holds ${memory.redisMiB.toFixed(1)} MiB`),
  );
  if ([...outcomes.values()].some(({ failed }) => failed > 0)) {
    process.exitCode = 1;
    print('REQUESTS OF THE HONEST USER FAILED');
  }
}
