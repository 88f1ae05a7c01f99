import type { CallContext } from '../../core/call-context.js';
import { isBearerTokenForm } from '../../core/credential-form.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from './dependencies.js';

/** The spec's Revoke: an access token together with its refresh lineage. False: there was nothing to revoke. */
export function createRevoke({
  backend,
  clock,
}: Pick<Dependencies, 'backend' | 'clock'>): (accessToken: string, call: CallContext) => Promise<boolean> {
  return async (accessToken, call) => {
    if (!isBearerTokenForm(accessToken)) return false;
    const [token] = await transactUnaborted(backend, [{ kind: 'findAccessToken', accessToken }], call);
    if (token === undefined) return false;
    await transactUnaborted(backend, [{ kind: 'revokeLineage', lineageId: token.lineageId, at: clock.now() }], call);
    return true;
  };
}
