import { turns, type Turns } from './turns.js';

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
