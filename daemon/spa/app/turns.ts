/** Does some work once no other work of that name is being done. */
export type Turns = <Done>(work: () => Promise<Done>) => Promise<Done>;

/** Whoever has its turn longer than this waits for a server that does not answer; the others need not. */
const LONGEST_TURN_MS = 10_000;

/**
 * Within this tab in the order in which it was asked for; among all tabs of the browser where they can take turns, which the Web
 * Locks API lets them do in secure contexts only (a deployment without TLS has none).
 */
export function turns(name: string): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => (hasLocks() ? underLock(name, work) : work()));
    last = turn.catch(() => undefined);
    return turn;
  };
}

function hasLocks(): boolean {
  return typeof navigator !== 'undefined' && 'locks' in navigator;
}

async function underLock<Done>(name: string, work: () => Promise<Done>): Promise<Done> {
  const signal = AbortSignal.timeout(LONGEST_TURN_MS);
  try {
    return await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    // Given as the reason only when the turn never came.
    if (error !== signal.reason) throw error;
    return work();
  }
}
