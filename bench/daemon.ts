import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.js';
import { MeasuredProcess } from './measure/process.js';

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not become ready`);
}

/** The shipped daemon with in-memory state, attached to the host at that address. */
export async function startDaemon(hostAddress: string, settings: Readonly<Record<string, string>>) {
  const [port, consentPort] = [await freePort(), await freePort()];
  // Runs its shebang line, which has the options of Node.js.
  const daemon = MeasuredProcess.run([fileURLToPath(new URL('../daemon/main.js', import.meta.url)), 'serve'], {
    GATEHOUSE_HOST__ADDRESS: hostAddress,
    GATEHOUSE_HTTP__PORT: String(port),
    GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${String(consentPort)}`,
    GATEHOUSE_METRICS__PORT: '0',
    GATEHOUSE_LOG__LEVEL: 'error',
    ...settings,
  });
  await waitUntilReady(`http://127.0.0.1:${String(port)}/readyz`);
  return { daemon, port };
}
