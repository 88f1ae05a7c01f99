import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend, TransactionBundle } from '../ports/backend.js';

type Overrides = { [Port in keyof TransactionBundle]?: Partial<TransactionBundle[Port]> };

export interface TestBackend extends Backend {
  readonly ended: ('committed' | 'rolled back')[];
  /** Resolves once the first transaction has ended. */
  readonly firstEnded: Promise<void>;
  /** The deadline of the latest transaction. */
  deadline(): Date;
}

/** A backend whose every method the test decides; what it has not decided is not called. It says how transactions end. */
export function backendOf(overrides: Overrides): TestBackend {
  const ended: ('committed' | 'rolled back')[] = [];
  const first = signal();
  let latest = new Date(Number.NaN);
  return {
    ended,
    firstEnded: first.raised,
    deadline: () => latest,
    async transaction(work, { deadline }) {
      latest = deadline;
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
      } finally {
        first.raise();
      }
    },
  };
}

/** Something that happens once, and that others wait for. */
export function signal(): { readonly raised: Promise<void>; raise(): void } {
  let raise = (): void => undefined;
  const raised = new Promise<void>((resolve) => (raise = resolve));
  return { raised, raise: () => raise() };
}

/** Resolves once the clock has reached that time. A timer may fire a millisecond early. */
export async function clockReaches(time: Date): Promise<void> {
  while (Date.now() < time.getTime()) await sleep(time.getTime() - Date.now());
}
