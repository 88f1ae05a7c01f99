import type { EndSessionsResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionsResponse';
import type { Changed, NotChanged } from '../../admin/ports/accounts.js';
import { fromSameAdministrator } from './administrator.js';
import { present } from './checks.js';

const REFUSALS = new Map<unknown, NotChanged['reason']>([
  ['ACCOUNT_REFUSAL_UNKNOWN', 'unknown'],
  ['ACCOUNT_REFUSAL_STALE', 'stale'],
  ['ACCOUNT_REFUSAL_FORBIDDEN', 'forbidden'],
]);

/** The common outcomes of the rpcs that change the account of an administrator. */
export function fromAccountChange(
  rpc: string,
  { administrator, refusal }: Pick<EndSessionsResponse__Output, 'administrator' | 'refusal'>,
  administratorId: string,
): Changed | NotChanged {
  if (refusal !== undefined) return { changed: false, reason: present(REFUSALS.get(refusal)) };
  return { changed: true, administrator: fromSameAdministrator(rpc, present(administrator), administratorId) };
}
