import type { QueryClient } from '@tanstack/react-query';
import type { App } from './app.js';
import type { Location } from './location.js';

type Kept = Pick<App, 'recent' | 'session' | 'corner'> & {
  readonly location: Pick<Location, 'belongTo' | 'forget'>;
  readonly queries: Pick<QueryClient, 'removeQueries'>;
};

/**
 * All that this tab keeps belongs to one administrator: once they are signed out, in this tab or in another one, the next one finds
 * nothing of it. Drafts are shared by all tabs, and end with the tab that signs out (useSignOut).
 */
export function forgetAfterSignOut({ session, queries, corner, recent, location }: Kept): void {
  session.subscribe(() => {
    const { kind } = session.get();
    if (kind === 'signed-out') {
      // The language is the same for all.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'language' });
      corner.clear();
      location.forget();
    }
    const { believed } = session;
    if (kind === 'signed-out' || believed !== undefined) recent.belongTo(believed);
    if (believed !== undefined) location.belongTo(believed);
  });
}
