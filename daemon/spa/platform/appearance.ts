import { isZone } from '../../admin/api/zoned-time.js';
import { chooseZone } from '../formats/time-zone.js';
import type { App } from './app.js';
import { browserStorage, keepText, keyOf } from './browser-storage.js';
import type { DensityChoice } from './density.js';
import { prefixOfPage } from './page-meta.js';
import type { ThemeChoice } from './theme.js';

/** The key of the preference. */
const KEY = 'appearance';

/** In this browser: the time zone that was chosen last, so that the first screen has it before the account has loaded. */
const zoneKey = (): string => keyOf('time-zone', prefixOfPage());

/** How the pages look, as the account keeps it for every browser. */
export interface AppearanceChoices {
  readonly theme: ThemeChoice;
  readonly density: DensityChoice;
  /** Null: the browser's. */
  readonly time_zone: string | null;
}

type Looks = Pick<App, 'api' | 'session' | 'theme' | 'density'>;

/** Applies what this browser remembers, and what the account keeps as soon as it is known who is signed in. */
export function followAppearance(app: Looks): void {
  chooseZone(browserStorage.getItem(zoneKey()) ?? undefined);
  let appliedFor: string | undefined;
  app.session.subscribe(() => {
    const state = app.session.get();
    if (state.kind === 'signed-out') appliedFor = undefined;
    if (state.kind !== 'signed-in' || state.user.has_account !== true || appliedFor === state.user.id) return;
    if (state.user.must_change_password === true) return;
    appliedFor = state.user.id;
    void load(app, state.user.id);
  });
}

async function load({ api, session, theme, density }: Looks, administrator: string): Promise<void> {
  // Without an answer, everything stays as this browser remembers it.
  const answer = await api.preferences([KEY]).catch(() => undefined);
  // Of an administrator who has signed out since, it is not for the next one.
  if (answer === undefined || session.believed !== administrator) return;
  const document = answer.data[KEY];
  // An account without choices has the browser's time zone, and not the one that its last user has chosen.
  const kept = typeof document === 'object' && document !== null ? document : {};
  const { theme: chosen, density: rows, time_zone: zone } = kept as Partial<Record<keyof AppearanceChoices, unknown>>;
  if (chosen === 'system' || chosen === 'light' || chosen === 'dark') theme.choose(chosen);
  if (rows === 'comfortable' || rows === 'compact') density.choose(rows);
  applyZone(typeof zone === 'string' && isZone(zone) ? zone : undefined);
}

/** @param zone undefined: the browser's */
export function applyZone(zone: string | undefined): void {
  chooseZone(zone);
  keepText(browserStorage, zoneKey(), zone);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Keeps a choice in the account. The others stay as the account has them: another tab or browser may have changed them since
 * this page was loaded. One at a time, because each reads before it writes.
 */
export function keepAppearance({ api }: Pick<App, 'api'>, change: Partial<AppearanceChoices>): Promise<void> {
  const kept = last.then(async () => {
    const { data } = await api.preferences([KEY]);
    const before = data[KEY];
    await api.savePreference(KEY, { ...(typeof before === 'object' && before), ...change });
  });
  last = kept.catch(() => undefined);
  return kept;
}
