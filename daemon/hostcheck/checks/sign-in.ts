import { signInService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';

const resolveUserRpc = rpcOf(signInService.ResolveUser);

/** Nobody is signed in with no cookie, nor with one that the host never gave out. */
export const signIn: Check = {
  name: 'sign-in/nobody',
  citation: 'sign_in.proto: ResolveUser',
  on: 'sign-in',
  run: async ({ connection, description }) => {
    const returnTo = `${description.oauth?.issuer ?? ''}/connect?request=check-host`;
    for (const cookie of ['', 'session=check-host; other="a=b"', 'session=%00%ff; =; ;;']) {
      const { user, signInUrl } = await connection.call(resolveUserRpc, { cookie, authorization: '', returnTo });
      const got = user ? `user ${user.userId}` : JSON.stringify(signInUrl ?? 'neither');
      expectThat(
        !user && signInUrl !== undefined && /^(?:\/(?![/\\])|https?:\/\/)[!-~]*$/.test(signInUrl),
        'sign_in_url, a path starting with one "/" or an absolute http(s) URL',
        got,
        'Answer where to sign in when no user is signed in, also for a cookie that is not yours or is broken.',
      );
    }
  },
};
