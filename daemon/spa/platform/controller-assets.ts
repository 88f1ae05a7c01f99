import type { AssetUrls } from '../../admin/api/answers.js';
import { Store } from './store.js';

/** Maximum time that a screen waits for a style sheet that neither loads nor fails. */
const PATIENCE_MS = 4000;

interface Sheet {
  readonly link: HTMLLinkElement;
  /** Number of open lists and forms that use it. */
  users: number;
}

/**
 * Scripts and style sheets of controllers, as listed in their schemas. A script loads once and stays, because a custom
 * element cannot be unregistered. A style sheet applies only while a list or form of a controller that declares it is open
 * (AD-210). The value: style sheets that have finished loading or have failed.
 */
export class ControllerAssets extends Store<ReadonlySet<string>> {
  readonly #sheets = new Map<string, Sheet>();
  readonly #scripts = new Set<string>();
  /** Scripts that failed to load. */
  readonly #failed = new Set<string>();

  constructor() {
    super(new Set());
  }

  /** Loads assets in advance. The style sheets do not apply yet. */
  load({ scripts, styles }: AssetUrls): void {
    for (const url of scripts) this.#load(url);
    for (const url of styles) this.#sheet(url);
  }

  /** Registers an open list or form. Returns a function to call when it closes. */
  open({ scripts, styles }: AssetUrls): () => void {
    for (const url of scripts) this.#load(url);
    const sheets = styles.map((url) => this.#sheet(url));
    for (const sheet of sheets) this.#use(sheet, 1);
    return () => {
      for (const sheet of sheets) this.#use(sheet, -1);
    };
  }

  /** Retries scripts that failed to load, for a widget whose element is missing. */
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
    // Retry when the next screen needs it: a daemon that was restarting will be back by then.
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

/** Disables the sheet and not the link, because the browser would fetch a re-enabled link again and the screen would flash. */
function apply({ link, users }: Sheet): void {
  if (link.sheet) link.sheet.disabled = users === 0;
}
