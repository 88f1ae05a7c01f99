import { readdirSync, readFileSync } from 'node:fs';

/** A process and everything that it started, such as workers. */
export function treeOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    readOr('', `/proc/${String(pid)}/task/${task}/children`)
      .split(' ')
      .filter((text) => text.trim() !== '')
      .map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** CPU of a process and everything that it started, in seconds so far, as the scheduler accounts for every thread. */
export function cpuSecondsOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + threadsOf(one), 0);
}

/** In nanoseconds, unlike /proc/…/stat, whose ticks of 10 ms are coarse for a round of a second. */
function threadsOf(pid: number): number {
  return tasksOf(pid).reduce((sum, task) => {
    const [nanoseconds] = readOr('0', `/proc/${String(pid)}/task/${task}/schedstat`).split(' ');
    return sum + Number(nanoseconds) / 1e9;
  }, 0);
}

function tasksOf(pid: number): string[] {
  return readdirSync(`/proc/${String(pid)}/task`);
}

/** A thread may end between the listing and the reading. */
function readOr(otherwise: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return otherwise;
    throw error;
  }
}
