// Mocha's spec reporter, and its counts as JSON in the file that TEST_COUNTS names, for scripts/test.mjs to add up.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      // A pending test was not run, which is no success (forbidPending says so too).
      writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ passed: passes, failed: failures + pending }));
    });
  }
};
