// All that `make test` does, in one order: what tests need, build, lint, contract, generated files, tests. The last line
// of its output is "N passed, N failed" and nothing else, counting each of these checks and every test; a failure of any
// is the exit code 1. A check that fails does not hide what comes after it, except for a build that does not compile.
// Usage: node scripts/test.mjs [mocha arguments instead of the whole suite]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A run that takes longer hangs. On two cores that nobody else uses, the whole of it stays below a quarter of an hour. */
const TESTS_MINUTES = 40;
const SUITES = [
  'dist/daemon/**/*.test.js',
  'dist/spa/**/*.test.js',
  'sdk/typescript/dist/**/*.test.js',
  'dist/demo/**/*.test.js',
  'dist/test/**/*.test.js',
];

const total = { passed: 0, failed: 0 };

function check(name, command, args) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) console.error(String(error));
  const passed = status === 0;
  total[passed ? 'passed' : 'failed'] += 1;
  console.log(`== ${name}: ${passed ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
  return passed;
}

function tests(mochaArguments) {
  console.log('\n== tests');
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const countsFile = join(directory, 'counts.json');
  const { status, signal, error } = spawnSync(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', '--reporter', 'scripts/mocha-reporter.cjs', ...mochaArguments],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_COUNTS: countsFile },
      timeout: TESTS_MINUTES * 60_000,
      killSignal: 'SIGKILL',
    },
  );
  const counts = existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : { passed: 0, failed: 0 };
  rmSync(directory, { recursive: true });
  if (status !== 0 && counts.failed === 0) {
    const why =
      error?.code === 'ETIMEDOUT' ? `did not end within ${TESTS_MINUTES} minutes` : `ended with ${signal ?? status}`;
    console.error(`tests: mocha ${why}`);
    counts.failed = 1;
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
}

const chosen = process.argv.slice(2);
if (
  check('servers that tests need', 'scripts/test-servers.sh', []) &&
  check('build', 'make', ['--no-print-directory', 'build'])
) {
  check('lint', 'npm', ['run', '--silent', 'lint']);
  check('contract', 'npx', ['--no-install', 'buf', 'lint']);
  check('generated files', 'scripts/verify.sh', []);
  tests(chosen.length > 0 ? chosen : SUITES);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
