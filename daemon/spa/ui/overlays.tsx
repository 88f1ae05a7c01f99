import type { ComponentType } from 'react';
import { Suspense } from 'react';
import type { LazyPart } from './lazy-part.js';
import { lazyPart, PartBoundary } from './lazy-part.js';
import type { OverlayProblemProps } from './overlay-problem.js';
import { OverlayProblem } from './overlay-problem.js';
import './dialog.css';
import './popover-panel.css';

/**
 * Menus, popovers and dialogs, which open over the page. They are one file (vite.config.ts), which is not needed to show a
 * list, and loads when the browser is idle after that, or at the latest with its first use. Screens that load later import the
 * components themselves.
 */
function overlay<Props extends OverlayProblemProps['part']>(
  file: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  const Part = lazyPart(file, OverlayProblem);
  function Overlay(props: Props) {
    return (
      <PartBoundary>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(Overlay, { preload: Part.preload, isLoading: Part.isLoading });
}

export const ChoiceMenu = overlay(async () => (await import('./menu.js')).ChoiceMenu);
export const PopoverPanel = overlay(async () => (await import('./popover-panel.js')).PopoverPanel);
export const Dialog = overlay(async () => (await import('./dialog.js')).Dialog);
export const ConfirmDialog = overlay(async () => (await import('./dialog.js')).ConfirmDialog);

/** Loads all of them in advance. Failures are left to the first use, which tries again. */
export function preloadOverlays(): void {
  for (const { preload } of [ChoiceMenu, PopoverPanel, Dialog, ConfirmDialog]) void preload();
}

/** For a button that opens one of them: the user is about to press it. */
export const LOADS_OVERLAYS = { onHoverStart: preloadOverlays, onFocus: preloadOverlays };
