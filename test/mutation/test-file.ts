import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A test file without an active mutant. */
export interface TestFile {
  readonly path: string;
  readonly milliseconds: number;
  /** Ids of the mutants that it reaches, in its own process or in one that it starts. */
  readonly reached: ReadonlySet<string>;
}

/** No test file takes this long. A mutant that makes a test hang counts as detected. */
const FEWEST_MS = 20_000;
const SLOWER = 3;
const SWITCH = fileURLToPath(new URL('switch.js', import.meta.url));

/**
 * Runs the file with all mutants off. Throws, with its output, if it fails twice: one flaky test must not end hours of
 * work.
 */
export async function measure(tree: string, path: string): Promise<TestFile> {
  try {
    return await measureOnce(tree, path);
  } catch (error) {
    console.error(`${String(error)}\nMeasuring ${path} once more.`);
    return measureOnce(tree, path);
  }
}

async function measureOnce(tree: string, path: string): Promise<TestFile> {
  const coverage = mkdtempSync(join(tmpdir(), 'gatehouse-mutants-'));
  try {
    const started = performance.now();
    const { status, output } = await mocha(tree, path, { MUTANT_COVERAGE: coverage }, 10 * 60_000);
    const milliseconds = performance.now() - started;
    if (status !== 0) throw new Error(`${path} fails without any mutant:\n${output.slice(-4000)}`);
    const reached = readdirSync(coverage).flatMap((file) => readFileSync(join(coverage, file), 'utf8').split('\n'));
    return { path, milliseconds, reached: new Set(reached) };
  } finally {
    rmSync(coverage, { recursive: true, force: true });
  }
}

/** Returns true if the file fails or hangs when the mutant is active. */
export async function kills(tree: string, file: TestFile, mutant: string): Promise<boolean> {
  const limit = Math.max(FEWEST_MS, Math.round(file.milliseconds * SLOWER));
  return (await mocha(tree, file.path, { __STRYKER_ACTIVE_MUTANT__: mutant }, limit)).status !== 0;
}

interface Ended {
  /** Null after a signal. */
  readonly status: number | null;
  readonly output: string;
}

async function mocha(tree: string, path: string, settings: NodeJS.ProcessEnv, limit: number): Promise<Ended> {
  const env = { ...process.env, EVERY_TEST: '1', ...settings, NODE_OPTIONS: `--import=${SWITCH}` };
  const child = spawn(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', '--bail', '--exit', '--reporter', 'dot', path],
    { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limit, killSignal: 'SIGKILL' },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [status] = (await once(child, 'exit')) as [number | null];
  return { status, output };
}
