// The steps of `make test`, in order: tools for tests, build, contract, generated files, then lint and tests at the same time.
// The last line of the output is exactly "N passed, N failed" and counts each of these checks and every test. The failures
// come just before it, because some systems keep only the end of a log. Any failure means exit code 1. Later checks still
// run after a failure, unless the build fails.
// Usage: node scripts/test.mjs [mocha arguments instead of the whole suite]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lookupFiles } from 'mocha/lib/cli/lookup-files.js';

/**
 * After this time, whatever hangs is killed. Beside two programs that keep both cores busy, the run takes about half of it. `make
 * every-test` sets EVERY_TEST.
 */
const TESTS_MINUTES = process.env.EVERY_TEST === '1' ? 180 : 75;
/**
 * Runs of mocha at the same time: one more than cores, because each sometimes waits. Two more cost half as much processor time
 * again, for the same tests, and a process took twenty times as long as alone.
 */
const LANES = 3;
/**
 * All test files. Each run takes the next group when it is free, so the longest come first, and the last ones are short. Files of
 * one group share a PostgreSQL and the compiled modules, and its browser tests share a site. The tests in Go share a folder.
 */
const GROUPS = [
  ['dist/test/sdks/python.test.js'],
  ['dist/test/browser/**/[a-l]*.test.js'],
  ['dist/test/browser/**/[!a-l]*.test.js'],
  ['dist/test/flows/[!i-z]*.test.js'],
  ['dist/test/flows/*/**/*.test.js'],
  ['dist/test/flows/[i-z]*.test.js'],
  ['dist/test/conformance/*.test.js'],
  ['dist/test/conformance/*/**/*.test.js'],
  ['dist/test/sdks/!(python).test.js', 'dist/test/sdks/*/**/*.test.js'],
  ['dist/test/!(browser|sdks|flows|conformance|broken|deploy|docs)/**/*.test.js'],
  ['dist/test/{deploy,docs}/**/*.test.js'],
  ['dist/daemon/**/*.test.js'],
  ['dist/test/broken/**/*.test.js'],
  ['{proto,sdk/typescript}/dist/**/*.test.js', 'dist/{bench,demo}/**/*.test.js'],
];
/**
 * Databases, browsers and packages of the tests write several gigabytes, 1 at any moment, and waited for the disk a third of the
 * time. Memory serves as well, because no test checks a power failure.
 */
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 4 * 2 ** 30;
/** Output of the build. Tests run and pack it at the same time, so none of them may change it, not even for a moment. */
const BUILT = ['dist', 'proto/dist', 'sdk/typescript/dist'];

/** The failures at the end repeat so many lines of a failed check's output. */
const LAST_LINES = 20;

const total = { passed: 0, failed: 0, what: [] };
/** Lint and the runs of mocha, while they run. */
const children = new Set();
/** Seconds for each check, then for each folder of tests. The runs of tests overlap. */
const seconds = new Map();

function record(name, passed, started, output = '') {
  total[passed ? 'passed' : 'failed'] += 1;
  if (!passed) total.what.push([name, ...output.trim().split('\n').slice(-LAST_LINES)].join('\n  ').trimEnd());
  seconds.set(name, (Date.now() - started) / 1000);
  return `== ${name}: ${passed ? 'ok' : 'FAILED'}`;
}

function check(name, command, args) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) console.error(String(error));
  console.log(record(name, status === 0, started));
  return status === 0;
}

