const ROUNDS = 4;
/** Below this, the kernel's CPU accounting is too coarse. */
const LEAST_MICROSECONDS = 400;
/** So many repetitions that nearly all of them run compiled code: interpreted, the same loop takes fifty times as long. */
const LEAST_MICROSECONDS_OF_A_LOOK = 20_000;

/** Microseconds to read each character once, by the length of the text. Measured once. */
const looks = new Map<number, number>();

/**
 * The cost of a piece of work: the CPU time of this process as a multiple of reading each character of a text of that
 * length once. Other processes do not count, and the speed of this machine cancels out, so it is not a duration.
 */
export function workOf(task: () => unknown, length: number): number {
  const look = looks.get(length) ?? microsecondsToLookThrough('a'.repeat(length));
  looks.set(length, look);
  return leastCpuMicroseconds(task) / look;
}

function microsecondsToLookThrough(text: string): number {
  return leastCpuMicroseconds(() => lookedThrough(text), LEAST_MICROSECONDS_OF_A_LOOK);
}

function leastCpuMicroseconds(task: () => unknown, atLeast = LEAST_MICROSECONDS): number {
  let times = 1;
  let least = Infinity;
  for (let round = 0; round < ROUNDS;) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) task();
    const { user, system } = process.cpuUsage(before);
    if (user + system < atLeast) {
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
