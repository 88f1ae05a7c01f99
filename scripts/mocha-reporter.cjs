// Mocha's spec reporter for scripts/test.mjs. It writes the counts, the failures and the duration of each part of the
// suite as JSON to the file in TEST_COUNTS. It also ends a run that has finished but does not exit: a test has then left
// something open, which counts as a failure and is reported.
const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const { reporters } = require('mocha');

/** How long servers and sockets may take to close after the last test. */
const GRACE_MS = 60_000;
/** Characters of an error in the summary: enough for the locator that a browser test waited for. */
const SHOWN = 500;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const seconds = new Map();
    /** One line for each: the file, the title, the start of the error. */
    const failed = [];
    let started;
    runner.on('fail', (test, error) => {
      const said = String(error?.message ?? error)
        .replaceAll(/\s+/g, ' ')
        .slice(0, SHOWN);
      failed.push(`${relative(process.cwd(), test.file ?? '')}: ${test.fullTitle()}: ${said}`);
    });
    runner.on('suite', (suite) => {
      if (suite.parent?.root) started = Date.now();
    });
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      const part = partOf(suite.file);
      seconds.set(part, (seconds.get(part) ?? 0) + (Date.now() - started) / 1000);
    });
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      // A pending test did not run, so it is not a success (forbidPending agrees).
      const counts = { passed: passes, failed: failures + pending, what: failed, seconds: Object.fromEntries(seconds) };
      write(counts);
      setTimeout(() => {
        const said =
          `The run finished but ${GRACE_MS / 1000} s later something is still open: ` +
          `${process.getActiveResourcesInfo().join(', ')}. A test did not stop what it started.`;
        console.error(`\n${said}`);
        write({ ...counts, failed: counts.failed + 1, what: [...failed, said] });
        process.exit(1);
      }, GRACE_MS).unref();
    });
  }
};

function write(counts) {
  if (process.env.TEST_COUNTS) writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
}

/** The folder of a test file, at a useful depth: `daemon/oauth`, `test/flows/admin`, `sdk/sql`. */
function partOf(file) {
  const folders = relative(process.cwd(), file)
    .replace(/^dist\//, '')
    .replace(/^sdk\/typescript\/dist/, 'sdk')
    .split('/')
    .slice(0, -1);
  return folders.slice(0, folders[0] === 'test' ? 3 : 2).join('/');
}
