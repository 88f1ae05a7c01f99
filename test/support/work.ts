const ROUNDS = 4;
/** Below this, the kernel's CPU accounting is too coarse. */
const LEAST_MICROSECONDS = 400;
/**
 * Looks through a text of the letter a. V8 compiles a regular expression at once, but a loop on a thread of its own, which a busy
 * machine delays: interpreted, the same loop takes fifty times as long.
 */
const OTHER_LETTER = /[^a]/;

/** Microseconds to read each character once, by the length of the text. Measured once. */
const looks = new Map<number, number>();

/**
 * The cost of a piece of work: the CPU time of this process as a multiple of reading each character of a text of that
 * length once. Other processes do not count, and the speed of this machine cancels out, so it is not a duration.
 */
export function workOf(task: () => unknown, length: number): number {
  const text = 'a'.repeat(length);
  const look = looks.get(length) ?? leastCpuMicroseconds(() => OTHER_LETTER.test(text));
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
