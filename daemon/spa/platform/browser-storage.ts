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
