/** The members of the browser's storages that the pages use. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** In place of a storage that the browser withholds: it is empty, and keeps nothing. */
const NONE: TextStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/** A browser that blocks the storage throws at the mere mention of it, or has none. The pages work all the same. */
function storageOf(name: 'localStorage' | 'sessionStorage'): TextStorage {
  try {
    const storage = Reflect.get(window, name) as Storage | null;
    return storage ?? NONE;
  } catch {
    return NONE;
  }
}

/** For later visits, in every tab. No other module mentions the storage itself. */
export const browserStorage = storageOf('localStorage');

/** Until the tab closes. */
export const tabStorage = storageOf('sessionStorage');

/**
 * The key of a text that belongs to this backend, because several may be on one origin, each with an administrator 1. Keys without
 * a prefix are for choices of this browser: theme, row height, language, shortcuts.
 * @param prefix the path of the backend: "/backend"
 */
export const keyOf = (name: string, prefix: string): string => `gatehouse.${name}:${prefix}`;

/**
 * Keeps a text in the browser for later visits, if it can. The storage belongs to the whole origin, so that the application
 * beside this page may have filled it: the page then works without what it would have kept.
 * @param text undefined: nothing is kept any longer
 * @returns whether the storage has it
 */
export function keepText(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  text: string | undefined,
): boolean {
  try {
    if (text === undefined) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
