import type { Values } from '../api/views.js';
import { keepText, keyOf } from './browser-storage.js';

/** Input of a form that has not been saved. */
export interface Draft {
  /** The fields that differ from the stored values, never including passwords. */
  readonly values: Values;
  /** The record version that the changes are based on; absent on the create form. */
  readonly version?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An older draft is considered abandoned. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Characters of one form as JSON. Browsers allow five million per origin. */
const MAX_CHARACTERS = 400_000;
/** Shared by all administrators who use this browser. The oldest drafts are dropped. */
const MAX_DRAFTS = 8;

/**
 * Keeps unsaved input in this browser, so that a crash, a reload or an empty battery loses nothing. Each draft belongs to
 * one administrator and one form. It is removed once it is saved, discarded or a week old, or when its administrator signs
 * out.
 */
export class Drafts {
  readonly #base: string;

  /** @param prefix of the backend: another backend on the same origin has separate drafts */
  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
    prefix: string,
    private readonly now: () => number,
  ) {
    this.#base = `${keyOf('draft', prefix)}:`;
    this.#sweep(MAX_DRAFTS);
  }

  /** @param form its path: "/acme/blog/posts/update/7" */
  read(administrator: string, form: string): Draft | undefined {
    return this.#parsed(this.#key(administrator, form));
  }

  /**
   * Stores a draft, unless it is too large or the browser has no room. In that case, it also removes the older draft of the
   * form. Returns the draft as stored.
   */
  keep(administrator: string, form: string, draft: Omit<Draft, 'at'>): Draft {
    const key = this.#key(administrator, form);
    const kept: Draft = { ...draft, at: this.now() };
    const text = JSON.stringify(kept);
    this.storage.removeItem(key);
    if (text.length > MAX_CHARACTERS) return kept;
    this.#sweep(MAX_DRAFTS - 1);
    keepText(this.storage, key, text);
    return kept;
  }

  /** Removes this draft. A draft that another tab has stored for the same form since then stays. */
  discard(administrator: string, form: string, draft: Draft): void {
    const key = this.#key(administrator, form);
    if (this.storage.getItem(key) === JSON.stringify(draft)) this.storage.removeItem(key);
  }

  /** Removes all drafts of an administrator who signs out. */
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

/** Rejects data from another version of this page or edited by hand. */
function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null &&
    Object.values(value.values).every(isFieldValue) &&
    (!('version' in value) || typeof value.version === 'string')
  );
}

/** Whether the fields of a form can have it: structured values are kept as texts. */
function isFieldValue(value: unknown): boolean {
  return value === null || (Array.isArray(value) ? value.every(isScalar) : isScalar(value));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
