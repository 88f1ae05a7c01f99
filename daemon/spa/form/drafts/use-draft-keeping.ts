import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../../app/app-context.js';
import type { FormModel } from '../state/form-model.js';
import { DraftKeeper } from './draft-keeper.js';
import type { Draft } from './drafts.js';

export interface DraftKeeping {
  /** What was typed here before the page was closed or reloaded; undefined: there is nothing, or it has been answered. */
  readonly offered: Draft | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
  /** The form is left without saving. */
  readonly abandon: () => void;
}

/** Keeps what is typed into a form in this browser while it is unsaved, and offers it when the form is opened again. */
export function useDraftKeeping(model: FormModel, isEnabled: boolean): DraftKeeping {
  const { drafts, location, session } = useApp();
  const [form] = useState(location.current().path);
  const [keeper] = useState(
    () => new DraftKeeper(model, drafts, { administrator: session.believed ?? '', form }, session),
  );
  useEffect(
    () => (isEnabled ? keeper.start(() => location.current().path !== form) : undefined),
    [keeper, isEnabled, location, form],
  );
  const offered = useSyncExternalStore(keeper.subscribe, keeper.get);
  return {
    offered: isEnabled ? offered : undefined,
    restore: keeper.restore,
    discard: keeper.discard,
    abandon: keeper.abandon,
  };
}
