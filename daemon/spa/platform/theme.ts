import { browserStorage, keepText } from './browser-storage.js';
import { Store } from './store.js';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'gatehouse.theme';

/** Light, dark or the system's choice, stored in the browser. The style sheet reads it from the root element. */
export class Theme extends Store<ThemeChoice> {
  constructor() {
    const kept = browserStorage.getItem(KEY);
    super(kept === 'light' || kept === 'dark' ? kept : 'system');
    this.#apply();
  }

  choose(choice: ThemeChoice): void {
    this.set(choice);
    keepText(browserStorage, KEY, choice === 'system' ? undefined : choice);
    this.#apply();
  }

  #apply(): void {
    const choice = this.get();
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  }
}
