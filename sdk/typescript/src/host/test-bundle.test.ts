import type { Backend, TransactionBundle } from '../ports/backend.js';

type Overrides = { [Port in keyof TransactionBundle]?: Partial<TransactionBundle[Port]> };

/** A backend whose every method the test decides; what it has not decided is not called. It says how transactions end. */
export function backendOf(overrides: Overrides): Backend & { readonly ended: ('committed' | 'rolled back')[] } {
  const ended: ('committed' | 'rolled back')[] = [];
  return {
    ended,
    async transaction(work) {
      try {
        const result = await work({
          clients: {},
          codes: {},
          refreshTokens: {},
          accessTokens: {},
          ...overrides,
        } as TransactionBundle);
        ended.push('committed');
        return result;
      } catch (error) {
        ended.push('rolled back');
        throw error;
      }
    },
  };
}
