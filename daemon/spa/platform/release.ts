import { Store } from './store.js';

/** Whether the daemon runs a different build of this application than this page. */
export class Release extends Store<boolean> {
  /** @param own the build of this page, as the daemon wrote it into the page; empty if it did not */
  constructor(private readonly own: string) {
    super(false);
  }

  /** @param build of the daemon that answered; null: no daemon answered. During a deployment it may alternate. */
  readonly seen = (build: string | null): void => {
    if (build !== null && this.own !== '') this.set(build !== this.own);
  };
}
