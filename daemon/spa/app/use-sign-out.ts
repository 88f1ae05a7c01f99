import { ApiError } from '../api/api-error.js';
import { useApp } from './app-context.js';

/** Ends the session. Whatever is unsaved has been asked about before. */
export function useSignOut(): () => void {
  const { drafts, location, session, toasts } = useApp();
  return () => {
    const user = session.believed;
    session.signOut().then(
      () => {
        // Whoever comes next starts at the beginning, and finds nothing of what this administrator was writing.
        if (user !== undefined) drafts.forget(user);
        location.go('/', { unguarded: true });
      },
      (error: unknown) => toasts.error(error instanceof ApiError ? error.message : String(error)),
    );
  };
}
