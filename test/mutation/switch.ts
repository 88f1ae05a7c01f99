// `--import` loads this file into every process of a run. It passes the active mutant on to processes that a test
// starts with a separate environment, and at the end records which mutants this process reached.
import childProcess, { type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** The instrumented code reads this; test-file.ts sets both. */
const ACTIVE = '__STRYKER_ACTIVE_MUTANT__';
const COVERAGE = 'MUTANT_COVERAGE';
const INHERITED = [ACTIVE, COVERAGE, 'NODE_OPTIONS'];

const spawn = childProcess.spawn;
childProcess.spawn = ((command: string, args: readonly string[], options: SpawnOptions = {}) => {
  const inherited = INHERITED.filter((name) => process.env[name] !== undefined).map((name) => [
    name,
    process.env[name],
  ]);
  const env = { ...(options.env ?? process.env), ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv) };
  return spawn(command, args, { ...options, env });
}) as typeof spawn;
syncBuiltinESMExports();

const directory = process.env[COVERAGE];
if (directory !== undefined) {
  process.on('exit', () => {
    const reached = (globalThis as { __stryker__?: { mutantCoverage?: { static: object } } }).__stryker__;
    const ids = Object.keys(reached?.mutantCoverage?.static ?? {});
    if (ids.length > 0) writeFileSync(join(directory, `${process.pid}-${randomUUID()}`), ids.join('\n'));
  });
}