/** Like `check`, beside the tests: lint keeps one core busy, and the tests do not. Its output appears at the end. */
async function lint() {
  const started = Date.now();
  const child = running(
    // A group of its own: npm does not pass a signal on.
    spawn('npm', ['run', '--silent', 'lint'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = await once(child, 'close');
  return `\n== lint\n${output}${record('lint', status === 0, started, output)}`;
}

async function tests(groups) {
  console.log('\n== tests');
  const started = Date.now();
  const endsAt = started + TESTS_MINUTES * 60_000;
  const directory = mkdtempSync(join(tempRoot(), 'gatehouse-test-'));
  // PostgreSQL refuses to run as root, and its user has to reach its folder in this one.
  chmodSync(directory, 0o711);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  const waiting = groups.map((files, index) => ({ files, path: join(directory, String(index)) }));
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { passed, failed, what, seconds: parts } = await mocha(next.files, next.path, endsAt);
      console.log(readFileSync(`${next.path}.txt`, 'utf8'));
      total.passed += passed;
      total.failed += failed;
      total.what.push(...what);
      for (const [part, spent] of Object.entries(parts)) seconds.set(part, (seconds.get(part) ?? 0) + spent);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  seconds.set('tests, all of them', (Date.now() - started) / 1000);
  return started;
}

/** A group that matches too little would leave tests out without a failure: they would only be fewer. */
function everyTestHasOneGroup() {
  const counts = new Map();
  for (const file of GROUPS.flat().flatMap((pattern) => lookupFiles(pattern, ['js'], false))) {
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const built = BUILT.flatMap((top) => readdirSync(top, { recursive: true }).map((path) => join(top, path)));
  const wrong = built.filter((path) => path.endsWith('.test.js') && counts.get(path) !== 1);
  if (wrong.length > 0) console.error(`Not in exactly one group of scripts/test.mjs:\n  ${wrong.join('\n  ')}`);
  console.log(record('each test file is in one group', wrong.length === 0, Date.now(), wrong.join('\n')));
}

function tempRoot() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES ? MEMORY : tmpdir();
}

/** A file that came and went also changes the time of its folder. */
function buildIsUnchanged(since) {
  const paths = BUILT.flatMap((top) => [top, ...readdirSync(top, { recursive: true }).map((path) => join(top, path))]);
  const changed = paths.filter((path) => statSync(path).mtimeMs >= since);
  if (changed.length > 0) console.error(`A test wrote into the build:\n  ${changed.join('\n  ')}`);
  console.log(record('tests leave the build as it was', changed.length === 0, Date.now()));
}

function running(child) {
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Its output goes to a file first, because several run at the same time. */
async function mocha(mochaArguments, path, endsAt) {
  const output = openSync(`${path}.txt`, 'a');
  const child = running(
    spawn(
      process.execPath,
      ['node_modules/mocha/bin/mocha.js', '--reporter', 'scripts/mocha-reporter.cjs', ...mochaArguments],
      {
        stdio: ['ignore', output, output],
        env: { ...process.env, TEST_COUNTS: `${path}.json`, TMPDIR: dirname(path) },
        timeout: Math.max(1, endsAt - Date.now()),
        killSignal: 'SIGKILL',
      },
    ),
  );
  const [status, signal] = await once(child, 'close');
  closeSync(output);
  const counts = existsSync(`${path}.json`)
    ? JSON.parse(readFileSync(`${path}.json`, 'utf8'))
    : { passed: 0, failed: 0, what: [], seconds: {} };
  if (status !== 0 && counts.failed === 0) {
    const why =
      signal === 'SIGKILL' ? `had not ended after ${TESTS_MINUTES} minutes` : `ended with ${signal ?? status}`;
    const said = `tests: mocha ${why} (${mochaArguments.join(' ')})`;
    console.error(said);
    counts.failed = 1;
    counts.what = [said];
  }
  return counts;
}

// Without these, a signal to this process alone would leave the tests running, and their files behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const { pid, spawnargs } of children) process.kill(spawnargs[0] === 'npm' ? -pid : pid, signal);
    process.exit(1);
  });
}

const chosen = process.argv.slice(2);
if (
  check('tools for tests', 'scripts/test-servers.sh', []) &&
  check('build', 'make', ['--no-print-directory', 'build'])
) {
  check('contract', 'npx', ['--no-install', 'buf', 'lint']);
  check('generated files', 'scripts/verify.sh', []);
  everyTestHasOneGroup();
  const linted = lint();
  buildIsUnchanged(await tests(chosen.length > 0 ? [chosen] : GROUPS));
  console.log(await linted);
}
console.log('\n== time');
for (const [part, spent] of seconds) console.log(`${String(Math.round(spent)).padStart(5)} s  ${part}`);
if (total.what.length > 0) console.log('\n== failures');
for (const line of total.what) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
