import type { Session } from './session.js';

/** Whoever comes back to the page is shown at once when the session has become another's meanwhile, and not with the next save. */
export function watchSession(session: Session): void {
  const check = () => {
    if (document.visibilityState === 'visible') void session.check();
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
}
