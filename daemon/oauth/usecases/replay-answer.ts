import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '../../core/call-context.js';
import { sha256 } from '../../core/hash.js';
import { seal, unseal } from '../../core/seal.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from './dependencies.js';
import type { TokenResponse } from './mint-tokens.js';

/** Between another process's commit and its save lie a few milliseconds; this is how long a retry waits for it. */
const SAVE_PATIENCE_MS = 500;
const SAVE_POLL_MS = 20;

/**
 * The retry window (docs/decisions): within it, the client that spent a refresh token gets the identical answer once
 * more, as long as the successor is unused. For clients that share a token among processes, or lost the answer.
 *
 * The answer is kept sealed under a key derived from the spent token, which the store never sees, and bound to the client.
 */
export interface ReplayAnswer {
  /** Never fails the request: the tokens are rotated already, and the client must get them. */
  save(spentToken: string, clientId: string, answer: TokenResponse, call: CallContext): Promise<void>;
  /** Undefined: outside the window, or the successor is in use; then it is reuse. */
  find(
    spentToken: string,
    clientId: string,
    spentAt: number,
    now: number,
    call: CallContext,
  ): Promise<TokenResponse | undefined>;
}

export function createReplayAnswer({
  options: { refreshRetryWindow },
  backend,
  replays,
  logger,
}: Pick<Dependencies, 'options' | 'backend' | 'replays' | 'logger'>): ReplayAnswer {
  return {
    async save(spentToken, clientId, answer, call) {
      if (refreshRetryWindow === 0) return;
      try {
        await replays.save(
          keyOf(spentToken),
          seal(JSON.stringify(answer), spentToken, purpose(clientId)),
          refreshRetryWindow,
        );
      } catch (err) {
        logger.warn(
          { ...call, err },
          'a token answer could not be kept for the retry window; a retry will count as reuse',
        );
      }
    },

    async find(spentToken, clientId, spentAt, now, call) {
      if (now - spentAt > refreshRetryWindow || refreshRetryWindow === 0) return undefined;
      const sealed = await waitFor(() => replays.find(keyOf(spentToken)));
      const answer = sealed && unseal(sealed, spentToken, purpose(clientId));
      if (answer === undefined) return undefined;
      const replay = JSON.parse(answer) as TokenResponse;
      const [successor] = await transactUnaborted(
        backend,
        [{ kind: 'findRefreshToken', tokenHash: sha256(replay.refresh_token) }],
        call,
      );
      const unused = successor !== undefined && successor.spentAt === undefined && !successor.lineageRevoked;
      return unused ? replay : undefined;
    },
  };
}

function keyOf(spentToken: string): string {
  return sha256(spentToken).toString('base64url');
}

function purpose(clientId: string): string {
  return `gatehouse refresh retry ${clientId}`;
}

async function waitFor<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let waited = 0; ; waited += SAVE_POLL_MS) {
    const found = await find();
    if (found !== undefined || waited >= SAVE_PATIENCE_MS) return found;
    await sleep(SAVE_POLL_MS);
  }
}
