import type { UserBody } from '../../admin/api/answers.js';
import { answered, errorText } from '../api/errors.js';
import { useApp } from '../platform/app.js';
import type { AppearanceChoices } from '../platform/appearance.js';
import { keepAppearance } from '../platform/appearance.js';
import type { DensityChoice } from '../platform/density.js';
import { usePhrases } from '../platform/phrases.js';
import type { ThemeChoice } from '../platform/theme.js';

export const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly DensityChoice[];
export const THEMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

/** Changes the appearance of the page at once, and keeps it in the administrator's account if there is one. */
export function useAppearance(user: UserBody) {
  const app = useApp();
  const { theme, density, toasts } = app;
  const { say } = usePhrases();

  async function keep(change: Partial<AppearanceChoices>) {
    if (user.has_account !== true) return;
    const outcome = await answered(() => keepAppearance(app, change));
    if (outcome.refusal !== undefined) toasts.error(errorText(outcome.refusal, say));
  }

  return {
    chooseTheme(choice: ThemeChoice): void {
      theme.choose(choice);
      void keep({ theme: choice });
    },
    chooseDensity(choice: DensityChoice): void {
      density.choose(choice);
      void keep({ density: choice });
    },
  };
}
