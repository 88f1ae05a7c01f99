import type { ListView } from '../api/views.js';
import type { Phrases } from '../i18n/phrases.js';

/** "3 posts"; "3" where the list does not say what its records are called. */
export function countedRecords(
  recordName: ListView['recordName'],
  count: number,
  { counted, locale }: Pick<Phrases, 'counted' | 'locale'>,
): string {
  const number = count.toLocaleString(locale);
  if (recordName === null) return number;
  const noun = counted(recordName, { count });
  // The plugin's text may hold the number itself.
  return noun.includes(number) ? noun : `${number} ${noun}`;
}
