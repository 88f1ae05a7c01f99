// The steps of `make test`, in order: tools for tests, build, contract, generated files, then lint and tests at the same time.
// The last line of the output is exactly "N passed, N failed" and counts each of these checks and every test. The failures
// come just before it, because some systems keep only the end of a log. Any failure means exit code 1. Later checks still
// run after a failure, unless the build fails.
// Usage: node scripts/test.mjs [mocha arguments instead of the whole suite]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Timeout of a hanging run. Beside two programs that keep both cores busy, the whole run takes about half of this. */
const TESTS_MINUTES = 60;
/**
 * All test files, in parallel runs: each spends much of its time waiting for a process, a disk or a deadline. The output of
 * a later run appears when the earlier ones are done.
 */
const RUNS = [
  ['dist/test/flows/**/*.test.js'],
  ['dist/test/{browser,sdks}/**/*.test.js'],
  [
    'dist/{bench,daemon,demo}/**/*.test.js',
    '{proto,sdk/typescript}/dist/**/*.test.js',
    'dist/test/!(flows|browser|sdks)/**/*.test.js',
  ],
];

const total = { passed: 0, failed: 0, what: [] };
/** Seconds for each check, then for each folder of tests. The runs of tests overlap. */
const seconds = new Map();

function check(name, command, args) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) console.error(String(error));
  const passed = status === 0;
  total[passed ? 'passed' : 'failed'] += 1;
  if (!passed) total.what.push(name);
  seconds.set(name, (Date.now() - started) / 1000);
  console.log(`== ${name}: ${passed ? 'ok' : 'FAILED'}`);
  return passed;
}

/** Like `check`, beside the tests: lint keeps one core busy, and the tests do not. Its output appears at the end. */
async function lint() {
  const started = Date.now();
  const child = spawn('npm', ['run', '--silent', 'lint'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = await once(child, 'close');
  const passed = status === 0;
  total[passed ? 'passed' : 'failed'] += 1;
  if (!passed) total.what.push('lint');
  seconds.set('lint', (Date.now() - started) / 1000);
  return `\n== lint\n${output}== lint: ${passed ? 'ok' : 'FAILED'}`;
}

async function tests(runs) {
  console.log('\n== tests');
  const started = Date.now();
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const results = runs.map((mochaArguments, index) => mocha(mochaArguments, join(directory, String(index)), index > 0));
  for (const result of results) {
    const { output, passed, failed, what, seconds: parts } = await result;
    if (output !== undefined) console.log(readFileSync(output, 'utf8'));
    total.passed += passed;
    total.failed += failed;
    total.what.push(...what);
    for (const [part, spent] of Object.entries(parts)) seconds.set(part, (seconds.get(part) ?? 0) + spent);
  }
  seconds.set('tests, all of them', (Date.now() - started) / 1000);
  rmSync(directory, { recursive: true });
}

/** @param held whether its output goes to a file first */
async function mocha(mochaArguments, path, held) {
  const output = held ? `${path}.txt` : undefined;
  const stdio = output === undefined ? 'inherit' : ['ignore', openSync(output, 'w'), openSync(output, 'a')];
  const child = spawn(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', '--reporter', 'scripts/mocha-reporter.cjs', ...mochaArguments],
    {
      stdio,
      env: { ...process.env, TEST_COUNTS: `${path}.json` },
      timeout: TESTS_MINUTES * 60_000,
      killSignal: 'SIGKILL',
    },
  );
  const [status, signal] = await once(child, 'close');
  const counts = existsSync(`${path}.json`)
    ? JSON.parse(readFileSync(`${path}.json`, 'utf8'))
    : { passed: 0, failed: 0, what: [], seconds: {} };
  if (status !== 0 && counts.failed === 0) {
    const why = signal === 'SIGKILL' ? `did not end within ${TESTS_MINUTES} minutes` : `ended with ${signal ?? status}`;
    const said = `tests: mocha ${why} (${mochaArguments.join(' ')})`;
    console.error(said);
    counts.failed = 1;
    counts.what = [said];
  }
  return { output, ...counts };
}

const chosen = process.argv.slice(2);
if (
  check('tools for tests', 'scripts/test-servers.sh', []) &&
  check('build', 'make', ['--no-print-directory', 'build'])
) {
  check('contract', 'npx', ['--no-install', 'buf', 'lint']);
  check('generated files', 'scripts/verify.sh', []);
  const linted = lint();
  await tests(chosen.length > 0 ? [chosen] : RUNS);
  console.log(await linted);
}
console.log('\n== time');
for (const [part, spent] of seconds) console.log(`${String(Math.round(spent)).padStart(5)} s  ${part}`);
if (total.what.length > 0) console.log('\n== failures');
for (const line of total.what) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
