import { ApiClient } from '../support/admin/client.js';
import { PASSWORD } from '../support/admin/people.js';
import { eventually } from '../support/eventually.js';
import type { Ledger } from './ledger.js';

/** Number of parallel searches: more than the host runs at the same time. */
const SEARCHES = 4;

/**
 * An administrator runs several parallel searches in the shop that match nothing. Each has to read every item, next to
 * the tokens and in the same database. Each search ends before this resolves.
 */
export async function searchWithoutHit(origin: string, ledger: Ledger, ms: number): Promise<void> {
  const guest = new ApiClient(`${origin}/backend/api/v1`);
  const { data } = await eventually(async () => {
    const answer = await guest.post('/auth/login', { login: 'editor', password: PASSWORD });
    if (answer.status !== 200) throw new Error(`an administrator cannot sign in: ${answer.status} ${answer.body}`);
    return answer;
  });
  const editor = guest.with({ authorization: `Bearer ${(data as { token: string }).token}` });
  const endsAt = performance.now() + ms;
  const search = async (): Promise<void> => {
    do {
      const startedAt = performance.now();
      const answer = await editor.get('/acme/shop/items?search=nosuchtitle').catch((error: unknown) => error as Error);
      if (!(answer instanceof Error) && answer.status === 200 && (answer.data as unknown[]).length > 0) {
        throw new Error('a search that must not match found a record');
      }
      ledger.request('search', answer, startedAt);
    } while (performance.now() < endsAt);
  };
  await Promise.all(Array.from({ length: SEARCHES }, search));
}
