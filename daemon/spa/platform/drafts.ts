import type { Values } from '../api/views.js';

/** What was typed into a form and not saved yet. */
export interface Draft {
  /** The fields that differ from what is stored. Passwords are never among them. */
  readonly values: Values;
  /** Of the record that they were changed from; absent on the create form. */
  readonly version?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A text that is older has been given up on. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Characters of one form as JSON; browsers give an origin five million. */
const MAX_CHARACTERS = 400_000;
/** Of all administrators who use this browser together: the oldest make room. */
const MAX_DRAFTS = 8;

/**
 * Unsaved text, kept in this browser for the time that it is unsaved: a crash, a reload or an empty battery loses nothing. For
 * one administrator and one form each; gone once it is saved, discarded, a week old, or its administrator signs out.
 */
export class Drafts {
  readonly #base: string;

  /** @param prefix of the backend: another one of the same origin has its own */
  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
    prefix: string,
    private readonly now: () => number,
  ) {
    this.#base = `gatehouse.draft:${prefix}:`;
    this.#sweep(MAX_DRAFTS);
  }

  /** @param form its path: "/acme/blog/posts/update/7" */
  read(administrator: string, form: string): Draft | undefined {
    return this.#parsed(this.#key(administrator, form));
  }

  /**
   * What is too large, or what the browser has no room for, is not kept; then nothing older is offered in its place either.
   * Answers the draft as it is kept.
   */
  keep(administrator: string, form: string, draft: Omit<Draft, 'at'>): Draft {
    const key = this.#key(administrator, form);
    const kept: Draft = { ...draft, at: this.now() };
    const text = JSON.stringify(kept);
    this.storage.removeItem(key);
    if (text.length > MAX_CHARACTERS) return kept;
    this.#sweep(MAX_DRAFTS - 1);
    try {
      this.storage.setItem(key, text);
    } catch {
      // Full, or switched off by the browser's settings: the form works without.
    }
    return kept;
  }

  /** Removes this draft. What another tab has kept for the same form since is another one, and stays. */
  discard(administrator: string, form: string, draft: Draft): void {
    const key = this.#key(administrator, form);
    if (this.storage.getItem(key) === JSON.stringify(draft)) this.storage.removeItem(key);
  }

  /** Everything of one administrator, who signs out. */
  forget(administrator: string): void {
    for (const key of this.#keys(this.#key(administrator, ''))) this.storage.removeItem(key);
  }

  #sweep(atMost: number): void {
    const kept: { readonly key: string; readonly at: number }[] = [];
    for (const key of this.#keys(this.#base)) {
      const draft = this.#parsed(key);
      if (draft === undefined) this.storage.removeItem(key);
      else kept.push({ key, at: draft.at });
    }
    kept.sort((one, other) => other.at - one.at);
    for (const { key } of kept.slice(atMost)) this.storage.removeItem(key);
  }

  #parsed(key: string): Draft | undefined {
    const text = this.storage.getItem(key);
    if (text === null) return undefined;
    try {
      const draft: unknown = JSON.parse(text);
      return isDraft(draft) && this.now() - draft.at < MAX_AGE_MS ? draft : undefined;
    } catch {
      return undefined;
    }
  }

  #key(administrator: string, form: string): string {
    return `${this.#base}${encodeURIComponent(administrator)}:${form}`;
  }

  #keys(start: string): readonly string[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(start));
  }
}

/** What another version of this page has stored, or somebody by hand, is no draft. */
function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null &&
    (!('version' in value) || typeof value.version === 'string')
  );
}
