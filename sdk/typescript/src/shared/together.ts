/**
 * Makes calls one after the other, up to the first that fails; or, if they may be under way at the same time, starts all of them, and
 * waits for all. Rejects with the first failure in the order of the calls, so that the answer does not depend on `atOnce`.
 */
export async function together<Results extends readonly unknown[]>(
  atOnce: boolean,
  ...calls: { readonly [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results> {
  const results: unknown[] = [];
  if (!atOnce) {
    for (const call of calls) results.push(await call());
  } else {
    for (const outcome of await Promise.allSettled(calls.map((call) => call()))) {
      if (outcome.status === 'rejected') throw outcome.reason;
      results.push(outcome.value);
    }
  }
  return results as readonly unknown[] as Results;
}
