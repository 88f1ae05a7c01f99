import { DeadlineExceeded } from '../../ports/errors.js';
import { msUntil } from '../../shared/deadline.js';

const LOOK_MS = 1000;

interface Waiting {
  readonly deadline: Date;
  readonly giveUp: () => void;
}

/** One timer looks after all work: a timer for each call would cost more than the rest of this file. */
const underWay = new Set<Waiting>();
let timer: NodeJS.Timeout | undefined;

/**
 * The result of work, or DeadlineExceeded at most a second after the deadline: code of the application that waits for something
 * that never comes must not hold up other calls. The work itself goes on.
 */
export function untilDeadline<T>(deadline: Date | undefined, work: () => Promise<T>): Promise<T> {
  if (deadline === undefined) return work();
  return new Promise((resolve, reject) => {
    const working = work();
    const waiting = { deadline, giveUp: () => reject(new DeadlineExceeded()) };
    underWay.add(waiting);
    timer ??= setInterval(look, LOOK_MS);
    working.then(
      (result) => {
        underWay.delete(waiting);
        resolve(result);
      },
      (error: unknown) => {
        underWay.delete(waiting);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the original error of the work
        reject(error);
      },
    );
  });
}

function look(): void {
  for (const waiting of underWay) {
    if (msUntil(waiting.deadline) > 0) continue;
    underWay.delete(waiting);
    waiting.giveUp();
  }
  if (underWay.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
