/** Runs a task when no other task of the same name is running. */
type Turns = <Done>(work: () => Promise<Done>) => Promise<Done>;

/** A task that runs longer is waiting for a server that does not answer. The other tabs stop waiting for it. */
const LONGEST_TURN_MS = 10_000;

/**
 * Runs tasks in the order requested within this tab. All tabs of the browser also take turns if they can: the Web Locks API
 * is only available in secure contexts, so not in a deployment without TLS.
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
    // The signal aborts with this reason only if the turn never came.
    if (error !== signal.reason) throw error;
    return work();
  }
}

/** News for the other tabs of the browser about their shared session. */
export type SessionNews = 'signed-in' | 'signed-out' | 'ended';

/** The other tabs. A message carries no name: tabs that receive it ask the daemon, because only it knows whose cookie it is. */
export interface SessionChannel {
  tell(news: SessionNews): void;
  listen(listener: (news: SessionNews) => void): void;
  /** Runs a task that changes the cookie while no tab runs another such task. */
  readonly alone: Turns;
}

/** @param prefix another backend on the same origin has separate sessions */
export function sessionChannel(prefix: string): SessionChannel {
  const name = `gatehouse.session:${prefix}`;
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    listen(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data === 'signed-in' || data === 'signed-out' || data === 'ended') listener(data);
      });
    },
    alone: turns(name),
  };
}
