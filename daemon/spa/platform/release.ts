import { Store } from './store.js';

/** Whether the daemon runs another build of this application than the one that is on the page. */
export class Release extends Store<boolean> {
  /** @param own the build of this page, as the daemon wrote it into it; empty where it did not */
  constructor(private readonly own: string) {
    super(false);
  }

  /** @param build of the daemon that gave an answer; null: no daemon gave it. While a deploy runs it may go back and forth. */
  readonly seen = (build: string | null): void => {
    if (build !== null && this.own !== '') this.set(build !== this.own);
  };
}
