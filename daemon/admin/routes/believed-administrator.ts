import type { RequestHead } from '../../http/request.js';
import type { Administrator } from '../model/administrator.js';

const HEADER = 'x-gatehouse-administrator';

/**
 * Whether the page that sends the request shows somebody else's name. All tabs of a browser share one cookie: a tab that was
 * opened by one administrator sends that of the next once another tab has signed in anew, and would save under the wrong name.
 * The page therefore names the administrator it was loaded for, percent-encoded, since ids may hold any character.
 */
export function isForAnother({ headers }: RequestHead, { id }: Pick<Administrator, 'id'>): boolean {
  const believed = headers.get(HEADER);
  return believed !== undefined && believed !== encodeURIComponent(id);
}
