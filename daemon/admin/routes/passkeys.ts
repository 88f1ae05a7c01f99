import type { ClientAddresses } from '../../http/client-address.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_SIGN_IN_BYTES } from '../api/limits.js';
import { MAX_CREDENTIAL_BYTES } from '../api/passkeys.js';
import { PATHS } from '../api/paths.js';
import type { Sessions } from '../auth/sessions.js';
import { deviceOf } from '../model/device.js';
import type { createFinishSignIn } from '../usecases/finish-sign-in.js';
import type { PasskeysDependencies } from '../usecases/passkeys.js';
import { createPasskeys } from '../usecases/passkeys.js';
import type { AdminRequest, Endpoint, GuardedEndpoint } from './endpoint.js';
import { ownEndpoint } from './endpoint.js';
import { jsonBody, textsIn } from './read-request.js';
import { confirmedAnswer, finishedAnswer, proofIn, provenIn } from './second-factor.js';
import type { SessionAnswers } from './sign-in.js';
import { reopenedAnswer } from './sign-in.js';

export interface PasskeyRoutesDependencies extends PasskeysDependencies, SessionAnswers {
  readonly finishSignIn: ReturnType<typeof createFinishSignIn>;
  readonly sessions: Sessions;
  readonly addresses: ClientAddresses;
}

/** The second step of a sign-in with a passkey, and one's own passkeys. */
export function passkeyEndpoints(dependencies: PasskeyRoutesDependencies): Endpoint[] {
  return [signInPasskeyEndpoint(dependencies), ...ownEndpoints(dependencies)];
}

/** POST /auth/second-factor/passkey: `{"ticket","credential"}`. Public, like the endpoint for a code. */
function signInPasskeyEndpoint({ finishSignIn, addresses, ...answers }: PasskeyRoutesDependencies): Endpoint {
  return {
    name: 'admin.sign_in_passkey',
    method: 'POST',
    path: PATHS.signInPasskey,
    access: 'public',
    maxBodyBytes: MAX_CREDENTIAL_BYTES,
    async handle({ http, call }) {
      const texts = textsIn(http, 'ticket');
      if (texts instanceof AdminError) return texts;
      const { ticket, credential } = texts as Readonly<Record<string, unknown>> & { readonly ticket: string };
      const clientAddress = addresses.of(http);
      const device = deviceOf(http.headers.get('user-agent'), clientAddress);
      const outcome = await finishSignIn({ ticket, proof: { credential }, clientAddress, device }, call);
      return finishedAnswer(outcome, http, answers);
    },
  };
}

function ownEndpoints(dependencies: PasskeyRoutesDependencies): GuardedEndpoint[] {
  const { sessions, addresses, cookie, features } = dependencies;
  const own = createPasskeys(dependencies);
  const answers = { sessions, addresses, cookie, features };
  const requestOf = ({ http, administrator, call }: AdminRequest) => ({
    administrator,
    call,
    clientAddress: addresses.of(http),
  });
  const post = (path: string, name: string, handle: GuardedEndpoint['handle'], maxBytes = MAX_CREDENTIAL_BYTES) =>
    ownEndpoint('POST', path, name, maxBytes, handle);
  const idIn = ({ parameters }: AdminRequest): string => parameters.get('passkey') ?? '';
  return [
    post(
      PATHS.passkeyChallenge,
      'passkey_challenge',
      (request) => Promise.resolve({ data: own.challenge(requestOf(request)) }),
      MAX_SIGN_IN_BYTES,
    ),

    {
      ...post(PATHS.passkeySetup, 'set_up_passkey', async (request) => {
        const body = jsonBody(request.http);
        if (body instanceof AdminError) return body;
        const { password } = body;
        if (typeof password !== 'string' || password === '') return invalid('password', { rule: 'required' });
        const proof = proofIn(body);
        const setup = await own.setUp(password, proof instanceof AdminError ? undefined : proof, requestOf(request));
        return setup instanceof AdminError ? setup : { data: setup };
      }),
      duringSecondFactorSetup: true,
    },

    {
      ...post(PATHS.passkeys, 'add_passkey', async (request) => {
        const texts = textsIn(request.http, 'ticket', 'name');
        if (texts instanceof AdminError) return texts;
        const { credential } = texts as { readonly credential?: unknown };
        const confirmed = await own.confirm({ ...texts, credential }, requestOf(request));
        return confirmed instanceof AdminError ? confirmed : confirmedAnswer(confirmed, request, answers);
      }),
      duringSecondFactorSetup: true,
    },

    ownEndpoint('PUT', PATHS.passkey, 'rename_passkey', MAX_SIGN_IN_BYTES, async (request) => {
      const texts = textsIn(request.http, 'name');
      if (texts instanceof AdminError) return texts;
      return (await own.rename(idIn(request), texts.name, requestOf(request))) ?? { data: null };
    }),

    post(PATHS.removePasskey, 'remove_passkey', async (request) => {
      const given = provenIn(request.http);
      if (given instanceof AdminError) return given;
      const removed = await own.remove(idIn(request), given.password, given.proof, requestOf(request));
      return removed instanceof AdminError ? removed : reopenedAnswer(removed, request, answers);
    }),

    post(PATHS.removeApp, 'remove_app', async (request) => {
      const given = provenIn(request.http);
      if (given instanceof AdminError) return given;
      const removed = await own.removeApp(given.password, given.proof, requestOf(request));
      return removed instanceof AdminError ? removed : reopenedAnswer(removed, request, answers);
    }),
  ];
}
