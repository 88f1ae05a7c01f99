import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../../test/support/temp-dir.js';
import { startDaemon } from '../daemon.js';
import { peerFile, MeasuredProcess } from '../measure/process.js';
import { createShop } from '../peers/admin/shop-rows.js';
import { authorization } from '../peers/peer.js';

/** Folder that contains plugins/. */
const ROOT = fileURLToPath(new URL('../../../bench', import.meta.url));
const ROWS = 100;

export interface HostileTarget {
  readonly port: number;
  readonly daemon: MeasuredProcess;
  /** Of a pending authorization request. */
  readonly requestId: string;
  /** Path of the largest script of the admin application. */
  readonly asset: string;
  stop(): Promise<void>;
}

/** The daemon with all public features: authorization server, consent page, admin backend. */
export async function startHostileTarget(): Promise<HostileTarget> {
  const directory = tempDir('bench');
  const shop = join(directory, 'shop.db');
  await createShop(shop, { rows: ROWS, administrators: 1 });
  const [host, { address }] = await MeasuredProcess.start<{ address: string }>(peerFile('hostile-host'), {
    BENCH_SQLITE: shop,
  });
  const { daemon, port } = await startDaemon(address, {
    // Throttles would measure how fast requests get rejected instead of their work.
    GATEHOUSE_THROTTLE__REGISTER_PER_IP__LIMIT: '0',
    GATEHOUSE_THROTTLE__REGISTER_GLOBAL__LIMIT: '0',
    GATEHOUSE_THROTTLE__AUTHORIZE_PER_CLIENT__LIMIT: '0',
    // Makes the daemon read X-Forwarded-For.
    GATEHOUSE_HTTP__TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,2001:db8::/32',
    GATEHOUSE_APP__URL: 'http://localhost',
    GATEHOUSE_BACKEND__ROOT: ROOT,
    GATEHOUSE_ADMIN__JWT__SECRET: 'a secret of the benchmark and of nothing else',
    GATEHOUSE_ADMIN__LOGIN__MAX_ATTEMPTS: '1000',
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    port,
    daemon,
    requestId: await pendingRequest(origin),
    asset: await largestScript(origin),
    async stop() {
      await daemon.stop();
      await host.stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function pendingRequest(origin: string): Promise<string> {
  const { path } = authorization('/oauth/mcp/authorize', 'bench-client', 1);
  const answer = await fetch(origin + path, { redirect: 'manual' });
  const location = answer.headers.get('location') ?? '';
  const requestId = new URL(location, origin).searchParams.get('request');
  if (requestId === null) throw new Error(`the authorize request returned ${String(answer.status)} ${location}`);
  return requestId;
}

async function largestScript(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/backend/`)).text();
  const script = /src="([^"]+\.js)"/.exec(page)?.[1];
  if (script === undefined) throw new Error('the page of the admin application names no script');
  return script;
}
