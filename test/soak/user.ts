import type { OAuthFlow } from '../support/oauth-flow.js';
import { Lineage } from './lineage.js';
import type { Ledger } from './ledger.js';

const REFRESHES = 12;
/** The share of credentials of each kind that is presented twice at the same time. */
const TWICE = 0.15;

/**
 * One user with a real client's habits: keeps its tokens through faults, retries, and sometimes presents a credential
 * twice at the same time. Returns the connection in use at the end, if any.
 */
export async function useGatehouse(
  flow: OAuthFlow,
  ledger: Ledger,
  isOver: () => boolean,
  pauseMs: number,
): Promise<Lineage | undefined> {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));
  const times = (): 1 | 2 => (Math.random() < TWICE ? 2 : 1);
  const step = async <T>(kind: string, call: () => Promise<T>): Promise<T | undefined> => {
    const startedAt = performance.now();
    try {
      const value = await call();
      ledger.request(kind, undefined, startedAt);
      return value;
    } catch (error) {
      ledger.request(kind, error instanceof Error ? error : new Error(String(error)), startedAt);
      return undefined;
    }
  };

  const connected = async (): Promise<Lineage | undefined> => {
    const client = await step('register', () => flow.register());
    const pending = client && (await step('authorize', () => flow.pending(client)));
    const code = pending && (await step('consent', () => flow.issuedCode(pending)));
    if (code === undefined) return undefined;
    const lineage = new Lineage(flow, client!, ledger);
    return (await lineage.exchange(code, times())) ? lineage : undefined;
  };

  while (!isOver()) {
    const lineage = await connected();
    let isLive = lineage !== undefined;
    for (let refresh = 0; isLive && refresh < REFRESHES && !isOver(); refresh++) {
      await pause();
      if ((await lineage!.refresh(times())) !== 'ended') continue;
      isLive = false;
      ledger.ended(lineage!);
    }
    if (isLive && isOver()) return lineage;
    await pause();
  }
  return undefined;
}
