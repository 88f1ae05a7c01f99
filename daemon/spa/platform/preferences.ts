import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import type { Endpoints } from '../api/endpoints.js';
import { ApiError, errorText } from '../api/errors.js';
import { loadProblem } from '../api/queries.js';
import { useApp } from './app.js';
import { browserStorage, keepText, keyOf } from './browser-storage.js';
import { prefixOfPage } from './page-meta.js';
import { usePhrases } from './phrases.js';

/**
 * JSON documents that an administrator's pages keep: in the account if the host offers accounts, and otherwise only in this
 * browser. The browser remembers the account's documents too, so that a screen need not wait for them.
 */

type Owner = Pick<UserBody, 'id' | 'has_account'>;

/** Another browser may have changed the document. */
const STALE_MS = 60_000;

const storageKey = (owner: Owner, key: string): string => `${keyOf('preference', prefixOfPage())}:${owner.id}:${key}`;

function remembered(owner: Owner, key: string): unknown {
  const text = browserStorage.getItem(storageKey(owner, key));
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** If the browser has no room, the document lasts as long as the page. @param document null: none */
function remember(owner: Owner, key: string, document: unknown): void {
  keepText(browserStorage, storageKey(owner, key), document === null ? undefined : JSON.stringify(document));
}

/** The document, or null. The browser's copy counts until the account has answered. */
export function preferenceQuery(api: Endpoints, owner: Owner, key: string) {
  const initial = owner.has_account === true ? remembered(owner, key) : (remembered(owner, key) ?? null);
  return {
    queryKey: ['preferences', owner.id, key] as const,
    async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<unknown> {
      if (owner.has_account !== true) return remembered(owner, key) ?? null;
      const { data } = await api.preferences([key], signal);
      const document = data[key] ?? null;
      remember(owner, key, document);
      return document;
    },
    staleTime: STALE_MS,
    ...(initial !== undefined && { initialData: initial, initialDataUpdatedAt: 0 }),
  };
}

/** By owner and key: the document to send after the one that is on its way, so that the last choice is the one that is kept. */
const waiting = new Map<string, unknown>();
const sending = new Set<string>();

async function send(api: Endpoints, owner: Owner, key: string, document: unknown): Promise<void> {
  const slot = storageKey(owner, key);
  waiting.set(slot, document);
  if (sending.has(slot)) return;
  sending.add(slot);
  try {
    while (waiting.has(slot)) {
      const next = waiting.get(slot);
      waiting.delete(slot);
      await api.savePreference(key, next).catch((error: unknown) => {
        // A later choice takes its place, and may succeed.
        if (!waiting.has(slot)) throw error;
      });
    }
  } finally {
    sending.delete(slot);
  }
}

export interface Preference {
  /** Undefined or null: none. */
  readonly document: unknown;
  /** Nothing is known yet, and the answer is on its way. */
  readonly isPending: boolean;
  /** Kept in this browser only. */
  readonly isInBrowser: boolean;
  /** @param document null: none, so that the defaults apply */
  readonly save: (document: unknown) => void;
}

export function usePreference(key: string): Preference {
  const { api, session, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const owner: Owner = 'user' in state ? state.user : NOBODY;
  const query = preferenceQuery(api, owner, key);
  const kept = useQuery({ ...query, enabled: owner !== NOBODY });
  const { data, refetch } = kept;
  // A failed read is repeated by each part of the screen that needs it: a list that waited for that would never stay.
  const isPending = kept.isPending && kept.errorUpdateCount === 0;
  // While a failed read is repeated, its error is gone, and the document is as unknown as before.
  const isUnknown = data === undefined;
  const problem = loadProblem(kept);
  const { id, has_account: hasAccount } = owner;
  // At once: TanStack Query tells its users later, and a second change would begin from the document before the first.
  const [written, setWritten] = useState<{ readonly document: unknown }>();
  if (written !== undefined && data === written.document) setWritten(undefined);

  const save = useCallback(
    (document: unknown) => {
      const reasonOf = (error: unknown) => (error instanceof ApiError ? errorText(error, say) : String(error));
      const notKept = (reason: string) => {
        toasts.error(say('shell.preference_not_kept', { reason }));
      };
      // It was made without the document that the account has, and would replace it.
      if (isUnknown) {
        notKept(problem === null ? say('errors.network') : reasonOf(problem));
        void refetch({ cancelRefetch: false });
        return;
      }
      const whose: Owner = { id, ...(hasAccount === true && { has_account: true }) };
      setWritten({ document });
      // A read that is under way would bring the old document back.
      void queries.cancelQueries({ queryKey: ['preferences', id, key] });
      queries.setQueryData(['preferences', id, key], document);
      remember(whose, key, document);
      if (hasAccount !== true) return;
      send(api, whose, key, document).catch((error: unknown) => {
        notKept(reasonOf(error));
      });
    },
    [api, queries, toasts, say, id, hasAccount, key, isUnknown, problem, refetch],
  );
  return {
    document: written === undefined ? data : written.document,
    isPending,
    isInBrowser: hasAccount !== true,
    save,
  };
}

const NOBODY: Owner = { id: '' };
