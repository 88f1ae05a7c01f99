import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Logger } from '../ports/logger.js';
import type { BrowserRequest, SignIn, SignInOutcome } from '../ports/sign-in.js';
import { Unavailable } from '../ports/unavailable.js';
import { describeError } from '../wire/redact.js';
import { requestIdOf } from './call-metadata.js';
import { toRpcFault } from './rpc-fault.js';

/** ResolveUserResponse on the wire. */
type WireSignIn = { user: { userId: string; displayName: string } } | { signInUrl: string };

const MAX_USER_ID = 255;
const MAX_DISPLAY_NAME = 200;

export function serveResolveUser(signIn: SignIn, logger: Logger): handleUnaryCall<BrowserRequest, WireSignIn> {
  return (call, callback) => {
    const answer = async (): Promise<void> => {
      try {
        const { cookie, authorization, returnTo } = call.request;
        callback(null, toWire(await signIn.resolveUser({ cookie, authorization, returnTo })));
      } catch (error) {
        const fault = toRpcFault(error);
        const described = describeError(error, 'gatehouse.host.v1.ResolveUserRequest', call.request);
        const fields = { requestId: requestIdOf(call.metadata), status: fault.code, error: described };
        if (error instanceof Unavailable) logger.warn(fields, 'it could not be told who is signed in');
        else logger.error(fields, 'sign-in failed');
        callback({ code: fault.code, details: fault.message });
      }
    };
    void answer();
  };
}

function toWire(outcome: SignInOutcome): WireSignIn {
  if ('signInUrl' in outcome) return { signInUrl: outcome.signInUrl };
  const { userId, displayName } = outcome;
  if (userId === '' || userId.length > MAX_USER_ID) {
    throw new Error(`SignIn.resolveUser returned a userId that does not have 1 to ${MAX_USER_ID} characters`);
  }
  return { user: { userId, displayName: displayName.slice(0, MAX_DISPLAY_NAME) } };
}
