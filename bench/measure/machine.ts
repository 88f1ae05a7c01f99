import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the benchmark needs of the machine: two cores, and two tools that do not come from npm. */
export interface Machine {
  /** Everything that is measured runs here. */
  readonly serverCore: number;
  /** The load generator runs here. */
  readonly clientCore: number;
}

const TOOLS = { taskset: 'util-linux', wrk: 'wrk' } as const;

/** @throws {Error} that says what is missing and what to do */
function inspect(): Machine {
  for (const [tool, debianPackage] of Object.entries(TOOLS)) {
    if (spawnSync(tool, ['--version']).error !== undefined) {
      throw new Error(
        `the benchmark needs ${tool}: run it with \`make bench\`, or install the package ${debianPackage}`,
      );
    }
  }
  const [serverCore, clientCore] = allowedCores();
  if (serverCore === undefined || clientCore === undefined) {
    throw new Error('the benchmark needs two cores: one for the servers, and one for the load generator');
  }
  return { serverCore, clientCore };
}

/** The cores that this process may use; a container may not have the first ones. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export const machine = inspect();
