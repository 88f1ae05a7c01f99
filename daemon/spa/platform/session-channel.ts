/** Does some work once no other work of that name is being done. */
type Turns = <Done>(work: () => Promise<Done>) => Promise<Done>;

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

/** What a tab tells the other tabs of the same browser about the session that they share. */
export type SessionNews = 'signed-in' | 'signed-out';

/** The other tabs. News carry no name: whoever hears them asks the daemon, which alone knows whose the cookie is. */
export interface SessionChannel {
  tell(news: SessionNews): void;
  listen(listener: (news: SessionNews) => void): void;
  /** Does what brings another cookie, while neither this tab nor another one does such a thing. */
  readonly alone: Turns;
}

/** @param prefix another backend of the same origin has other sessions */
export function sessionChannel(prefix: string): SessionChannel {
  const name = `gatehouse.session:${prefix}`;
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    listen(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data === 'signed-in' || data === 'signed-out') listener(data);
      });
    },
    alone: turns(name),
  };
}
