import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One request as the load generator sends it. No member may hold a tab or a line end. */
export interface PreparedRequest {
  readonly method: 'GET' | 'POST';
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

export interface Load {
  readonly port: number;
  readonly requests: readonly PreparedRequest[];
  readonly expectedStatuses: readonly number[];
  readonly connections: number;
  /** The end, if the requests are not used up before. */
  readonly seconds: number;
}

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../bench/lua/prepared.lua', import.meta.url));

/** Runs wrk on the second core. Rejects when an answer was not the expected one: a fast refusal is no result. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const expected = load.expectedStatuses.join(',');
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, load.requests.map(line).join('\n') + '\n');
    const { stdout, stderr } = await run(
      'taskset',
      [
        '-c',
        '1',
        'wrk',
        '--threads=1',
        `--connections=${String(load.connections)}`,
        `--duration=${String(load.seconds)}s`,
        `--script=${SCRIPT}`,
        `http://127.0.0.1:${String(load.port)}`,
      ],
      { env: { ...process.env, WRK_REQUESTS: file, WRK_EXPECT: `,${expected},` } },
    );
    const json = stdout.split('\n').find((text) => text.startsWith('{'));
    if (json === undefined) throw new Error(`the load generator printed no result: ${stdout}${stderr}`);
    const result = JSON.parse(json) as LoadResult & { unexpected: number; socketErrors: number };
    if (result.unexpected > 0) throw new Error(`${String(result.unexpected)} answers were not ${expected}: ${stderr}`);
    return result;
  } finally {
    await rm(directory, { recursive: true });
  }
}

function line({ method, path, contentType = '', body = '' }: PreparedRequest): string {
  return [method, path, contentType, body].join('\t');
}
