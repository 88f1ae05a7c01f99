import type { AdminCaller } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AuthenticateTokenResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { Rpc } from '@gatehouse/proto/rpc';
import type { Administrator, Caller, ExpectedSession } from '../../admin/model/administrator.js';
import { SessionChanged } from '../../admin/model/administrator.js';
import type { CallContext } from '../../core/runtime.js';
import { fromTokenVerdict } from '../from-proto/administrator.js';
import { violation } from '../from-proto/checks.js';
import { toAdminCaller } from '../to-proto/admin.js';
import type { AdminCalls, Decode } from './calls.js';

interface OfCaller {
  readonly caller?: AdminCaller | null;
}

interface WithSession {
  readonly session: AuthenticateTokenResponse__Output | null;
}

/**
 * Reads on behalf of a caller. If the caller's session is only expected, the same call verifies it, and this rejects with
 * SessionChanged unless it is as expected.
 *
 * @param request takes it over, to set the caller
 */
export async function readForCaller<Request extends OfCaller, Response extends WithSession, T>(
  calls: AdminCalls,
  rpc: Rpc<Request, Response>,
  caller: Caller,
  request: Omit<NoInfer<Request>, 'caller'>,
  decode: Decode<Response, T>,
  call: CallContext,
): Promise<T> {
  const { session } = caller;
  const read = await calls.read(
    rpc,
    // Not a copy: V8 would give each one a layout of its own, and read it slowly.
    Object.assign(request, { caller: toAdminCaller(caller) }) as Request,
    (name, response) => {
      const administrator = administratorOf(name, response, session);
      // Not thrown here, where it would be an answer that breaks the contract.
      return administrator === 'refused' ? undefined : { administrator, value: decode(name, response) };
    },
    call,
  );
  if (read === undefined) throw new SessionChanged();
  if (read.administrator !== undefined) session?.confirm(read.administrator);
  return read.value;
}

/** The administrator whom the host has authenticated in this call; undefined if it did not have to. */
function administratorOf(
  rpc: string,
  { session: answer }: WithSession,
  expected: ExpectedSession | undefined,
): Administrator | 'refused' | undefined {
  if (expected === undefined) {
    if (answer !== null) throw violation(rpc, 'session', 'must not be set, because the caller has no session');
    return undefined;
  }
  if (answer === null) throw violation(rpc, 'session', 'must be set, because the caller has a session');
  const verdict = fromTokenVerdict(rpc, answer, expected.token);
  return verdict.stands ? verdict.administrator : 'refused';
}
