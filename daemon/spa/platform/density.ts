import { browserStorage, keepText } from './browser-storage.js';
import { Store } from './store.js';

export type DensityChoice = 'comfortable' | 'compact';

const KEY = 'gatehouse.density';

/** How high the rows of tables are, stored in the browser. The style sheet reads it from the root element. */
export class Density extends Store<DensityChoice> {
  constructor() {
    super(browserStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable');
    this.#apply();
  }

  choose(choice: DensityChoice): void {
    this.set(choice);
    keepText(browserStorage, KEY, choice === 'comfortable' ? undefined : choice);
    this.#apply();
  }

  #apply(): void {
    document.documentElement.dataset['density'] = this.get();
  }
}
