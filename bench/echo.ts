import { machine, runPinned } from './measure/machine.js';
import type { LoadResult } from './measure/load.js';
import { MeasuredProcess, peerFile } from './measure/process.js';
import { median } from './measure/statistics.js';
import { print, table } from './report.js';
import { cpuMicroseconds, type Measurement } from './results.js';
import { ROUNDS, SECONDS } from './settings.js';

const CONNECTIONS = 64;

/** A unary call of grpc-js that does nothing: what one hop between two processes costs in itself. */
export async function measureEcho(): Promise<void> {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile('grpc-echo'));
    const cpuBefore = server.cpuSeconds();
    const client = [process.execPath, peerFile('grpc-client'), String(port), String(CONNECTIONS), String(SECONDS)];
    const { stdout } = await runPinned(machine.clientCore, client);
    const result = JSON.parse(stdout) as LoadResult;
    rounds.push({ ...result, cpuSeconds: server.cpuSeconds() - cpuBefore });
    await server.stop();
  }
  const of = (value: (round: Measurement) => number): number => median(rounds.map(value));
  print(
    `\n## grpc-js unary echo: the cost of one hop\n\n` +
      table([
        ['', 'CPU µs', 'calls/s', 'p50 ms', 'p99 ms'],
        [
          'grpc-js echo',
          of(cpuMicroseconds).toFixed(0),
          of(({ requests, seconds }) => requests / seconds).toFixed(0),
          of(({ p50 }) => p50).toFixed(2),
          of(({ p99 }) => p99).toFixed(1),
        ],
      ]),
  );
}
