import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../../test/support/temp-dir.js';
import { machine, runPinned } from './machine.js';

/** One request for the load generator. No member may contain a tab or a line end. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** The expected response: a fast error is not a result. */
export interface ExpectedAnswer {
  readonly statuses: readonly number[];
  /** Text in the target of a redirect: an error is a redirect, too. */
  readonly location?: string;
}

export interface Load {
  readonly port: number;
  readonly requests: readonly PreparedRequest[];
  readonly expected: ExpectedAnswer;
  /** Sent with every request, for contenders that need it. */
  readonly authorization?: string;
  readonly connections: number;
  /** How long requests are sent; ends earlier when they are used up. Everything that was sent is answered before the end. */
  readonly seconds: number;
}

/** For the answers to what is under way when the time is over. */
const PATIENCE_SECONDS = 60;
/** wrk reserves 8 MB for each second. */
const SLOWEST_SECONDS = 15;
const directory = tempDir('bench');
const SCRIPT = fileURLToPath(new URL('../../../bench/lua/prepared.lua', import.meta.url));

/** Runs wrk on the other core. Rejects if a response was unexpected. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { statuses, location = '' } = load.expected;
  const expected = statuses.join(',');
  const file = join(directory, `requests-${String(load.port)}`);
  try {
    await writeFile(file, load.requests.map(line).join('\n') + '\n');
    const { stdout, stderr } = await runPinned(
      machine.clientCore,
      [
        'wrk',
        '--threads=1',
        // wrk leaves slower answers out of its percentiles.
        `--timeout=${String(SLOWEST_SECONDS)}s`,
        `--connections=${String(load.connections)}`,
        `--duration=${String(load.requests.length === 1 ? load.seconds : load.seconds + PATIENCE_SECONDS)}s`,
        `--script=${SCRIPT}`,
        `http://127.0.0.1:${String(load.port)}`,
      ],
      {
        WRK_REQUESTS: file,
        WRK_EXPECT: `,${expected},`,
        WRK_LOCATION: location,
        WRK_SECONDS: String(load.seconds),
        WRK_COUNT: String(load.requests.length),
        WRK_AUTHORIZATION: load.authorization ?? '',
      },
    );
    const json = stdout.split('\n').find((text) => text.startsWith('{'));
    if (json === undefined) throw new Error(`the load generator printed no result: ${stdout}${stderr}`);
    const result = JSON.parse(json) as LoadResult & { unexpected: number; socketErrors: number };
    if (result.unexpected > 0)
      throw new Error(`${String(result.unexpected)} responses were not ${expected}: ${stderr}`);
    if (result.socketErrors > 0) {
      const slow = `or answers took more than ${String(SLOWEST_SECONDS)} s`;
      throw new Error(`${String(result.socketErrors)} connections failed, ${slow}`);
    }
    return result;
  } finally {
    await rm(file);
  }
}

function line({ method, path, contentType = '', body = '' }: PreparedRequest): string {
  return [method, path, contentType, body].join('\t');
}
