/** Not in every browser. */
type Connected = Navigator & { readonly connection?: { readonly saveData?: boolean } };

/** Safari has no idle callbacks. */
const WITHOUT_IDLE_CALLBACKS_MS = 500;

/**
 * Runs work that spares the user a wait later on, once the browser has nothing else to do; never if the user has asked the
 * browser to save data.
 * @returns ends the waiting
 */
export function whenIdle(run: () => void): () => void {
  if ((navigator as Connected).connection?.saveData === true) return () => undefined;
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(run);
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, WITHOUT_IDLE_CALLBACKS_MS);
  return () => clearTimeout(waiting);
}
