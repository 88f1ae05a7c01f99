import { setTimeout as sleep } from 'node:timers/promises';
import typia from 'typia';
import { parseShape } from '../../core/json-shape.js';
import type { CallContext } from '../../core/runtime.js';
import { hashedKey, randomToken, seal, sha256, unseal } from '../../core/crypto.js';
import type { RefreshToken } from '../model/tokens.js';
import type { Scope } from '../model/scope.js';
import { tokenResponse, type TokenResponse } from '../model/responses.js';
import type { Dependencies } from '../ports/dependencies.js';
import { transactUnaborted } from './transact-unaborted.js';

/** How long a retry waits for the answer of another process, whose commit and save are a few milliseconds apart. */
const SAVE_PATIENCE_MS = 500;
const SAVE_POLL_MS = 20;
/** How much later than the choice of its successor a rotation may commit: longer than any call to a host may take. */
const ROTATION_MS = 60_000;

/**
 * The retry window (docs/decisions/short-lived-state.md): within it, the client that spent a refresh token gets the
 * identical answer once more, as long as the successor is unused. For clients that share a token among processes, or lost
 * the answer.
 *
 * The stored answer is sealed with a key derived from the spent token, which the store never sees, and bound to the client.
 *
 * An answer may also be lost between the host and this process (the host is killed after it has committed). So the successor
 * is chosen and stored, also sealed, before the rotation begins. If a retry finds no answer but a live successor, the
 * rotation took place: the client gets that successor, with a new access token.
 */
export interface ReplayAnswer {
  /** The refresh token that a rotation must create. Never fails the request: without it, a retry counts as reuse. */
  successor(spentToken: string, clientId: string, scopes: readonly Scope[], call: CallContext): Promise<string>;
  /** Never fails the request: the tokens are already rotated, and the client must get them. */
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

/** A rotation under way. */
interface Begun {
  readonly refreshToken: string;
  readonly scopes: readonly Scope[];
}

const validateBegun = typia.createValidate<Begun>();
const validateAnswer = typia.createValidate<TokenResponse>();

export function createReplayAnswer({
  options: { refreshRetryWindow, accessTokenTtl },
  backend,
  replays,
  logger,
}: Pick<Dependencies, 'options' | 'backend' | 'replays' | 'logger'>): ReplayAnswer {
  const opened = (sealed: Buffer | undefined, spentToken: string, clientId: string): Begun | undefined => {
    const begun = sealed && unseal(sealed, spentToken, begunPurpose(clientId));
    return begun === undefined ? undefined : parseShape('a rotation that was begun', begun, validateBegun);
  };

  return {
    async successor(spentToken, clientId, scopes, call) {
      const own = randomToken();
      if (refreshRetryWindow === 0) return own;
      let chosen = own;
      try {
        const key = begunKeyOf(spentToken);
        const sealed = seal(JSON.stringify({ refreshToken: own, scopes }), spentToken, begunPurpose(clientId));
        const life = refreshRetryWindow + ROTATION_MS;
        // Of several concurrent rotations of one token, the one that commits has created this stored successor.
        const stored = await replays.saveFirst(key, sealed, life);
        const first = opened(stored, spentToken, clientId);
        const isShared = first?.scopes.join(' ') === scopes.join(' ');
        if (isShared) chosen = first.refreshToken;
        // An earlier attempt may have stored it a while ago, and this one commits later.
        if (stored !== sealed) await replays.save(key, isShared ? stored : sealed, life);
      } catch (err) {
        logger.warn(
          { ...call, err },
          'failed to announce a rotation; if its response is lost, a retry counts as reuse',
        );
      }
      return chosen;
    },

    save,

    async find(spentToken, clientId, spentAt, now, call) {
      if (now - spentAt > refreshRetryWindow || refreshRetryWindow === 0) return undefined;
      const sealed = await waitFor(() => replays.find(keyOf(spentToken)));
      const answer = sealed && unseal(sealed, spentToken, purpose(clientId));
      if (answer !== undefined) {
        const replay = parseShape('an answer kept for the retry window', answer, validateAnswer);
        return (await findUnused(replay.refresh_token, call)) ? replay : undefined;
      }
      const begun = opened(await replays.find(begunKeyOf(spentToken)), spentToken, clientId);
      const successor = begun && (await findUnused(begun.refreshToken, call));
      if (begun === undefined || successor === undefined) return undefined;
      const completed = await complete(begun, successor, now, call);
      if (completed !== undefined) await save(spentToken, clientId, completed, call);
      return completed;
    },
  };

  async function save(spentToken: string, clientId: string, answer: TokenResponse, call: CallContext): Promise<void> {
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
        'failed to store a token response for the retry window; a retry will count as reuse',
      );
    }
  }

  async function findUnused(refreshToken: string, call: CallContext): Promise<RefreshToken | undefined> {
    const tokenHash = sha256(refreshToken);
    const [found] = await transactUnaborted(backend, [{ kind: 'findRefreshToken', tokenHash }], call);
    return found?.spentAt === undefined && found?.lineageRevoked === false ? found : undefined;
  }

  /** The access token of the lost answer was never delivered. Undefined: the lineage was revoked meanwhile. */
  async function complete(
    { refreshToken, scopes }: Begun,
    { userId, clientId, lineageId, resource, grantContext }: RefreshToken,
    now: number,
    call: CallContext,
  ): Promise<TokenResponse | undefined> {
    const expiresAt = now + accessTokenTtl;
    const outcome = await backend.transact(
      [{ kind: 'mintAccessToken', userId, clientId, scopes, resource, lineageId, expiresAt, grantContext, at: now }],
      call,
    );
    if (!outcome.committed) return undefined;
    const [minted] = outcome.results;
    return tokenResponse(minted, refreshToken, scopes, now);
  }
}

function begunKeyOf(spentToken: string): string {
  return keyOf(`successor of ${spentToken}`);
}

function begunPurpose(clientId: string): string {
  return `gatehouse refresh successor ${clientId}`;
}

function keyOf(spentToken: string): string {
  return hashedKey(spentToken);
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
