import type { ResolveUserResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserResponse';
import { MAX_DISPLAY_NAME, MAX_USER_ID } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { signInService } from '@gatehouse/proto/services';
import type { SignIn, SignInOutcome } from '../oauth/ports/sign-in.js';
import type { Caller } from './channel/call.js';
import { requiredText, violation } from './from-proto/checks.js';

export function fromResolveUser(rpc: string, response: ResolveUserResponse__Output): SignInOutcome {
  const { user, signInUrl } = response;
  if (user) {
    const userId = requiredText(rpc, 'user.user_id', user.userId, MAX_USER_ID);
    if (userId.includes('\0')) throw violation(rpc, 'user.user_id', 'contains NUL');
    const displayName = requiredText(rpc, 'user.display_name', user.displayName || userId, MAX_DISPLAY_NAME);
    return { signedIn: true, userId, displayName };
  }
  if (signInUrl === undefined) throw violation(rpc, 'outcome', 'has neither user nor sign_in_url');
  if (!isSignInUrl(signInUrl)) {
    throw violation(rpc, 'sign_in_url', 'is neither an absolute http(s) URL nor a path starting with one "/"');
  }
  return { signedIn: false, signInUrl };
}

/** It becomes a Location header. A browser would read "//" and "/\" as another site. */
function isSignInUrl(url: string): boolean {
  if (!/^[!-~]+$/.test(url)) return false;
  return /^\/(?![/\\])/.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

const resolveUserRpc = rpcOf(signInService.ResolveUser);

/** Asks the host who the user at the browser is. A read: retried once if the host could not be reached. */
export function createSignIn(caller: Caller): SignIn {
  return {
    resolveUser: ({ cookie, authorization, returnTo }, call) =>
      caller.unary(
        resolveUserRpc,
        { cookie, authorization, returnTo },
        (response) => fromResolveUser(resolveUserRpc.name, response),
        { call, read: true },
      ),
  };
}
