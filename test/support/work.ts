const ROUNDS = 4;
/** Below this the kernel's accounting says little. */
const LEAST_MICROSECONDS = 400;

/** Microseconds of one look at each character, by the length of the text: measured once. */
const looks = new Map<number, number>();

/**
 * What a piece of work costs, in the CPU time of this process, as a multiple of looking at each character of a text of that
 * length once. It is no duration: other processes on the machine do not count, and what this machine can do cancels out.
 */
export function workOf(task: () => unknown, length: number): number {
  const look = looks.get(length) ?? leastCpuMicroseconds(() => lookedThrough('a'.repeat(length)));
  looks.set(length, look);
  return leastCpuMicroseconds(task) / look;
}

function leastCpuMicroseconds(task: () => unknown): number {
  let times = 1;
  let least = Infinity;
  for (let round = 0; round < ROUNDS;) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) task();
    const { user, system } = process.cpuUsage(before);
    if (user + system < LEAST_MICROSECONDS) {
      times *= 2;
      continue;
    }
    least = Math.min(least, (user + system) / times);
    round += 1;
  }
  return least;
}

function lookedThrough(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}
