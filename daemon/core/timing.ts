/**
 * The outcome of the work, or of `late` when the work takes longer: its value, or the error that it throws. The work itself goes
 * on. The timer never outlives it.
 */
export async function within<T, Late>(timeoutMs: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds to wait before an attempt; they double from one attempt to the next. */
export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** @param failures how many attempts have failed since the last success, the first one not counted: 0 gives the first pause */
export function growingPause(failures: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
}
