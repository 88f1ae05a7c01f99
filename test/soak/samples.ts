import { readdirSync, readFileSync } from 'node:fs';
import type { Child } from '../support/child.js';
import type { Gatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import type { MortalHost } from '../support/mortal-host.js';
import type { Ledger, Sample } from './ledger.js';

const LETTERS = 'abc';

/** Adds one sample of each process that responds now. Stopped or paused processes have none. */
export async function sample(
  ledger: Ledger,
  daemons: readonly Gatehouse[],
  hosts: readonly MortalHost[],
): Promise<void> {
  const ofDaemon = async ({ process, metricsOrigin }: Gatehouse, name: string): Promise<void> => {
    const { body } = await send(`${metricsOrigin}/metrics`);
    // Since the metrics were last read.
    const lag = /^nodejs_eventloop_lag_max_seconds(?:\{\S*\})? (\S+)/m.exec(body)?.[1];
    if (lag === undefined) throw new Error('the metrics of the daemon lack nodejs_eventloop_lag_max_seconds');
    ledger.samples.push({ name, ...ofProcess(process), eventLoopMs: Number(lag) * 1000 });
  };
  const ofHost = (process: Child | undefined, name: string): void => {
    const delay = process
      ?.output()
      .match(/(?<=event loop: )\S+/g)
      ?.at(-1);
    if (process !== undefined && delay !== undefined) {
      ledger.samples.push({ name, ...ofProcess(process), eventLoopMs: Number(delay) });
    }
  };
  await Promise.allSettled([
    ...daemons.map((daemon, index) => ofDaemon(daemon, `daemon ${LETTERS[index]!}`)),
    ...hosts.map(async ({ process }, index) => ofHost(process, `host ${LETTERS[index]!}`)),
  ]);
}

function ofProcess({ pid }: Child): Pick<Sample, 'memoryMiB' | 'descriptors'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    memoryMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
