import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.js';
import { MeasuredProcess } from './measure/process.js';

/** Fine enough for the start to be measured, and coarse enough not to disturb it. */
const POLL_MS = 4;
const GIVE_UP_MS = 60_000;

async function untilReady(url: string, daemon: MeasuredProcess): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let problem = '';
  while (performance.now() < giveUpAt) {
    const { status, text } = await probe(url);
    if (status === 200) return;
    problem = text;
    daemon.expectRunning();
    await sleep(POLL_MS);
  }
  throw new Error(`${url} did not become ready: ${problem}`);
}

function probe(url: string): Promise<{ readonly status?: number | undefined; readonly text: string }> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', ({ message }) => resolve({ text: message }));
  });
}

export interface RunningDaemon {
  readonly daemon: MeasuredProcess;
  readonly port: number;
  /** From the start of the process until it answered its readiness probe. */
  readonly readyMs: number;
}

/** The shipped daemon, attached to the host at that address; its state is in memory unless `settings` say otherwise. */
export async function startDaemon(
  hostAddress: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningDaemon> {
  const [port, consentPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  // Runs its shebang line, which has the options of Node.js.
  const daemon = MeasuredProcess.run([fileURLToPath(new URL('../daemon/main.js', import.meta.url)), 'serve'], {
    GATEHOUSE_HOST__ADDRESS: hostAddress,
    GATEHOUSE_HTTP__PORT: String(port),
    GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${String(consentPort)}`,
    GATEHOUSE_METRICS__PORT: '0',
    GATEHOUSE_LOG__LEVEL: 'error',
    ...settings,
  });
  await untilReady(`http://127.0.0.1:${String(port)}/readyz`, daemon);
  return { daemon, port, readyMs: performance.now() - startedAt };
}
