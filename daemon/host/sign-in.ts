import type { ResolveUserResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserResponse';
import { MAX_DISPLAY_NAME } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { signInService } from '@gatehouse/proto/services';
import type { SignIn, SignInOutcome } from '../oauth/ports/sign-in.js';
import type { Caller, CallLimit } from './channel/call.js';
import { checkAnswer, present, violation } from './from-proto/checks.js';

const resolveUserRpc = rpcOf(signInService.ResolveUser);

export function fromResolveUser(rpc: string, response: ResolveUserResponse__Output): SignInOutcome {
  checkAnswer({ name: rpc, responseName: resolveUserRpc.responseName }, response);
  const { user, signInUrl } = response;
  if (user) {
    const { userId, displayName } = user;
    return { signedIn: true, userId, displayName: displayName || [...userId].slice(0, MAX_DISPLAY_NAME).join('') };
  }
  const url = present(signInUrl);
  if (!isSignInUrl(url)) {
    throw violation(rpc, 'sign_in_url', 'is neither an absolute http(s) URL nor a path starting with one "/"');
  }
  return { signedIn: false, signInUrl: url };
}

/** It becomes a Location header. A browser would read "//" and "/\" as another site. */
function isSignInUrl(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

/**
 * Asks the host who the user at the browser is. A read: retried once if the host could not be reached. Anyone can ask for the
 * consent page, so these calls count like all others of the host.
 */
export function createSignIn(caller: Caller, callLimit: CallLimit): SignIn {
  return {
    resolveUser: ({ cookie, authorization, returnTo }, call) =>
      callLimit.run(() =>
        caller.unary(
          resolveUserRpc,
          { cookie, authorization, returnTo },
          (response) => fromResolveUser(resolveUserRpc.name, response),
          { call, read: true },
        ),
      ),
  };
}
