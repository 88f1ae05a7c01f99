import type { RefObject } from 'react';
import type { ListView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { createPath } from '../platform/routes.js';
import { useShortcut } from '../platform/shortcuts.js';

/** The shortcuts of a list: its search, and a new record. */
export function useListShortcuts(
  { controller, toolbarButtons, search }: ListView,
  list: RefObject<HTMLElement | null>,
): void {
  const { location } = useApp();
  useShortcut('search', () => list.current?.querySelector<HTMLElement>('[role="search"] input')?.focus(), {
    isEnabled: search !== null,
  });
  useShortcut('create', () => location.go(createPath(controller)), { isEnabled: toolbarButtons.includes('create') });
}
