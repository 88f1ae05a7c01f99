import type { AssetUrls } from '../../admin/api/answers.js';
import { Store } from './store.js';

/** A style sheet that neither loads nor fails holds no screen up longer than this. */
const PATIENCE_MS = 4000;

interface Sheet {
  readonly link: HTMLLinkElement;
  /** How many open lists and forms want it. */
  users: number;
}

/**
 * Scripts and style sheets of controllers, as their schemas name them. A script is loaded once, and stays: a custom element
 * cannot be undefined. A style sheet applies only while a list or form of a controller that declares it is open
 * (AD-210). The value: style sheets that have been waited for, loaded or not.
 */
export class ControllerAssets extends Store<ReadonlySet<string>> {
  readonly #sheets = new Map<string, Sheet>();
  readonly #scripts = new Set<string>();
  /** Those that did not load. */
  readonly #failed = new Set<string>();

  constructor() {
    super(new Set());
  }

  /** A list or form has opened; answers what to call when it closes. */
  open({ scripts, styles }: AssetUrls): () => void {
    for (const url of scripts) this.#load(url);
    const sheets = styles.map((url) => this.#sheet(url));
    for (const sheet of sheets) this.#use(sheet, 1);
    return () => {
      for (const sheet of sheets) this.#use(sheet, -1);
    };
  }

  /** Whoever misses what one of the scripts would define tries again. */
  loadAgain(): void {
    for (const url of this.#failed) this.#load(url);
  }

  #load(url: string): void {
    if (this.#scripts.has(url)) return;
    this.#scripts.add(url);
    this.#failed.delete(url);
    const script = document.createElement('script');
    script.type = 'module';
    script.src = url;
    // Tried again when the next screen wants it: a daemon that was being restarted is back then.
    script.addEventListener('error', () => {
      this.#scripts.delete(url);
      this.#failed.add(url);
      script.remove();
    });
    document.head.append(script);
  }

  #sheet(url: string): Sheet {
    const known = this.#sheets.get(url);
    if (known) return known;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    const sheet: Sheet = { link, users: 0 };
    this.#sheets.set(url, sheet);
    const settle = () => this.set(new Set([...this.get(), url]));
    link.addEventListener('load', () => {
      apply(sheet);
      settle();
    });
    link.addEventListener('error', () => {
      this.#sheets.delete(url);
      link.remove();
      settle();
    });
    setTimeout(settle, PATIENCE_MS);
    document.head.append(link);
    return sheet;
  }

  #use(sheet: Sheet, change: 1 | -1): void {
    sheet.users += change;
    apply(sheet);
  }
}

/** The sheet and not the link is switched: a link that is enabled again would be fetched again, and the screen would flash. */
function apply({ link, users }: Sheet): void {
  if (link.sheet) link.sheet.disabled = users === 0;
}
