import { signInService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import type { SignIn } from '../oauth/ports/sign-in.js';
import type { Caller } from './call.js';
import { fromResolveUser } from './from-proto/sign-in.js';

const resolveUserRpc = rpcOf(signInService.ResolveUser);

/** Who sits at the browser, asked of the host. A read: tried once more when the host could not be reached. */
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
