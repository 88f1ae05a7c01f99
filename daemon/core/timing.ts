/**
 * The outcome of the work, or of `late` if the work takes longer: its value, or the error that it throws. The work itself
 * continues. The timer never outlives it.
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

/** Milliseconds to wait before an attempt; the pause doubles with each failed attempt. */
export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** @param failures how many attempts have failed since the last success, excluding the first: 0 returns the first pause */
export function growingPause(failures: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
}
